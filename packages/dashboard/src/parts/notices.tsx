import { Notifications } from '@mantine/notifications'

// biome-ignore lint/style/noDefaultExport: React.lazy requires a default export
export default function Notices() {
  return <Notifications position="bottom-right" />
}
