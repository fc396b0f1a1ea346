import { Anchor, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Media, Post } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import dayjs from 'dayjs'
import { useData } from '../../../api/use-data.ts'
import { useProfileParam } from '../../../api/use-search-param.ts'
import { useMessages } from '../../../messages/messages.ts'
import { DataState } from '../../../parts/data-state.tsx'
import { PlatformMark } from '../../../parts/platform-mark.tsx'
import { ProfileLabel } from '../../../parts/profile-mark.tsx'
import { When } from '../../../parts/when.tsx'
import { useProfileOf, useProfiles } from '../../../session/use-profiles.ts'
import { ExpiredLines, useExpiredAccountsOf } from './expired-accounts.tsx'
import { MediaThumb } from './media-thumb.tsx'
import { postMessages } from './messages.ts'
import { excerptOf, firstMediaIdOf } from './post-state.ts'
import { useMediaByIds } from './use-media-by-ids.ts'

const shownMax = 5
const thumbSize = 44

/** The next scheduled posts of the given client, or of those selected. */
export function NextPosts({ profileId }: { profileId?: string }) {
  const t = useMessages(postMessages)
  const from = dayjs().subtract(1, 'day').format('YYYY-MM-DD')
  const posts = useData(
    'posts',
    ['next', from, profileId],
    (client) =>
      (profileId ? client.withProfile(profileId) : client).posts.list({
        status: 'scheduled',
        order: 'asc',
        from,
        limit: shownMax,
      }),
    profileId ? { scope: 'all' } : {},
  )
  const search = (profileId ? { profile: profileId } : {}) as never
  const ids = (posts.data?.data ?? []).flatMap((post) => firstMediaIdOf(post) ?? [])
  const { data: media = [] } = useMediaByIds(ids)
  return (
    <Paper withBorder p="md" component="section">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t('upcoming')}
        </Title>
        <Anchor component={Link} to="/calendar" search={search} size="sm">
          {t('calendar')}
        </Anchor>
      </Group>
      <DataState query={posts} rows={shownMax}>
        {({ data }) =>
          data.length === 0 ? (
            <Stack gap="sm" align="flex-start">
              <div>
                <Text>{t('noUpcoming')}</Text>
                <Text size="sm" c="dimmed">
                  {t('noUpcomingText')}
                </Text>
              </div>
              <Button component={Link} to="/posts/new" search={search} size="xs">
                {t('newPost')}
              </Button>
            </Stack>
          ) : (
            <Stack gap="sm" component="ul" m={0} p={0}>
              {data.map((post) => (
                <NextPost
                  key={post.id}
                  post={post}
                  media={media}
                  showsClient={profileId === undefined}
                />
              ))}
            </Stack>
          )
        }
      </DataState>
    </Paper>
  )
}

type NextPostProps = { post: Post; media: readonly Media[]; showsClient: boolean }

function NextPost({ post, media, showsClient }: NextPostProps) {
  const t = useMessages(postMessages)
  const [selected] = useProfileParam()
  const isOneOfMany = useProfiles().length > 1
  const client = useProfileOf()(post.profile_id)
  const expired = useExpiredAccountsOf()(post)
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
