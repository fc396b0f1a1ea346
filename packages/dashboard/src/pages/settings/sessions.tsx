import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { SessionEntry } from '@postern/sdk'
import { useAction, useList } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { ListStates } from '../../parts/list-states.tsx'
import { When } from '../../parts/when.tsx'
import { settingsMessages } from './messages.ts'

export function Sessions() {
  const t = useMessages(settingsMessages)
  const list = useList('sessions', 'page', (client, page) => client.session.list(page), {
    scope: 'all',
  })
  const endAll = useAction((client) => client.session.endAll({ keep_current: 'true' }), {
    topics: ['sessions'],
    successMessage: t('endedAll'),
  })
  return (
    <ListStates list={list} empty={null}>
      {(sessions) => (
        <>
          {sessions.map((session) => (
            <Row key={session.id} session={session} />
          ))}
          {sessions.length > 1 && (
            <Group justify="flex-end">
              <Button
                variant="default"
                loading={endAll.isPending}
                onClick={() => endAll.mutate(undefined)}
              >
                {t('endAll')}
              </Button>
            </Group>
          )}
        </>
      )}
    </ListStates>
  )
}

function Row({ session }: { session: SessionEntry }) {
  const t = useMessages(settingsMessages)
  const end = useAction((client) => client.session.end(session.id), { topics: ['sessions'] })
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Stack gap={0} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={600} className="untrusted">
            {browserName(session.user_agent) ?? t('unknownBrowser')}
          </Text>
          {session.current && (
            <Badge variant="light" tt="none">
              {t('thisDevice')}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" className="untrusted">
          {session.ip ? `${session.ip} · ` : ''}
          {t('lastUsed')} <When at={session.last_seen_at} />
        </Text>
      </Stack>
      {!session.current && (
        <Button
          size="xs"
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate(undefined)}
        >
          {t('end')}
        </Button>
      )}
    </Group>
  )
}

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Macintosh', 'Linux'] as const

/** The browser's name from the user agent; browsers based on Chrome are matched before it. */
function browserName(userAgent: string | null): string | null {
  if (!userAgent) return null
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1]
  const system = systems.find((each) => userAgent.includes(each))?.replace('Macintosh', 'Mac')
  return browser ? [browser, system].filter(Boolean).join(' · ') : userAgent.slice(0, 60)
}
