import { Button, Group, Text } from '@mantine/core'
import { type AccountInsights, type AccountListItem, PosternError } from '@postern/sdk'
import { Download, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../api/client.ts'
import { useAction, useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { formatTimeOf } from '../../parts/dates.ts'
import { downloadCsv } from '../../parts/download.ts'
import { notifyError, notifySuccess } from '../../parts/notify.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../session/use-session.ts'
import { insightsMessages } from './messages.ts'
import { formatDay, type Range } from './range.ts'

const askMs = 2_000

type Props = { account: AccountListItem; insights: AccountInsights; range: Range; fileName: string }

/** When the metrics were synced, with the sync and CSV buttons. */
export function SyncBar({ account, insights, range, fileName }: Props) {
  const t = useMessages(insightsMessages)
  const { i18n } = useTranslation()
  const { data_through: settled, synced_at: synced } = insights
  // Without the permission no sync runs, even if the API returns a next time.
  const isSynced = insights.missing_permission === null
  const canSync = useMay('insights:write') && isSynced
  const next = isSynced ? insights.next_sync_at : null
  const csv = useAction(() => client.insights.accountCsv(account.id, range), {
    topics: [],
    onSuccess: (text) => downloadCsv(text, `${fileName}.csv`),
  })
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" component="div">
        {settled && (
          <div>
            {settled >= range.to
              ? t('settledAll')
              : t('settled', { day: formatDay(settled, i18n.language) })}
          </div>
        )}
        {(synced || next) && (
          <div>
            {synced ? t('synced') : t('reason_not_synced')} {synced && <When at={synced} />}
            {next && (
              <>
                {synced && ', '}
                {t('nextSync')} <When at={next} />
              </>
            )}
          </div>
        )}
      </Text>
      <Group gap="xs">
        {canSync && <SyncNow account={account} />}
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          loading={csv.isPending}
          onClick={() => csv.mutate(undefined)}
        >
          {t('csv')}
        </Button>
      </Group>
    </Group>
  )
}

function SyncNow({ account }: { account: AccountListItem }) {
  const t = useMessages(insightsMessages)
  const { i18n } = useTranslation()
  const [syncId, setSyncId] = useState<string | null>(null)
  const [allowedAt, setAllowedAt] = useAllowedAt()
  const start = useAction(
    () => client.withProfile(account.profile_id).insights.sync({ account_ids: [account.id] }),
    {
      topics: ['insights'],
      onSuccess: (sync) => {
        setSyncId(sync.id)
        setAllowedAt(sync.next_allowed_at)
      },
      onError: (error) => {
        const wait = error instanceof PosternError && error.code === 'sync_too_soon'
        if (!wait) return notifyError(error)
        const seconds = error.retryAfterSeconds ?? 300
        setAllowedAt(new Date(Date.now() + seconds * 1_000).toISOString())
      },
    },
  )
  const sync = useData('insights', ['sync', syncId], (each) => each.insights.getSync(syncId!), {
    scope: 'all',
    enabled: syncId !== null,
    refetchInterval: askMs,
  })
  const status = sync.data?.status
  const isOver = status !== undefined && status !== 'running'
  useEffect(() => {
    if (!isOver) return
    setSyncId(null)
    notifySuccess(t(status === 'failed' ? 'syncFailed' : 'syncDone'))
  }, [isOver, status, t])
  const isRunning = start.isPending || syncId !== null
  const time = (at: string) => formatTimeOf(at, i18n.language)
  return (
    <Group gap="xs">
      {allowedAt && !isRunning && (
        <Text size="sm" c="dimmed" role="status">
          {t('syncAgain', { time: time(allowedAt) })}
        </Text>
      )}
      <Button
        leftSection={<RefreshCw size={16} aria-hidden />}
        loading={isRunning}
        disabled={allowedAt !== null || account.status !== 'connected'}
        onClick={() => start.mutate(undefined)}
      >
        {t(isRunning ? 'syncing' : 'syncNow')}
      </Button>
    </Group>
  )
}

/** When the next manual sync is allowed; `null` once it is. */
function useAllowedAt(): [string | null, (at: string) => void] {
  const [at, setAt] = useState<string | null>(null)
  useEffect(() => {
    if (!at) return
    const timer = setTimeout(() => setAt(null), Math.max(0, Date.parse(at) - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return [at, setAt]
}
