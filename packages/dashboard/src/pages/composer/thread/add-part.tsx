import { Button, Text } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useMessages } from '../../../messages/messages.ts'
import { newPart, type Part } from '../../../post/composition.ts'
import { threadMessages } from './messages.ts'
import { focusFirst } from './part-frame.tsx'

type Props = { thread: readonly Part[]; onChange: (thread: Part[]) => void }

/** Adds an empty part at the end of the thread, and focuses its text. */
export function AddPart({ thread, onChange }: Props) {
  const t = useMessages(threadMessages)
  const isFull = thread.length >= LIMITS.post.threadMax
  return (
    <>
      <Button
        data-add-part
        size="xs"
        variant="default"
        leftSection={<Plus size={14} aria-hidden />}
        disabled={isFull}
        onClick={({ currentTarget }) => {
          const form = currentTarget.closest<HTMLElement>('[data-thread]')
          focusFirst(form, [`[data-part="${thread.length + 2}"] textarea`])
          onChange([...thread, newPart()])
        }}
      >
        {t('add')}
      </Button>
      {isFull && (
        <Text size="xs" c="dimmed">
          {t('full', { count: LIMITS.post.threadMax + 1 })}
        </Text>
      )}
    </>
  )
}
