import type { Post } from '@postern/sdk'
import { contentOf } from '../time/reschedule.ts'
import { type Finding, findingsOf } from './findings.ts'
import { useDryRun } from './use-dry-run.ts'

/** What the platforms would reject in a draft; none for other posts, and until it is checked. */
export function useDraftProblems(post: Post): Finding[] {
  const { text, media, thread, thread_fallback, targets } = post
  const isDraft = post.status === 'draft' && targets.length > 0
  const content = { text, media, thread, thread_fallback }
  const body = {
    mode: 'draft',
    ...content,
    targets: targets.map((target) => contentOf(post, target)),
  }
  const { data, isPlaceholderData } = useDryRun({
    profileId: post.profile_id,
    accountIds: targets.map(({ account_id }) => account_id),
    bodyJson: JSON.stringify(body),
    enabled: isDraft,
  })
  if (!isDraft || !data || isPlaceholderData) return []
  return findingsOf(data).filter(({ level }) => level === 'error')
}
