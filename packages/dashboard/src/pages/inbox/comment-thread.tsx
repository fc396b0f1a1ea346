import { Box, Button, Divider, Stack, Text } from '@mantine/core'
import type { Comment } from '@postern/sdk'
import { ArrowLeft } from 'lucide-react'
import { useRef } from 'react'
import { useAction, useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { notifySuccess } from '../../parts/notify.tsx'
import { platformName } from '../../parts/platform-mark.tsx'
import { safeUrl } from '../../parts/safe-url.ts'
import { useShortcuts, useShortcutsEnabled } from '../../parts/use-shortcuts.ts'
import { useAccountOf } from '../../session/use-accounts.ts'
import { useMay } from '../../session/use-session.ts'
import { CommentHead } from './comment-head.tsx'
import { Parent, PostCard } from './context.tsx'
import type { ReplyStatus } from './filters.tsx'
import { type InboxWords, inboxMessages } from './messages.ts'
import { Replies } from './replies.tsx'
import { ReplyBox } from './reply-box.tsx'

/** Loads a comment; disabled while `id` is `null`. */
export function useComment(id: string | null) {
  return useData(
    'comments',
    ['one', id],
    (client, signal) => client.comments.get(id!, { signal }),
    { scope: 'all', enabled: id !== null },
  )
}

type Props = { id: string; onBack: (() => void) | null }

/** A comment with its post, parent, replies and reply form. */
export function CommentThread({ id, onBack }: Props) {
  const t = useMessages(inboxMessages)
  const query = useComment(id)
  return (
    <Box p="md">
      {onBack && (
        <Button
          variant="subtle"
          size="compact-sm"
          mb="sm"
          // The list with the focused row is gone, so the focus moves here.
          autoFocus
          leftSection={<ArrowLeft size={16} aria-hidden />}
          onClick={onBack}
        >
          {t('back')}
        </Button>
      )}
      <DataState query={query}>{(comment) => <Thread comment={comment} />}</DataState>
    </Box>
  )
}

function Thread({ comment }: { comment: Comment }) {
  const t = useMessages(inboxMessages)
  const accountOf = useAccountOf()
  const account = accountOf(comment.account_id)
  const [areShortcutsEnabled] = useShortcutsEnabled()
  const canReply = useMay('comments:write')
  const box = useRef<HTMLTextAreaElement>(null)
  const status = useAction(
    (client, next: ReplyStatus) => client.comments.update(comment.id, { reply_status: next }),
    { topics: ['comments'] },
  )
  const hide = useAction(
    (client, hidden: boolean) => client.comments.hide(comment.id, { hidden }),
    {
      topics: ['comments'],
      successMessage: ({ hidden }) => t(hidden ? 'hideDone' : 'unhideDone'),
    },
  )
  const cannotHide = reasonNotToHide(t, comment)
  const permalink = safeUrl(comment.permalink)
  const toggleHidden = () => {
    if (cannotHide) return notifySuccess(cannotHide)
    if (!hide.isPending) hide.mutate(!comment.hidden)
  }
  useShortcuts(areShortcutsEnabled && canReply, {
    r: () => box.current?.focus(),
    h: toggleHidden,
    u: () => status.mutate('unreplied'),
    i: () => status.mutate('in_progress'),
    d: () => status.mutate('replied'),
    e: () => status.mutate('no_reply_needed'),
    o: () => permalink && window.open(permalink, '_blank', 'noopener,noreferrer'),
  })
  return (
    <Stack gap="md">
      <CommentHead
        comment={comment}
        account={account}
        status={status.isPending ? status.variables : comment.reply_status}
        onStatus={(next) => status.mutate(next)}
        cannotHide={cannotHide}
        isHiding={hide.isPending}
        onHide={toggleHidden}
      />
      <PostCard id={comment.post_id} accountId={comment.account_id} />
      {comment.parent_comment_id && <Parent id={comment.parent_comment_id} />}
      <Replies comment={comment} account={account} />
      <Divider />
      {canReply ? (
        <ReplyBox key={comment.id} comment={comment} account={account} box={box} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('roleCannotReply')}
        </Text>
      )}
    </Stack>
  )
}

/** Why the comment cannot be hidden, as text; `null` if it can. */
function reasonNotToHide(t: InboxWords, comment: Comment): string | null {
  if (comment.can_hide) return null
  if (comment.deleted_at) return t('cannotHideDeleted')
  const platform = platformName(comment.platform)
  return t(comment.parent_comment_id ? 'cannotHideNested' : 'cannotHide', { platform })
}
