import { Modal, MultiSelect, TagsInput, Text } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { useMessages } from '../../../messages/messages.ts'
import { Form, useForm } from '../../../parts/form.tsx'
import { bulkMessages } from './messages.ts'
import type { TagChange } from './use-bulk-actions.ts'

type Props = {
  /** Posts that can still be changed. */
  posts: readonly Post[]
  selectedCount: number
  onClose: () => void
  onSave: (posts: readonly Post[], change: TagChange) => void
}

/** Adds tags to several posts and removes some that they have. */
export function TagsDialog({ posts, selectedCount, onClose, onSave }: Props) {
  const t = useMessages(bulkMessages)
  const form = useForm({
    initialValues: { add: [] as string[], remove: [] as string[] },
    send: async (change) => onSave(posts, change),
    topics: [],
  })
  const { add, remove } = form.values
  const used = [...new Set(posts.flatMap(({ tags }) => tags))].sort()
  const suggested = used.filter((tag) => posts.some(({ tags }) => !tags.includes(tag)))
  const count = posts.length
  return (
    <Modal opened onClose={onClose} title={t('tagsTitle', { count })}>
      <Form
        form={form}
        action={t('save')}
        isDisabled={add.length + remove.length === 0}
        onCancel={onClose}
      >
        {count < selectedCount && (
          <Text size="sm" c="dimmed">
            {t('applies', { count, total: selectedCount })}
          </Text>
        )}
        <TagsInput
          label={t('addTags')}
          description={t('addTagsHint')}
          data-autofocus
          acceptValueOnBlur
          maxTags={LIMITS.post.tagsMax}
          data={suggested}
          value={add}
          onChange={(tags) =>
            form.set({ add: tags.map((tag) => tag.slice(0, LIMITS.post.tagCharsMax)) })
          }
        />
        {used.length > 0 && (
          <MultiSelect
            label={t('removeTags')}
            data={used}
            searchable
            hidePickedOptions
            {...form.field('remove')}
          />
        )}
      </Form>
    </Modal>
  )
}
