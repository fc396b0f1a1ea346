import { Anchor, Code, Stack, Text } from '@mantine/core'
import type { AuditEntry } from '@postern/sdk'
import { useData } from '../../api/use-data.ts'
import { knownErrorMessage, loadApiMessages } from '../../messages/api-error-message.ts'
import { useMessages } from '../../messages/messages.ts'
import { ErrorDetails } from '../../parts/error-details.tsx'
import { Fact } from '../../parts/fact.tsx'
import { auditMessages } from './messages.ts'

/** Why a change failed, as the request log knows it: of requests with API keys, for 7 days. */
export function FailureReason({ entry }: { entry: AuditEntry }) {
  const t = useMessages(auditMessages)
  const { actor, request_id: id, status } = entry
  const request = useData(
    'requests',
    ['reason', entry.id],
    async (client, signal) => {
      const query = { request_id: id!, limit: 100 }
      const [page] = await Promise.all([client.requests.list(query, { signal }), loadApiMessages()])
      // Callers can send a request ID of their own, even twice.
      return page.data.find((each) => each.key.id === actor.id && each.status === status) ?? null
    },
    { scope: 'all', enabled: status >= 400 && id !== null && actor.kind === 'api_key' },
  )
  if (!request.data?.error_code) return null
  const { error_code: code, error_details: details } = request.data
  const message = knownErrorMessage(code)
  return (
    <Fact label={t('reason')}>
      <Stack gap={4} align="flex-start">
        {message && <Text size="sm">{message}</Text>}
        <Code>{code}</Code>
        <ErrorDetails details={details} />
        <Anchor href={`/docs/errors#${code}`} target="_blank" size="sm">
          {t('aboutCode', { code })}
        </Anchor>
      </Stack>
    </Fact>
  )
}
