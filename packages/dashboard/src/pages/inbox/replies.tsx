import { Anchor, Box, Group, Stack, Text } from '@mantine/core'
import type { AccountListItem, Comment } from '@postern/sdk'
import { useList } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { platformName } from '../../parts/platform-mark.tsx'
import { safeUrl } from '../../parts/safe-url.ts'
import { Untrusted } from '../../parts/untrusted.tsx'
import { When } from '../../parts/when.tsx'
import { CommentSummary } from './context.tsx'
import classes from './inbox.module.css'
import { inboxMessages } from './messages.ts'

type Props = { comment: Comment; account: AccountListItem | undefined }

/** Replies to a comment: by the account, and by others among the post's latest 100 comments. */
export function Replies({ comment, account }: Props) {
  const t = useMessages(inboxMessages)
  const { items } = useList(
    'comments',
    ['of post', comment.post_id],
    (client, page, signal) =>
      client.comments.list({ ...page, post_id: comment.post_id }, { signal }),
    { scope: 'all', limit: 100 },
  )
  const others = items.filter((each) => each.parent_comment_id === comment.id)
  if (comment.replies.length === 0 && others.length === 0) return null
  return (
    <Stack gap="md">
      {comment.replies.map((reply) => (
        <Box key={reply.id} className={classes.own}>
          <Group gap={6} fz="xs" c="dimmed">
            <span>{t('repliedBy', { account: account?.username ?? '' })}</span>
            <span aria-hidden>·</span>
            <When at={reply.created_at} />
            {safeUrl(reply.permalink) && (
              <Anchor
                href={safeUrl(reply.permalink)!}
                target="_blank"
                rel="noopener noreferrer"
                inherit
              >
                {t('open', { platform: platformName(comment.platform) })}
              </Anchor>
            )}
          </Group>
          <Untrusted size="sm">{reply.text}</Untrusted>
        </Box>
      ))}
      {others.length > 0 && (
        <Stack gap="sm" className={classes.quote}>
          <Text size="xs" c="dimmed">
            {t('otherReplies', { count: others.length })}
          </Text>
          {others.map((each) => (
            <CommentSummary key={each.id} comment={each} />
          ))}
        </Stack>
      )}
    </Stack>
  )
}
