import type { Container, Post } from '../core/content.ts'
import { decimalId, shortcode } from '../core/ids.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { childrenOf } from './containers.ts'

export type NewPost = Pick<Post, 'platform' | 'account_id' | 'media_type'> & Partial<Post>

/** Creates a published post, with defaults for missing fields. */
export function createPost(sandbox: Sandbox, input: NewPost): Readonly<Post> {
  return sandbox.state.posts.put({
    id: decimalId('180', 17),
    product_type: '',
    text: '',
    title: '',
    media_ids: [],
    child_ids: [],
    parent_id: null,
    shortcode: shortcode(),
    created_at: sandbox.clock.ms(),
    is_public: true,
    facts: {},
    numbers: {},
    ...input,
  })
}

/** Creates posts for a carousel's children. Lists of posts omit them. */
export function createChildren(
  sandbox: Sandbox,
  container: Readonly<Container>,
  parentId: string,
  kinds: { image: string; video: string; product: string },
): string[] {
  return childrenOf(sandbox, container).map((child) => {
    const isVideo = child.params.video_url !== undefined
    return createPost(sandbox, {
      platform: container.platform,
      account_id: container.account_id,
      media_type: isVideo ? kinds.video : kinds.image,
      product_type: kinds.product,
      media_ids: child.media_id ? [child.media_id] : [],
      parent_id: parentId,
      facts: child.params.alt_text ? { alt_text: child.params.alt_text } : {},
    }).id
  })
}

/** An account's posts, newest first, without the children of carousels. */
export function postsOf(sandbox: Sandbox, accountId: string): Readonly<Post>[] {
  return sandbox.state.posts
    .by('account', accountId)
    .filter((post) => post.parent_id === null)
    .sort((a, b) => b.created_at - a.created_at)
}

/** The number of records created after `from`. */
export function countSince(records: { created_at: number }[], from: number): number {
  return records.filter((record) => record.created_at > from).length
}

/** Whether the configured lag of the permalink has passed. */
export function hasPermalink(sandbox: Sandbox, post: Readonly<Post>): boolean {
  const lag = sandbox.settings().permalink_lag_ms ?? 0
  return sandbox.clock.ms() >= post.created_at + lag
}
