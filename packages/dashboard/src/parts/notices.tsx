import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

// biome-ignore lint/style/noDefaultExport: React.lazy takes the default export
export default function Notices() {
  return <Notifications position="bottom-right" />
}
