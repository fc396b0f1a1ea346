import { Anchor, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { AccountListItem, Media, Post } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { useData } from '../api/use-data.ts'
import { useProfileParam } from '../api/use-search-param.ts'
import { useMessages } from '../messages/messages.ts'
import { DataState } from '../parts/data-state.tsx'
import { PlatformMark } from '../parts/platform-mark.tsx'
import { ProfileLabel } from '../parts/profile-mark.tsx'
import { When } from '../parts/when.tsx'
import { useAccountOf } from '../session/use-accounts.ts'
import { useProfileOf, useProfiles } from '../session/use-profiles.ts'
import { ExpiredLines, expiredAccountsOf } from './expired-accounts.tsx'
import { MediaThumb } from './media-thumb.tsx'
import { postMessages } from './messages.ts'
import { excerptOf, firstMediaIdOf } from './post-state.ts'
import { useMediaByIds } from './use-media-by-ids.ts'

const shownMax = 5
const thumbSize = 44

/** The next scheduled posts of a client. */
export function NextPosts({ profileId }: { profileId: string }) {
  const from = dayjs().subtract(1, 'day').format('YYYY-MM-DD')
  const posts = useData(
    'posts',
    ['next', from, profileId],
    (client) =>
      client
        .withProfile(profileId)
        .posts.list({ status: 'scheduled', order: 'asc', from, limit: shownMax }),
    { scope: 'all' },
  )
  const ids = (posts.data?.data ?? []).flatMap((post) => firstMediaIdOf(post) ?? [])
  const { data: media = [] } = useMediaByIds(ids)
  const accountOf = useAccountOf()
  return (
    <NextPostsFrame profileId={profileId}>
      <DataState query={posts} rows={shownMax}>
        {({ data }) => (
          <NextPostList posts={data} media={media} accountOf={accountOf} profileId={profileId} />
        )}
      </DataState>
    </NextPostsFrame>
  )
}

type FrameProps = { profileId?: string; children: ReactNode }

export function NextPostsFrame({ profileId, children }: FrameProps) {
  const t = useMessages(postMessages)
  return (
    <Paper withBorder p="md" component="section">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t('upcoming')}
        </Title>
        <Anchor component={Link} to="/calendar" search={searchOf(profileId)} size="sm">
          {t('calendar')}
        </Anchor>
      </Group>
      {children}
    </Paper>
  )
}

function searchOf(profileId: string | undefined) {
  return (profileId ? { profile: profileId } : {}) as never
}

type ListProps = {
  posts: readonly Post[]
  media: readonly Media[]
  accountOf: (id: string) => AccountListItem | undefined
  /** The client that the posts are of, instead of those selected. */
  profileId?: string
}

export function NextPostList({ posts, media, accountOf, profileId }: ListProps) {
  const t = useMessages(postMessages)
  if (posts.length === 0) {
    return (
      <Stack gap="sm" align="flex-start">
        <div>
          <Text>{t('noUpcoming')}</Text>
          <Text size="sm" c="dimmed">
            {t('noUpcomingText')}
          </Text>
        </div>
        <Button component={Link} to="/posts/new" search={searchOf(profileId)} size="xs">
          {t('newPost')}
        </Button>
      </Stack>
    )
  }
  return (
    <Stack gap="sm" component="ul" m={0} p={0}>
      {posts.map((post) => (
        <NextPost
          key={post.id}
          post={post}
          media={media}
          expired={expiredAccountsOf(post, accountOf)}
          showsClient={profileId === undefined}
        />
      ))}
    </Stack>
  )
}

type NextPostProps = {
  post: Post
  media: readonly Media[]
  expired: readonly AccountListItem[]
  showsClient: boolean
}

function NextPost({ post, media, expired, showsClient }: NextPostProps) {
  const t = useMessages(postMessages)
  const [selected] = useProfileParam()
  const isOneOfMany = useProfiles().length > 1
  const client = useProfileOf()(post.profile_id)
  const file = media.find(({ id }) => id === firstMediaIdOf(post))
  return (
    <Group component="li" gap="sm" wrap="nowrap" style={{ listStyle: 'none' }} mih={thumbSize}>
      {firstMediaIdOf(post) && (
        <MediaThumb media={file} type={file?.type ?? 'image'} size={thumbSize} />
      )}
      <Box flex={1} miw={0}>
        <Anchor component={Link} to={`/posts/${post.id}`} c="inherit" size="sm" fw={600}>
          <Text span inherit className="untrusted" dir="auto" lineClamp={1}>
            {excerptOf(post) || t('noText')}
          </Text>
        </Anchor>
        <Group gap={6} c="dimmed" fz="sm" wrap="nowrap">
          <Text inherit fw={600} c="bright" style={{ whiteSpace: 'nowrap' }}>
            <When at={post.scheduled_at} day />
          </Text>
          {[...new Set(post.targets.map(({ platform }) => platform))].map((platform) => (
            <PlatformMark key={platform} platform={platform} size={15} />
          ))}
          {showsClient && selected === null && isOneOfMany && client && (
            <ProfileLabel profile={client} />
          )}
        </Group>
        <ExpiredLines accounts={expired} />
      </Box>
    </Group>
  )
}
