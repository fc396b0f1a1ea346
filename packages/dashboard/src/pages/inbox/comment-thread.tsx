import { Box, Button, Divider, Stack, Text } from '@mantine/core'
import type { AccountListItem, Comment } from '@postern/sdk'
import { ArrowLeft } from 'lucide-react'
import { useRef } from 'react'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { notifySuccess } from '../../parts/notify.tsx'
import { platformName } from '../../parts/platform-mark.tsx'
import { safeUrl } from '../../parts/safe-url.ts'
import { useShortcuts, useShortcutsEnabled } from '../../parts/use-shortcuts.ts'
import { useAccountOf } from '../../session/use-accounts.ts'
import { useMay, useMember } from '../../session/use-session.ts'
import { CommentHead } from './comment-head.tsx'
import { Parent, PostCard } from './context.tsx'
import type { ReplyStatus } from './filters.tsx'
import { type InboxWords, inboxMessages } from './messages.ts'
import { Notes } from './notes.tsx'
import { Replies } from './replies.tsx'
import { ReplyBox } from './reply-box.tsx'
import type { Triage } from './use-triage.ts'

/** The key of the query of `useComment`. */
export const commentKey = (id: string) => ['comments', null, ['one', id]]

/** Loads a comment; disabled while `id` is `null`. */
export function useComment(id: string | null) {
  return useData(
    'comments',
    ['one', id],
    (client, signal) => client.comments.get(id!, { signal }),
    { scope: 'all', enabled: id !== null },
  )
}

type Props = {
  id: string
  triage: Triage
  /** Starts in the reply box, as after a reply to the comment before. */
  startsReply: boolean
  onBack: (() => void) | null
}

/** A comment with its post, parent, replies, reply form and notes. */
export function CommentThread({ onBack, ...props }: Props) {
  const t = useMessages(inboxMessages)
  const query = useComment(props.id)
  return (
    <Box p="md">
      {onBack && (
        <Button
          variant="subtle"
          size="compact-sm"
          mb="sm"
          // The list with the focused row is gone, so the focus moves here.
          autoFocus={!props.startsReply}
          leftSection={<ArrowLeft size={16} aria-hidden />}
          onClick={onBack}
        >
          {t('back')}
        </Button>
      )}
      <DataState query={query}>{(comment) => <Thread comment={comment} {...props} />}</DataState>
    </Box>
  )
}

type ThreadProps = Omit<Props, 'id' | 'onBack'> & { comment: Comment }

function Thread({ comment, triage, startsReply }: ThreadProps) {
  const t = useMessages(inboxMessages)
  const { member } = useMember()
  const accountOf = useAccountOf()
  const account = accountOf(comment.account_id)
  const [areShortcutsEnabled] = useShortcutsEnabled()
  const canReply = useMay('comments:write')
  const box = useRef<HTMLTextAreaElement>(null)
  const cannotHide = reasonNotToHide(t, comment, account)
  const permalink = safeUrl(comment.permalink)
  const [changingId, changing] = triage.changing ?? []
  const shown = changingId === comment.id ? { ...changing } : {}
  const assignee =
    shown.assigned_to === undefined ? (comment.assigned_to?.id ?? null) : shown.assigned_to
  const setStatus = (status: ReplyStatus) => triage.setStatus(comment, status)
  const toggleHidden = () => {
    if (cannotHide) return notifySuccess(cannotHide)
    if (!triage.isHiding) triage.toggleHidden(comment)
  }
  useShortcuts(areShortcutsEnabled && canReply, {
    r: () => box.current?.focus(),
    h: toggleHidden,
    a: () => triage.assign(comment, assignee === member.id ? null : member.id),
    u: () => setStatus('unreplied'),
    i: () => setStatus('in_progress'),
    d: () => setStatus('replied'),
    e: () => setStatus('no_reply_needed'),
    o: () => permalink && window.open(permalink, '_blank', 'noopener,noreferrer'),
  })
  return (
    <Stack gap="md">
      <PostCard id={comment.post_id} account={account} profileId={comment.profile_id} />
      <CommentHead
        comment={comment}
        account={account}
        status={shown.reply_status ?? comment.reply_status}
        onStatus={setStatus}
        assignee={assignee}
        onAssign={(id) => triage.assign(comment, id)}
        cannotHide={cannotHide}
        isHiding={triage.isHiding}
        onHide={toggleHidden}
      />
      {comment.parent_comment_id && <Parent id={comment.parent_comment_id} />}
      <Replies comment={comment} account={account} />
      <Divider />
      {canReply ? (
        <ReplyBox
          key={comment.id}
          comment={comment}
          account={account}
          box={box}
          startsFocused={startsReply}
          onReplied={(reply) => triage.replied(comment, reply)}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t('roleCannotReply')}
        </Text>
      )}
      {canReply && <Notes comment={comment} />}
    </Stack>
  )
}

/** Why the comment cannot be hidden, as text; `null` if it can. */
function reasonNotToHide(
  t: InboxWords,
  comment: Comment,
  account: AccountListItem | undefined,
): string | null {
  if (comment.can_hide) {
    if (!account || account.capabilities.hide) return null
    return t(account.status === 'connected' ? 'noHidePermission' : account.status)
  }
  if (comment.deleted_at) return t('cannotHideDeleted')
  const platform = platformName(comment.platform)
  return t(comment.parent_comment_id ? 'cannotHideNested' : 'cannotHide', { platform })
}
