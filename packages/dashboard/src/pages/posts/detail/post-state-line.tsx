import { Badge, Group } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { useMessages } from '../../../messages/messages.ts'
import { ProfileLabel } from '../../../parts/profile-mark.tsx'
import { When } from '../../../parts/when.tsx'
import { detailMessages } from '../../../post/detail-messages.ts'
import { postMessages } from '../../../post/messages.ts'
import { failedAtOf, postStatusOf, targetStatusOf } from '../../../post/post-state.ts'
import { PostStatus } from '../../../post/post-status.tsx'
import { useProfileOf } from '../../../session/use-profiles.ts'

/** The line below the title: status, time and client. */
export function PostStateLine({ post }: { post: Post }) {
  const tp = useMessages(postMessages)
  const client = useProfileOf()(post.profile_id)
  const status = postStatusOf(post)
  // The badges of the accounts say the same. A result to check is also said at the top.
  const isShownBelow =
    status !== 'unknown' &&
    post.targets.length > 0 &&
    post.targets.every((target) => targetStatusOf(target) === status)
  return (
    <Group gap="4px 16px" mt={4}>
      {!isShownBelow && <PostStatus value={status} />}
      <Times post={post} />
      {client && <ProfileLabel profile={client} markSize={18} size="sm" maw={320} />}
      {post.source === 'external' && (
        <Badge variant="default" tt="none">
          {tp('external')}
        </Badge>
      )}
    </Group>
  )
}

/** As in "Published today 8:00"; for a canceled post also when it was planned for. */
function Times({ post }: { post: Post }) {
  const t = useMessages(detailMessages)
  const { status, mode, scheduled_at, published_at, updated_at } = post
  const planned = mode === 'now' ? null : scheduled_at
  if (status === 'canceled') {
    return (
      <>
        {/* Nothing changes a post after it was canceled. */}
        <Time label={t('canceledAt')} at={updated_at} />
        {planned && <Time label={t('wasPlannedFor')} at={planned} />}
      </>
    )
  }
  if (published_at && status !== 'publishing')
    return <Time label={t('publishedAt')} at={published_at} />
  const failedAt = failedAtOf(post)
  if (failedAt) return <Time label={t('failedAt')} at={failedAt} />
  if (!planned) return null
  return <Time label={t(status === 'draft' ? 'plannedFor' : 'scheduledFor')} at={planned} />
}

function Time({ label, at }: { label: string; at: string }) {
  return (
    <span>
      {label} <When at={at} day="sentence" />
    </span>
  )
}
