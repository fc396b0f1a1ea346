import { getDefaultZIndex } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'

// biome-ignore lint/style/noDefaultExport: React.lazy requires a default export
export default function Notices() {
  const isPhone = useMediaQuery('(max-width: 30em)', undefined, { getInitialValueInEffect: false })
  // At the bottom of a phone they would cover the buttons of the page. They are above dialogs and below
  // menus and the quick view, whose buttons they would cover.
  const zIndex = getDefaultZIndex('popover') - 1
  return <Notifications position={isPhone ? 'top-center' : 'bottom-right'} zIndex={zIndex} />
}
