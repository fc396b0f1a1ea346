import { Alert, Stack } from '@mantine/core'
import { TriangleAlert, WifiOff } from 'lucide-react'
import type { LiveState } from '../api/live.ts'
import { useMessages } from '../messages/messages.ts'
import { useMember } from '../session/use-session.ts'
import { shellWords } from './words.ts'

/** What the owner must know on every page. */
export function Banners({ live }: { live: LiveState }) {
  const t = useMessages(shellWords)
  const { warnings } = useMember()
  if (live !== 'lost' && warnings.length === 0) return null
  return (
    <Stack gap="xs" maw={1320} mx="auto" mb="lg">
      {live === 'lost' && (
        <Alert color="red" variant="light" icon={<WifiOff aria-hidden />} role="status">
          {t('lost')}
        </Alert>
      )}
      {warnings.map(({ code, message }) => (
        <Alert key={code} color="yellow" variant="light" icon={<TriangleAlert aria-hidden />}>
          {message}
        </Alert>
      ))}
    </Stack>
  )
}
