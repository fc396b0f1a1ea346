import type { Comment, Post } from '../core/content.ts'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { postMetric } from '../insights/metrics.ts'
import { type Author, authorOf, findLocal, handleOf } from './authors.ts'
import { type Server, serverOf } from './servers.ts'
import { compareIds } from './status-id.ts'
import { piecesOf } from './text.ts'

/** A post of an account or a reply below one; the sandbox keeps them in two tables. */
export type Status = {
  id: string
  server: Server
  /** The post at the top of the thread. */
  root: Readonly<Post>
  parent: Status | null
  author: Author
  text: string
  media_ids: string[]
  created_at: number
  numbers: { likes: number; reposts: number; quotes: number }
  facts: Record<string, string>
}

export const visibilities = ['public', 'unlisted', 'private', 'direct']

export function statusOfPost(sandbox: Sandbox, post: Readonly<Post>): Status {
  const account = sandbox.state.accounts.get(post.account_id)!
  const metric = (name: string) => postMetric(sandbox, post, name)
  return {
    id: post.id,
    server: serverOf(account),
    root: post,
    parent: null,
    author: authorOf(account),
    text: post.text,
    media_ids: post.media_ids,
    created_at: post.created_at,
    numbers: { likes: metric('likes'), reposts: metric('reposts'), quotes: metric('quotes') },
    facts: post.facts,
  }
}

export function statusOfComment(sandbox: Sandbox, comment: Readonly<Comment>): Status {
  const { state } = sandbox
  const root = state.posts.get(comment.post_id)!
  const above = comment.parent_id ? state.comments.get(comment.parent_id) : undefined
  const parent = above ? statusOfComment(sandbox, above) : statusOfPost(sandbox, root)
  const [username = '', domain] = comment.author_name.split('@')
  const account = comment.author_id
    ? state.accounts.get(comment.author_id)
    : findLocal(sandbox, parent.server, username, domain)
  const visibility = comment.author_private ? 'private' : 'public'
  return {
    id: comment.id,
    server: parent.server,
    root,
    parent,
    author: account ? authorOf(account) : { account: null, name: comment.author_name },
    text: comment.text,
    media_ids: comment.media_ids,
    created_at: comment.created_at,
    numbers: { likes: comment.likes, reposts: 0, quotes: 0 },
    facts: { visibility, ...comment.facts },
  }
}

/** A status that this server knows. */
export function findStatus(sandbox: Sandbox, server: Server, id: string): Status | undefined {
  const post = sandbox.state.posts.get(id)
  const comment = sandbox.state.comments.get(id)
  if ((post ?? comment)?.platform !== 'mastodon') return undefined
  const status = post ? statusOfPost(sandbox, post) : statusOfComment(sandbox, comment!)
  return status.server === server ? status : undefined
}

/** Private and direct statuses are for their author and for those whom they mention. */
export function isVisible(
  sandbox: Sandbox,
  status: Status,
  viewer: Readonly<Account> | null,
): boolean {
  if (['public', 'unlisted'].includes(visibilityOf(status))) return true
  if (viewer === null) return false
  const people = [status.author, ...mentionedBy(sandbox, status)]
  return people.some(({ account }) => account?.id === viewer.id)
}

export function visibilityOf({ facts }: Status): string {
  return facts.visibility ?? 'public'
}

/** The direct replies, oldest first. */
export function repliesTo(sandbox: Sandbox, status: Status): Status[] {
  const { comments } = sandbox.state
  const replies =
    status.parent === null
      ? comments.by('post', status.id).filter((comment) => comment.parent_id === null)
      : comments.by('parent', status.id)
  return replies
    .map((comment) => statusOfComment(sandbox, comment))
    .sort((a, b) => compareIds(a.id, b.id))
}

/**
 * The person whom Mastodon's own form mentions at the start of a reply: the author above. Replies of
 * the API have only the mentions in their text; `facts.mention: 'false'` omits it.
 */
export function impliedMention({ parent, author, facts, text }: Status): Author | null {
  if (!parent || facts.application || facts.mention === 'false') return null
  const isSelf = parent.author.account?.id === author.account?.id && author.account !== null
  const isNamed = text.toLowerCase().includes(`@${parent.author.name.toLowerCase()}`)
  return isSelf || isNamed ? null : parent.author
}

/** Everybody whom the status mentions and the server knows. */
export function mentionedBy(sandbox: Sandbox, status: Status): Author[] {
  const implied = impliedMention(status)
  const named = piecesOf(status.text).flatMap((piece) =>
    piece.kind === 'mention' ? (findPerson(sandbox, status, piece) ?? []) : [],
  )
  return [...(implied ? [implied] : []), ...named]
}

/** An account of the server, a person of the thread, or anybody with a host. */
export function findPerson(
  sandbox: Sandbox,
  status: Status,
  { user, host }: { user: string; host: string | undefined },
): Author | null {
  const local = findLocal(sandbox, status.server, user, host)
  if (local) return authorOf(local)
  if (host !== undefined) return { account: null, name: `${user}@${host}` }
  for (let above = status.parent; above; above = above.parent) {
    const { username } = handleOf(sandbox, status.server, above.author)
    if (username === user.toLowerCase()) return above.author
  }
  return null
}
