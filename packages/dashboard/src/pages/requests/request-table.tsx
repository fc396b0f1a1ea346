import { Anchor, Code, Stack, Text } from '@mantine/core'
import type { ApiRequest } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { formatTimeOf } from '../../parts/dates.ts'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { Status } from '../../parts/status.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { requestMessages } from './messages.ts'

/** The end of a path, which stays visible when its middle is cut. */
const pathTailChars = 14

type Props = { requests: ApiRequest[]; onOpen: (id: string) => void }

export function RequestTable({ requests, onOpen }: Props) {
  const t = useMessages(requestMessages)
  const { i18n } = useTranslation()
  const columns: Column<ApiRequest>[] = [
    {
      key: 'request',
      label: t('request'),
      role: 'title',
      width: '40%',
      cell: ({ id, method, path }) => (
        <Anchor
          component="button"
          type="button"
          size="sm"
          className="request-line"
          title={path}
          aria-label={`${method} ${path}`}
          onClick={() => onOpen(id)}
        >
          <span>{method}</span>
          <span className="request-path">{path.slice(0, -pathTailChars)}</span>
          <span>{path.slice(-pathTailChars)}</span>
        </Anchor>
      ),
    },
    {
      key: 'status',
      label: t('status'),
      role: 'state',
      cell: ({ status }) => <RequestStatus status={status} />,
    },
    {
      key: 'code',
      label: t('code'),
      cell: ({ error_code: code, error_fields: fields }) => {
        if (!code) return null
        return (
          <Stack gap={2} align="flex-start">
            <Code>{code}</Code>
            {fields.length > 0 && (
              <Text size="xs" c="dimmed" className="untrusted" lineClamp={2}>
                {fields.join(', ')}
              </Text>
            )}
          </Stack>
        )
      },
    },
    {
      key: 'key',
      label: t('key'),
      cell: ({ key }) => (
        <Text size="sm" className="untrusted" dir="auto" lineClamp={2}>
          {visibleName(key.name, key.id)}
        </Text>
      ),
    },
    {
      key: 'duration',
      label: t('duration'),
      cell: ({ duration_ms: count }) => <Text size="sm">{t('milliseconds', { count })}</Text>,
    },
    {
      key: 'time',
      label: t('time'),
      cell: ({ created_at: at }) => (
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          <When at={at} />{' '}
          <Text span c="dimmed" size="xs">
            {formatTimeOf(at, i18n.language)}
          </Text>
        </Text>
      ),
    },
  ]
  return <StackTable label={t('title')} columns={columns} items={requests} keyOf={({ id }) => id} />
}

export function RequestStatus({ status }: { status: number }) {
  const outcome = status < 400 ? 'succeeded' : status < 500 ? 'unknown' : 'failed'
  return <Status value={outcome} label={String(status)} />
}
