import { Anchor, Code, Stack, Text, type TextProps } from '@mantine/core'
import type { ApiRequest } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../../messages/messages.ts'
import { MiddleCut } from '../../parts/middle-cut.tsx'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { Status } from '../../parts/status.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { requestMessages } from './messages.ts'

export function RequestTable({ requests }: { requests: ApiRequest[] }) {
  const t = useMessages(requestMessages)
  const columns: Column<ApiRequest>[] = [
    {
      key: 'request',
      label: t('request'),
      role: 'title',
      width: '38%',
      cell: ({ id, method, path }) => (
        <Anchor
          component={Link}
          to="/requests"
          search={((before: object) => ({ ...before, request: id })) as never}
          size="sm"
          className="request-line row-link"
          title={path}
          aria-label={`${method} ${path}`}
        >
          <span>{method}</span>
          <MiddleCut text={path} />
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
      cell: ({ error_code: code, error_fields: fields, error_details: details }) => {
        if (!code) return null
        const reasons = details.map((detail) =>
          [detail.path, detail.code].filter(Boolean).join(': '),
        )
        const text = (details.length > 0 ? reasons : fields).join(', ')
        return (
          <Stack gap={2} align="flex-start">
            <Code>{code}</Code>
            {text && <OneLine text={text} size="xs" c="dimmed" />}
          </Stack>
        )
      },
    },
    {
      key: 'key',
      label: t('key'),
      cell: ({ key }) => <OneLine text={visibleName(key.name, key.id)} size="sm" />,
    },
    {
      key: 'duration',
      label: t('duration'),
      cell: ({ duration_ms: count }) => (
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          {t('milliseconds', { count })}
        </Text>
      ),
    },
    {
      key: 'time',
      label: t('time'),
      cell: ({ created_at: at }) => <When at={at} size="sm" exact="seconds" />,
    },
  ]
  return <StackTable label={t('title')} columns={columns} items={requests} keyOf={({ id }) => id} />
}

/** A name or list on one line, in full in its tooltip. */
function OneLine({ text, ...props }: TextProps & { text: string }) {
  return (
    <Text
      {...props}
      className="untrusted"
      dir="auto"
      maw={{ base: '100%', sm: 160 }}
      title={text}
      truncate
      // Instead of the line breaks of other people's texts.
      style={{ whiteSpace: 'nowrap' }}
    >
      {text}
    </Text>
  )
}

export function RequestStatus({ status }: { status: number }) {
  const outcome = status < 400 ? 'succeeded' : status < 500 ? 'unknown' : 'failed'
  return <Status value={outcome} label={String(status)} />
}
