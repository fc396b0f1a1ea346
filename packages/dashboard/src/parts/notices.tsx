import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'

// biome-ignore lint/style/noDefaultExport: React.lazy requires a default export
export default function Notices() {
  const isPhone = useMediaQuery('(max-width: 30em)', undefined, { getInitialValueInEffect: false })
  // At the bottom of a phone they would cover the buttons of the page.
  return <Notifications position={isPhone ? 'top-center' : 'bottom-right'} />
}
