import './post-page.css'
import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../../messages/messages.ts'
import { DataState } from '../../../parts/data-state.tsx'
import { formatInstant } from '../../../parts/dates.ts'
import { formatDayTime } from '../../../parts/day-time.ts'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { ProfileLabel } from '../../../parts/profile-mark.tsx'
import { useProfileOf } from '../../../session/use-profiles.ts'
import { postMessages } from '../parts/messages.ts'
import { postStatusOf, timeOf } from '../parts/post-state.ts'
import { PostStatus } from '../parts/post-status.tsx'
import { useMediaByIds } from '../parts/use-media-by-ids.ts'
import { mediaIdsOf, usePost } from '../parts/use-post.ts'
import { PostActions } from './post-actions.tsx'
import { PostDevelopers } from './post-developers.tsx'
import { PostFacts } from './post-facts.tsx'
import { PostMetrics } from './post-metrics.tsx'
import { PostPreview } from './post-preview.tsx'
import { TargetCard } from './target-card.tsx'

/** The page of one post, updated live. */
export function Page() {
  const { id } = useParams({ strict: false }) as { id: string }
  const tp = useMessages(postMessages)
  const post = usePost(id)
  if (post.data) return <PostDetails post={post.data} />
  return (
    <PageFrame title={tp('post')}>
      <DataState query={post} rows={6}>
        {() => null}
      </DataState>
    </PageFrame>
  )
}

function PostDetails({ post }: { post: Post }) {
  const tp = useMessages(postMessages)
  const { i18n } = useTranslation()
  const { data: media = [] } = useMediaByIds(mediaIdsOf(post))
  const hasPublished = post.targets.some(({ status }) => status === 'published')
  return (
    <PageFrame
      title={titleOf(post, tp('post'), i18n.language)}
      text={<Facts post={post} />}
      actions={<PostActions post={post} />}
    >
      <div className="post-page">
        <Stack gap="sm" miw={0}>
          <Title order={2} size="h5">
            {tp('targets')}
          </Title>
          {post.targets.length === 0 && (
            <Text size="sm" c="dimmed">
              –
            </Text>
          )}
          <Stack
            gap="sm"
            component="ul"
            m={0}
            p={0}
            style={{ listStyle: 'none' }}
            aria-label={tp('targets')}
          >
            {post.targets.map((target) => (
              <TargetCard key={target.id} post={post} target={target} media={media} />
            ))}
          </Stack>
        </Stack>
        <PostPreview post={post} media={media} />
        <Stack gap="md" miw={0}>
          {hasPublished && <PostMetrics post={post} />}
          <PostFacts post={post} />
          <PostDevelopers post={post} />
        </Stack>
      </div>
    </PageFrame>
  )
}

function Facts({ post }: { post: Post }) {
  const tp = useMessages(postMessages)
  const client = useProfileOf()(post.profile_id)
  return (
    <Group gap="xs" mt={4}>
      <PostStatus value={postStatusOf(post)} />
      {client && <ProfileLabel profile={client} markSize={18} size="sm" maw={320} />}
      {post.source === 'external' && (
        <Badge variant="default" tt="none">
          {tp('external')}
        </Badge>
      )}
    </Group>
  )
}

/** As "Post · Tomorrow 8:00", with the year in other years; the text is in the preview. */
function titleOf(post: Post, name: string, language: string): string {
  const at = timeOf(post)
  if (!at) return name
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear()
  return `${name} · ${(isThisYear ? formatDayTime : formatInstant)(at, language)}`
}
