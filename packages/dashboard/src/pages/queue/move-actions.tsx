import { ActionIcon, Group } from '@mantine/core'
import type { Post, Slot } from '@postern/sdk'
import { ArrowDown, ArrowUp, CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { excerptOf } from '../../post/post-state.ts'
import { queueMessages } from '../../post/queue/messages.ts'
import { MoveDialog } from './move-dialog.tsx'
import { formatSlot } from './slot-time.ts'

const labelChars = 60

type Queued = Slot & { post_id: string }

type Props = {
  accountId: string
  postId: string
  /** The slots with posts, in the order of publishing. */
  queued: readonly Queued[]
  postOf: (id: string) => Post | undefined
}

/** Moves a post by one slot of the queue, or to a chosen one. The posts between move by one. */
export function MoveActions({ accountId, postId, queued, postOf }: Props) {
  const t = useMessages(queueMessages)
  const { i18n } = useTranslation()
  const [isChoosing, setIsChoosing] = useState(false)
  const index = queued.findIndex(({ post_id }) => post_id === postId)
  const post = postOf(postId)
  const text = (post && excerptOf(post).slice(0, labelChars)) || t('untitled')
  const move = useAction(
    (_client, to: number) =>
      client.accounts.reorderQueue(accountId, { post_ids: orderAfter(queued, index, to) }),
    {
      topics: ['posts'],
      isExclusive: true,
      successMessage: ({ slots }) => {
        const slot = slots.find(({ post_id }) => post_id === postId)
        return t('moved', { at: formatSlot(slot!.slot_at, i18n.language) })
      },
    },
  )
  // Not `disabled`, which would drop the focus of the button that moved the post to the end.
  const button = (to: number, name: 'earlier' | 'later', Icon: typeof ArrowUp) => {
    const isOff = to < 0 || to >= queued.length
    return (
      <ActionIcon
        variant="default"
        size={30}
        aria-label={t(name, { text })}
        {...(isOff && { 'aria-disabled': true, 'data-disabled': true })}
        onClick={() => !isOff && move.mutate(to)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <Group gap={6} wrap="nowrap">
      {button(index - 1, 'earlier', ArrowUp)}
      {button(index + 1, 'later', ArrowDown)}
      <ActionIcon
        variant="default"
        size={30}
        aria-label={t('moveTo', { text })}
        disabled={queued.length < 2}
        onClick={() => setIsChoosing(true)}
      >
        <CalendarClock size={16} aria-hidden />
      </ActionIcon>
      {isChoosing && (
        <MoveDialog
          index={index}
          queued={queued}
          postOf={postOf}
          onMove={(to) => {
            setIsChoosing(false)
            move.mutate(to)
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </Group>
  )
}

/** The posts from the one slot to the other, which exchange their slots, with the moved one at its new place. */
function orderAfter(queued: readonly Queued[], from: number, to: number): string[] {
  const moved = queued[from]!.post_id
  const between = queued.slice(Math.min(from, to), Math.max(from, to) + 1)
  const others = between.map(({ post_id }) => post_id).filter((id) => id !== moved)
  return to < from ? [moved, ...others] : [...others, moved]
}
