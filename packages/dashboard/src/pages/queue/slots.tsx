import { Button, Group, Stack, Text } from '@mantine/core'
import type { AccountListItem, Post, Slot } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { formatTimeOf } from '../../parts/dates.ts'
import { Empty } from '../../parts/empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { PostLink } from '../../post/post-link.tsx'
import { postStatusOf } from '../../post/post-state.ts'
import { PostStatus } from '../../post/post-status.tsx'
import { composerSearch } from '../../post/queue/composer-search.ts'
import { queueMessages } from '../../post/queue/messages.ts'
import { useMay } from '../../session/use-session.ts'
import { MoveActions } from './move-actions.tsx'
import { SkipAction } from './skip-action.tsx'
import { formatSlot } from './slot-time.ts'
import { queuedOf, usePostsInSlots, useSlots } from './use-queue.ts'

/** The coming slots of the account, with what fills each and how to change that. */
export function Slots({ account }: { account: AccountListItem }) {
  const t = useMessages(queueMessages)
  const canEdit = useMay('posts:write')
  const list = useSlots(account.id)
  const postOf = usePostsInSlots(account.id, list.items)
  const queued = queuedOf(list.items)
  const nextFree = list.items.find(({ status }) => status === 'free')?.slot_at
  const columns: Column<Slot>[] = [
    {
      key: 'time',
      label: t('time'),
      role: 'line',
      width: 190,
      cell: (slot) => <SlotTime slot={slot} />,
    },
    {
      key: 'content',
      label: t('content'),
      role: 'title',
      cell: (slot) => (
        <Content
          slot={slot}
          account={account}
          isNext={slot.slot_at === nextFree}
          post={slot.post_id ? postOf(slot.post_id) : undefined}
        />
      ),
    },
  ]
  const actions: Column<Slot> = {
    key: 'actions',
    label: t('actions'),
    role: 'corner',
    width: 160,
    cell: (slot) =>
      slot.post_id ? (
        <MoveActions accountId={account.id} postId={slot.post_id} queued={queued} postOf={postOf} />
      ) : (
        <SkipAction accountId={account.id} slot={slot} />
      ),
  }
  return (
    <ListStates
      list={list}
      empty={<Empty icon={CalendarClock} title={t('noSlots')} text={t('noSlotsText')} />}
    >
      {(slots) => (
        <StackTable
          label={t('slots')}
          columns={canEdit ? [...columns, actions] : columns}
          items={slots}
          keyOf={({ post_id, slot_at }) => post_id ?? slot_at}
          isUnnamed
        />
      )}
    </ListStates>
  )
}

/** The slot, and when its post goes out if that is later. */
function SlotTime({ slot: { slot_at, scheduled_at } }: { slot: Slot }) {
  const t = useMessages(queueMessages)
  const { i18n } = useTranslation()
  return (
    <div>
      <Text size="sm" fw={600} component="time" dateTime={slot_at}>
        {formatSlot(slot_at, i18n.language)}
      </Text>
      {scheduled_at && scheduled_at !== slot_at && (
        <Text size="xs" c="dimmed">
          {t('publishedAt', { at: formatTimeOf(scheduled_at, i18n.language) })}
        </Text>
      )}
    </div>
  )
}

type ContentProps = {
  slot: Slot
  account: AccountListItem
  /** Whether the next queued post takes the slot. */
  isNext: boolean
  post: Post | undefined
}

function Content({ slot, account, isNext, post }: ContentProps) {
  const t = useMessages(queueMessages)
  const canEdit = useMay('posts:write')
  if (post) {
    const status = postStatusOf(post)
    return (
      <Stack gap={4} align="flex-start">
        <PostLink post={post} />
        {status !== 'scheduled' && <PostStatus value={status} />}
      </Stack>
    )
  }
  if (slot.post_id) {
    return (
      <Text size="sm" component={Link} to={`/posts/${slot.post_id}`}>
        {t('untitled')}
      </Text>
    )
  }
  const search = composerSearch({
    profileId: account.profile_id,
    accountIds: [account.id],
    at: slot.slot_at,
    isNext,
  })
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t(slot.status === 'skipped' ? 'skipped' : 'free')}
      </Text>
      {slot.status === 'free' && canEdit && (
        <Button
          component={Link}
          to="/posts/new"
          search={search as never}
          size="compact-sm"
          variant="subtle"
        >
          {t('newPost')}
        </Button>
      )}
    </Group>
  )
}
