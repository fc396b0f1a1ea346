import type { Comment, Post } from '../core/content.ts'
import { shortcode } from '../core/ids.ts'
import type { CommentRules, Sandbox } from '../core/sandbox.ts'

export type NewComment = {
  post: Readonly<Post>
  text: string
  author_name: string
  author_id: string | null
  author_private: boolean
  parent_id: string | null
  created_at: number
  likes: number
  facts?: Record<string, string>
}

/** Stores a comment or reply written in the platform's own app. */
export function createComment(
  sandbox: Sandbox,
  rules: CommentRules,
  input: NewComment,
): Readonly<Comment> {
  const { post, ...fields } = input
  const needsApproval = post.facts.enable_reply_approvals === 'true'
  const isOwner = input.author_id === post.account_id
  return sandbox.state.comments.put({
    ...fields,
    id: rules.newId(post, input.created_at, {
      id: input.author_id,
      name: input.author_name,
    }),
    platform: post.platform,
    post_id: post.id,
    media_ids: [],
    shortcode: shortcode(),
    hidden: false,
    was_hidden: false,
    approval: needsApproval && !isOwner ? 'pending' : 'none',
  })
}
