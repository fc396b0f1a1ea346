import { Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import type { PostImport, PostImportRow } from '@postern/sdk'
import { useAction, useData, useList } from '../../../api/use-data.ts'
import { errorDetailMessage } from '../../../messages/api-error-message.ts'
import { useMessages } from '../../../messages/messages.ts'
import { useConfirm } from '../../../parts/confirm.tsx'
import { ErrorNotice } from '../../../parts/error-notice.tsx'
import { ListStates, LoadingLines } from '../../../parts/list-states.tsx'
import { type Column, StackTable } from '../../../parts/stack-table.tsx'
import { importMessages } from './messages.ts'

/** The progress of an import or a check, and the errors by row. */
export function ImportResult({ id }: { id: string }) {
  const { data, error, refetch } = useData('posts', ['import', id], (client, signal) =>
    client.posts.imports.get(id, { signal }),
  )
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingLines rows={2} />
  return (
    <Stack gap="md">
      <ProgressCard of={data} />
      {data.rows.failed > 0 && <FailedRows of={data} />}
    </Stack>
  )
}

function ProgressCard({ of }: { of: PostImport }) {
  const t = useMessages(importMessages)
  const { total, waiting, created, valid, exists, failed, undone } = of.rows
  const done = total - waiting
  const counts = { created, valid, exists, failed, canceled: undone } as const
  const named = Object.keys(counts) as (keyof typeof counts)[]
  const title = of.dry_run ? { running: 'checking', completed: 'checked' } : {}
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t(
            { running: 'running', completed: 'completed', undone: 'undone', ...title }[
              of.status
            ] as 'running',
          )}
        </Title>
        {waiting > 0 && (
          <Progress value={(100 * done) / total} aria-label={t('progress', { done, total })} />
        )}
        <Text size="sm" role="status">
          {[
            t('progress', { done, total }),
            ...named
              .filter((name) => counts[name] > 0)
              .map((name) => t(name, { count: counts[name] })),
          ].join(' · ')}
        </Text>
        {!of.dry_run && of.status !== 'undone' && created + waiting > 0 && <Undo of={of} />}
      </Stack>
    </Paper>
  )
}

function Undo({ of }: { of: PostImport }) {
  const t = useMessages(importMessages)
  const confirm = useConfirm()
  const undo = useAction((client) => client.posts.imports.undo(of.id), {
    topics: ['posts'],
    successMessage: t('undoDone'),
  })
  const ask = async () => {
    const question = { title: t('undo'), text: t('undoText'), action: t('undo') }
    if (await confirm(question)) undo.mutate(undefined)
  }
  return (
    <Group>
      <Button variant="default" size="xs" loading={undo.isPending} onClick={() => void ask()}>
        {t('undo')}
      </Button>
    </Group>
  )
}

function FailedRows({ of }: { of: PostImport }) {
  const t = useMessages(importMessages)
  const list = useList('posts', ['import_rows', of.id, of.rows.failed], (client, page, signal) =>
    client.posts.imports.rows(of.id, { status: ['failed'], ...page }, { signal }),
  )
  const columns: Column<PostImportRow>[] = [
    { key: 'row', label: t('row'), role: 'title', width: 90, cell: ({ row }) => row },
    {
      key: 'id',
      label: t('externalId'),
      cell: ({ external_id: id }) => id && <span className="untrusted">{id}</span>,
    },
    {
      key: 'problem',
      label: t('problem'),
      cell: ({ errors }) => (
        <Stack gap={2}>
          {errors.map((each) => (
            <Text key={`${each.path} ${each.code}`} size="sm" className="untrusted">
              {[each.path, errorDetailMessage(each)].filter(Boolean).join(': ')}
            </Text>
          ))}
        </Stack>
      ),
    },
  ]
  return (
    <ListStates list={list} empty={null}>
      {(rows) => (
        <StackTable
          label={t('errors')}
          columns={columns}
          items={rows}
          keyOf={({ row }) => String(row)}
        />
      )}
    </ListStates>
  )
}
