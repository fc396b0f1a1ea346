import { Anchor, Box, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import type { AccountListItem, Comment, Post } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { AccountName, platformName } from '../../parts/platform-mark.tsx'
import { ProfileLabel } from '../../parts/profile-mark.tsx'
import { safeUrl } from '../../parts/safe-url.ts'
import { visibleName } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { useProfileOf } from '../../session/use-profiles.ts'
import classes from './inbox.module.css'
import { inboxMessages } from './messages.ts'

type PostCardProps = { id: string; account: AccountListItem | undefined; profileId: string }

/** The commented post: first image, client, account, text and links. */
export function PostCard({ id, account, profileId }: PostCardProps) {
  const t = useMessages(inboxMessages)
  const query = useData(
    'posts',
    ['one', id],
    (client, signal) => client.posts.get(id, { signal }),
    {
      scope: 'all',
    },
  )
  const client = useProfileOf()(profileId)
  if (query.isPending) return <Skeleton height={98} />
  const post = query.data
  // Replying works without the post.
  if (!post) return null
  const target = post.targets.find((each) => each.account_id === account?.id)
  const permalink = safeUrl(target?.permalink)
  const text = target?.text ?? post.text
  const media = (target?.media ?? post.media)[0]
  return (
    <Paper withBorder p="sm">
      <Group align="flex-start" gap="sm" wrap="nowrap">
        {media && <Thumbnail id={media.id} alt={media.alt_text} />}
        <Stack gap={4} miw={0} flex={1}>
          <Group gap="4px 10px" fz="xs" c="dimmed">
            {client && <ProfileLabel profile={client} />}
            {account && <AccountName platform={account.platform} username={account.username} />}
            {post.source === 'external' && <span>{t('external')}</span>}
            {post.published_at && <When at={post.published_at} />}
          </Group>
          <Text size="sm" lineClamp={2} className="untrusted" dir="auto">
            {text || t('noText')}
          </Text>
          <PostLinks post={post} permalink={permalink} platform={target?.platform} />
        </Stack>
      </Group>
    </Paper>
  )
}

type LinksProps = {
  post: Post
  permalink: string | null
  platform: Comment['platform'] | undefined
}

function PostLinks({ post, permalink, platform }: LinksProps) {
  const t = useMessages(inboxMessages)
  const only = ((before: Record<string, string>) => ({
    ...before,
    post: post.id,
    status: 'all',
  })) as unknown as true
  return (
    <Group gap="4px var(--mantine-spacing-md)" fz="sm">
      <Anchor component={Link} to={`/posts/${post.id}`} inherit>
        {t('viewPost')}
      </Anchor>
      {permalink && platform && (
        <Anchor href={permalink} target="_blank" rel="noopener noreferrer" inherit>
          {t('viewPostOn', { platform: platformName(platform) })}
        </Anchor>
      )}
      <Anchor component={Link} to="/inbox" search={only} inherit>
        {t('onlyPost')}
      </Anchor>
    </Group>
  )
}

function Thumbnail({ id, alt }: { id: string; alt: string | null }) {
  const { data } = useData(
    'media',
    ['one', id],
    (client, signal) => client.media.get(id, { signal }),
    {
      scope: 'all',
    },
  )
  const source = data?.thumbnail_url ?? (data?.type === 'image' ? data.url : null)
  if (!source) return null
  return <img src={source} alt={alt ?? ''} className={classes.thumbnail} loading="lazy" />
}

/** The parent comment. */
export function Parent({ id }: { id: string }) {
  const t = useMessages(inboxMessages)
  const { data, isPending } = useData(
    'comments',
    ['one', id],
    (client, signal) => client.comments.get(id, { signal }),
    { scope: 'all' },
  )
  if (isPending) return <Skeleton height={64} />
  if (!data) return null
  return (
    <Box className={classes.quote}>
      <Text size="xs" c="dimmed">
        {t('inReplyTo')}
      </Text>
      <CommentSummary comment={data} />
    </Box>
  )
}

/** A short comment that links to its thread. */
export function CommentSummary({ comment }: { comment: Comment }) {
  const t = useMessages(inboxMessages)
  const to = ((before: Record<string, string>) => ({
    ...before,
    comment: comment.id,
  })) as unknown as true
  return (
    <Stack gap={2}>
      <Group gap={6} fz="sm">
        <Anchor component={Link} to="/inbox" search={to} inherit fw={600} className="untrusted">
          {visibleName(comment.author_username, t('unknownAuthor'))}
        </Anchor>
        <When at={comment.commented_at} fz="xs" c="dimmed" />
      </Group>
      <Text size="sm" lineClamp={3} className="untrusted" dir="auto">
        {comment.text.slice(0, summaryChars) || t('noText')}
      </Text>
    </Stack>
  )
}

const summaryChars = 600
