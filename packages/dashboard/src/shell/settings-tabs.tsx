import { Box } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useMessages } from '../messages/messages.ts'
import { shellMessages } from '../navigation/messages.ts'
import { isAt, useListedPages } from '../navigation/page-list.ts'

/** Links between the pages of the settings, above each of them; none for roles with one page. */
export function SettingsTabs() {
  const t = useMessages(shellMessages)
  const { settings } = useListedPages()
  const { pathname } = useLocation()
  const isShown = settings.length > 1 && settings.some((page) => isAt(pathname, page))
  if (!isShown) return null
  return (
    <Box component="nav" aria-label={t('settings')} className="settings-tabs">
      {settings.map((page) => (
        <Link
          key={page.to}
          to={page.to}
          aria-current={isAt(pathname, page) ? 'page' : undefined}
          ref={isAt(pathname, page) ? show : undefined}
          onFocus={({ currentTarget }) => {
            // Browsers leave a tab cut off that is partly in view. A tab that is pressed must not move.
            if (currentTarget.matches(':focus-visible')) show(currentTarget)
          }}
        >
          {t(page.name)}
        </Link>
      ))}
    </Box>
  )
}

/** Scrolls the current tab into view where they are wider than the screen. */
function show(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' })
}
