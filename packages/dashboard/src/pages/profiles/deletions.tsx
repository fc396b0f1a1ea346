import { Alert, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { notifySuccess } from '../../parts/notify.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { profileMessages } from './messages.ts'

const activePollMs = 10_000
const idlePollMs = 60_000

/** Profiles whose deletion is still running; owners only. */
export function Deletions() {
  const t = useMessages(profileMessages)
  const [isWatching, setIsWatching] = useState(false)
  const before = useRef(new Map<string, string>())
  const { data } = useData(
    'profiles',
    'deletions',
    (client) => client.profiles.listDeletions({ status: 'deleting', limit: 20 }),
    { scope: 'all', refetchInterval: isWatching ? activePollMs : idlePollMs },
  )
  useEffect(() => {
    if (!data) return
    const now = new Map(data.data.map(({ id, name }) => [id, visibleName(name, id)]))
    for (const [id, name] of before.current) if (!now.has(id)) notifySuccess(t('deleted', { name }))
    before.current = now
    setIsWatching(now.size > 0)
  }, [data, t])
  if (!data || data.data.length === 0) return null
  return (
    <Stack gap="xs" role="status">
      {data.data.map(({ id, name }) => (
        <Alert key={id} variant="light" color="gray" icon={<Loader size={18} aria-hidden />}>
          <Text size="sm" fw={600} className="untrusted" lineClamp={2}>
            {t('deleting', { name: visibleName(name, id) })}
          </Text>
          <Text size="sm">{t('deletingText')}</Text>
        </Alert>
      ))}
    </Stack>
  )
}
