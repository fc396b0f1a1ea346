import { Button, Text, Textarea } from '@mantine/core'
import type { Post, Target } from '@postern/sdk'
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { fieldError } from '../../../parts/error-notice.tsx'
import { Form, useForm } from '../../../parts/form.tsx'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { Untrusted } from '../../../parts/untrusted.tsx'
import { detailMessages } from '../../../post/detail-messages.ts'
import { hasOpenParts } from '../../../post/post-state.ts'
import { writtenFor } from '../../../post/written-target.ts'
import { useMay } from '../../../session/use-session.ts'

type Props = { post: Post; target: Target }

/** Edits the texts of the parts that are not public yet, for a thread that has started. */
export function EditParts({ post, target }: Props) {
  const t = useMessages(detailMessages)
  const [isOpen, setIsOpen] = useState(false)
  const mayPublish = useMay('posts:write')
  if (!mayPublish || !hasOpenParts(post, target)) return null
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        leftSection={<PenLine size={14} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('editParts')}
      </Button>
      {isOpen && <Dialog post={post} target={target} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

const fieldOf = (number: number) => `part_${number}`

function Dialog({ post, target, onClose }: Props & { onClose: () => void }) {
  const t = useMessages(detailMessages)
  const thread = target.thread ?? post.thread
  // What is public when the dialog opens; the API refuses a part that has become public since.
  const [firstOpen] = useState(target.parts.length + 1)
  const open = thread.flatMap((part, index) =>
    index + 2 < firstOpen ? [] : [{ number: index + 2, text: part.text }],
  )
  const form = useForm<Record<string, string>, Post>({
    initialValues: Object.fromEntries(open.map(({ number, text }) => [fieldOf(number), text])),
    send: (values, client) => {
      const changed = thread.map((part, index) => ({
        ...part,
        text: values[fieldOf(index + 2)] ?? part.text,
      }))
      return client.posts.update(post.id, changeOf(post, target, changed))
    },
    topics: ['posts'],
    successMessage: t('partsSaved'),
    onSuccess: onClose,
    onError: (error) => {
      const index = post.targets.indexOf(target)
      const found = open.flatMap(({ number }) => {
        const path = `thread.${number - 2}`
        const message = fieldError(error, path) ?? fieldError(error, `targets.${index}.${path}`)
        return message ? [[fieldOf(number), message]] : []
      })
      return found.length > 0 && Object.fromEntries(found)
    },
  })
  const texts = [target.text ?? post.text, ...thread.map((part) => part.text)]
  return (
    <FormDialog opened onClose={onClose} title={t('editParts')}>
      <Form form={form} action={t('save')} onCancel={onClose}>
        <Text size="sm">{t('editPartsText')}</Text>
        {texts.slice(0, firstOpen - 1).map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one thread, in order
          <div key={index}>
            <Text size="sm" fw={500}>
              {t('part', { number: index + 1 })} · {t('partLive')}
            </Text>
            <Untrusted size="sm" c="dimmed">
              {text}
            </Untrusted>
          </div>
        ))}
        {open.map(({ number }, index) => (
          <Textarea
            key={number}
            label={t('part', { number })}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={LIMITS.post.textCharsMax}
            dir="auto"
            {...(index === 0 && { 'data-autofocus': true })}
            {...form.field(fieldOf(number))}
          />
        ))}
      </Form>
    </FormDialog>
  )
}

/** The thread becomes the account's own if others share the post's, which they may have published. */
function changeOf(post: Post, changed: Target, thread: Post['thread']) {
  if (post.targets.length === 1 && changed.thread === null) return { thread }
  const targets = post.targets.map((target) => {
    const { text, media, first_comment, ...written } = writtenFor(post, target)
    const own = target.id === changed.id ? thread : written.thread
    return {
      account_id: target.account_id,
      ...(text === null ? {} : { text }),
      ...(media === null ? {} : { media }),
      ...(own === null ? {} : { thread: own }),
      ...(first_comment === null ? {} : { first_comment }),
      options: target.options,
      ...(post.mode === 'schedule' && target.scheduled_at
        ? { scheduled_at: target.scheduled_at }
        : {}),
    }
  })
  return { targets }
}
