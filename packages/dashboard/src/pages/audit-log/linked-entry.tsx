import { Alert } from '@mantine/core'
import type { AuditEntry } from '@postern/sdk'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { EntryDetail } from './entry-detail.tsx'
import { auditMessages } from './messages.ts'

const idShape = /^aud_[0-9a-z]{26}$/

type Props = {
  id: string
  /** The entries on the page, one of which is usually meant. */
  entries: AuditEntry[]
  onClose: () => void
}

/** The details of the entry in the URL, or a notice that there is none. */
export function LinkedEntry({ id, entries, onClose }: Props) {
  const t = useMessages(auditMessages)
  const listed = entries.find((entry) => entry.id === id)
  const isId = idShape.test(id)
  const query = useData(
    'audit_log',
    ['entry', id],
    async (client, signal) => {
      const page = await client.auditLog.list({ id, limit: 1 }, { signal })
      return page.data[0] ?? null
    },
    { scope: 'all', enabled: !listed && isId },
  )
  const entry = listed ?? query.data
  if (entry) return <EntryDetail entry={entry} onClose={onClose} />
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  if (isId && query.isPending) return null
  return (
    <Alert
      color="orange"
      variant="light"
      role="status"
      title={t('entryNotFound')}
      withCloseButton
      closeButtonLabel={t('closeNotice')}
      onClose={onClose}
    >
      {t('entryNotFoundText')}
    </Alert>
  )
}
