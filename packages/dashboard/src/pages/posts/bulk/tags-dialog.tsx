import { Button, Group, Modal, MultiSelect, Stack, TagsInput, Text } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { commonMessages } from '../../../parts/messages.ts'
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
  const tw = useMessages(commonMessages)
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const used = [...new Set(posts.flatMap(({ tags }) => tags))].sort()
  const suggested = used.filter((tag) => posts.some(({ tags }) => !tags.includes(tag)))
  const count = posts.length
  return (
    <Modal opened onClose={onClose} title={t('tagsTitle', { count })}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSave(posts, { add, remove })
        }}
      >
        <Stack>
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
            onChange={(tags) => setAdd(tags.map((tag) => tag.slice(0, LIMITS.post.tagCharsMax)))}
          />
          {used.length > 0 && (
            <MultiSelect
              label={t('removeTags')}
              data={used}
              value={remove}
              onChange={setRemove}
              searchable
              hidePickedOptions
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {tw('cancel')}
            </Button>
            <Button type="submit" disabled={add.length + remove.length === 0}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
