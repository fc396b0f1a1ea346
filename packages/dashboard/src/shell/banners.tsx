import { Alert, Anchor, Stack } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { TriangleAlert, WifiOff } from 'lucide-react'
import { useLive } from '../api/live.ts'
import { useMessages } from '../messages/messages.ts'
import { shellMessages } from '../navigation/messages.ts'
import { useOnline } from '../parts/use-online.ts'
import { useMember } from '../session/use-session.ts'

/** Problems that every page shows; other warnings are on the overview. */
export function Banners() {
  const t = useMessages(shellMessages)
  const { warnings } = useMember()
  const { pathname } = useLocation()
  // The webhook pages show which endpoint it is.
  const switchedOff =
    !pathname.startsWith('/webhooks') &&
    warnings.some(({ code }) => code === 'webhook_endpoints_switched_off')
  const isOnline = useOnline()
  const live = useLive()
  const isOffline = live === 'lost' || !isOnline
  const isStale = live === 'refused' && !isOffline
  if (!isOffline && !isStale && !switchedOff) return null
  return (
    <Stack gap="xs" maw={1320} mx="auto" mb="lg">
      {isOffline && (
        <Alert color="red" variant="light" icon={<WifiOff aria-hidden />} role="status">
          {t('offline')}
        </Alert>
      )}
      {isStale && (
        <Alert color="yellow" variant="light" icon={<TriangleAlert aria-hidden />} role="status">
          {t('notLive')}
        </Alert>
      )}
      {switchedOff && (
        <Alert color="red" variant="light" icon={<TriangleAlert aria-hidden />}>
          {t('endpointDisabled')}{' '}
          <Anchor component={Link} to="/webhooks" inherit>
            {t('viewWebhooks')}
          </Anchor>
        </Alert>
      )}
    </Stack>
  )
}
