import './post-page.css'
import { Stack, Text, Title } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { useParams } from '@tanstack/react-router'
import { useMessages } from '../../../messages/messages.ts'
import { BackLink } from '../../../parts/back-link.tsx'
import { DataState } from '../../../parts/data-state.tsx'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { ContentProblems } from '../../../post/findings/content-problems.tsx'
import { useDraftProblems } from '../../../post/findings/use-draft-problems.ts'
import { postMessages } from '../../../post/messages.ts'
import { excerptOf } from '../../../post/post-state.ts'
import { Repeats } from '../../../post/repeat/repeats.tsx'
import { failedFirst } from '../../../post/target-error/failed-first.ts'
import { useMediaByIds } from '../../../post/use-media-by-ids.ts'
import { mediaIdsOf, usePost } from '../../../post/use-post.ts'
import { Approval } from './approval.tsx'
import { PostActions } from './post-actions.tsx'
import { PostDevelopers } from './post-developers.tsx'
import { PostFacts } from './post-facts.tsx'
import { PostMetrics } from './post-metrics.tsx'
import { PostPreview } from './post-preview.tsx'
import { PostStateLine } from './post-state-line.tsx'
import { TargetCard } from './target-card.tsx'

/** The page of one post, updated live. */
export function Page() {
  const { id } = useParams({ strict: false }) as { id: string }
  const tp = useMessages(postMessages)
  const post = usePost(id)
  return (
    <Stack gap="sm">
      <BackLink to="/posts" label={tp('backToPosts')} />
      {post.data ? (
        <PostDetails post={post.data} />
      ) : (
        <PageFrame title={tp('post')}>
          <DataState query={post} rows={6}>
            {() => null}
          </DataState>
        </PageFrame>
      )}
    </Stack>
  )
}

function PostDetails({ post }: { post: Post }) {
  const tp = useMessages(postMessages)
  const files = useMediaByIds(mediaIdsOf(post))
  const media = files.data ?? []
  const problems = useDraftProblems(post)
  const hasPublished = post.targets.some(({ parts }) => parts.length > 0)
  return (
    <PageFrame
      title={excerptOf(post).replace(/\s+/g, ' ') || tp('post')}
      text={<PostStateLine post={post} />}
      actions={<PostActions post={post} />}
    >
      <div className="post-page">
        <Stack gap="md" miw={0}>
          <ContentProblems
            post={post}
            // The card of its account says that access has expired.
            problems={problems.filter(({ code }) => code !== 'account_not_connected')}
          />
          <Stack gap="sm">
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
              {failedFirst(post.targets).map((target) => (
                <TargetCard key={target.id} post={post} target={target} media={media} />
              ))}
            </Stack>
          </Stack>
          {hasPublished && <PostMetrics post={post} />}
        </Stack>
        <PostPreview post={post} media={media} isLoading={files.isPending} />
        <Stack gap="md" miw={0}>
          <Approval post={post} />
          <Repeats post={post} />
          <PostFacts post={post} />
          <PostDevelopers post={post} />
        </Stack>
      </div>
    </PageFrame>
  )
}
