import { ActionIcon, Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import type { Comment, CommentNote } from '@postern/sdk'
import { Lock, Trash2 } from 'lucide-react'
import { useAction, useList } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { Untrusted } from '../../parts/untrusted.tsx'
import { When } from '../../parts/when.tsx'
import { useMember } from '../../session/use-session.ts'
import classes from './inbox.module.css'
import { notesMessages } from './notes-messages.ts'

const noteCharsMax = LIMITS.comment.note.charsMax

/** What members wrote to each other about a comment, with a form for another note. */
export function Notes({ comment }: { comment: Comment }) {
  const t = useMessages(notesMessages)
  const { items, query } = useList(
    'comments',
    ['notes', comment.id],
    (client, page, signal) => client.comments.notes.list(comment.id, page, { signal }),
    { scope: 'all', limit: 100 },
  )
  return (
    <section className={classes.notes} aria-labelledby="notes">
      <Stack gap="sm">
        <Group gap={6} wrap="nowrap">
          <Lock size={14} aria-hidden />
          <Text id="notes" size="sm" fw={600}>
            {t('title')}
          </Text>
          <Text size="xs" c="dimmed">
            {t('internal')}
          </Text>
        </Group>
        {query.isPending && <Skeleton height={20} />}
        {query.isError && !query.data && (
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        )}
        {items.map((note) => (
          <Note key={note.id} note={note} />
        ))}
        <NoteForm comment={comment} />
      </Stack>
    </section>
  )
}

function Note({ note }: { note: CommentNote }) {
  const t = useMessages(notesMessages)
  const { member } = useMember()
  const remove = useAction(
    (client, _: null) => client.comments.notes.delete(note.comment_id, note.id),
    { topics: ['comments'], successMessage: t('deleted') },
  )
  const mayDelete = member.role === 'owner' || member.id === note.author.id
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <Stack gap={0} flex={1} miw={0}>
        <Group gap={6} fz="xs" c="dimmed">
          <Text inherit fw={600} className="untrusted" dir="auto" truncate>
            {note.author.name}
          </Text>
          <When at={note.created_at} />
        </Group>
        <Untrusted size="sm">{note.text}</Untrusted>
      </Stack>
      {mayDelete && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('delete')}
          loading={remove.isPending}
          onClick={() => remove.mutate(null)}
        >
          <Trash2 size={14} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

function NoteForm({ comment }: { comment: Comment }) {
  const t = useMessages(notesMessages)
  const form = useForm({
    initialValues: { text: '' },
    send: (values, client) => client.comments.notes.create(comment.id, values),
    topics: ['comments'],
    onSuccess: () => form.reset(),
  })
  const isEmpty = !form.values.text.trim()
  return (
    <Form form={form}>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <Textarea
          flex={1}
          size="sm"
          autosize
          minRows={1}
          maxRows={6}
          dir="auto"
          aria-label={t('add')}
          placeholder={t('placeholder')}
          maxLength={noteCharsMax}
          readOnly={form.isPending}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            if (!isEmpty) form.submit()
          }}
          {...form.field('text')}
        />
        <Button type="submit" variant="default" disabled={isEmpty} loading={form.isPending}>
          {t('add')}
        </Button>
      </Group>
    </Form>
  )
}
