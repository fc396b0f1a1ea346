import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { postMetric } from '../insights/metrics.ts'
import { mediaUrl } from '../media/fetch.ts'
import type { PostEntry } from './entries.ts'
import { accountOf } from './servers.ts'
import { settingsOf } from './settings.ts'
import { threadgateOf } from './threadgate.ts'

/** Whether the AppView has the post yet. */
export function isIndexed(sandbox: Sandbox, entry: PostEntry): boolean {
  if (accountOf(sandbox, entry.did)?.status === 'suspended') return false
  return sandbox.clock.ms() >= indexedAt(sandbox, entry)
}

function indexedAt(sandbox: Sandbox, { created_at }: PostEntry): number {
  return created_at + settingsOf(sandbox).bluesky_appview_lag_ms
}

/** A post as the AppView shows it to `viewer`, a DID (bluesky.md §4.1). */
export function postView(sandbox: Sandbox, entry: PostEntry, viewer: string | null) {
  const { uri, cid, value, post } = entry
  const gate = post && threadgateOf(sandbox, post)
  const cannotReply = isClosed(sandbox, entry) && viewer !== entry.did
  return {
    uri,
    cid,
    author: authorView(sandbox, entry),
    record: value,
    ...embedView(sandbox, entry),
    bookmarkCount: post ? postMetric(sandbox, post, 'saved') : 0,
    replyCount: replyCount(sandbox, entry),
    repostCount: post ? postMetric(sandbox, post, 'reposts') : 0,
    likeCount: post ? postMetric(sandbox, post, 'likes') : (entry.comment?.likes ?? 0),
    quoteCount: post ? postMetric(sandbox, post, 'quotes') : 0,
    indexedAt: new Date(indexedAt(sandbox, entry)).toISOString(),
    viewer: {
      bookmarked: false,
      threadMuted: false,
      ...(cannotReply ? { replyDisabled: true } : {}),
      embeddingDisabled: false,
    },
    labels: [],
    ...(gate
      ? { threadgate: { uri: gate.uri, cid: gate.cid, record: gate.value, lists: [] } }
      : {}),
  }
}

/** Whether the thread's author has limited who can reply. */
function isClosed(sandbox: Sandbox, { post, comment }: PostEntry): boolean {
  const root = post ?? sandbox.state.posts.get(comment!.post_id)
  return root !== undefined && Array.isArray(threadgateOf(sandbox, root)?.value.allow)
}

/** Direct replies, hidden ones too (bluesky.md §4.1). */
function replyCount({ state }: Sandbox, { post, comment }: PostEntry): number {
  if (comment) return state.comments.count('parent', comment.id)
  const all = state.comments.by('post', post!.id)
  return post!.numbers.replies ?? all.filter(({ parent_id }) => parent_id === null).length
}

export function authorView(sandbox: Sandbox, { did, author_name }: PostEntry) {
  const account = accountOf(sandbox, did)
  const handle = account?.username ?? strangersHandle(author_name ?? did)
  const displayName = account?.name ?? author_name ?? ''
  return {
    did,
    handle,
    displayName,
    ...(account ? { avatar: avatarUrl(sandbox, account) } : {}),
    associated: {},
    viewer: { muted: false, blockedBy: false },
    labels: [],
  }
}

export function avatarUrl(sandbox: Sandbox, account: Readonly<Account>): string {
  return `${sandbox.origin()}/pictures/${account.id}`
}

function strangersHandle(name: string): string {
  const isHandle = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/i.test(name)
  if (isHandle) return name.toLowerCase()
  const label = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `${label.replace(/^-+|-+$/g, '') || 'someone'}.test`
}

/** The images of a post, the only embed that the sandbox shows. */
function embedView(sandbox: Sandbox, { post, value }: PostEntry): object {
  const { $type, images } = (value.embed ?? {}) as { $type?: string; images?: { alt: string }[] }
  if (!post || $type !== 'app.bsky.embed.images' || !images) return {}
  const views = images.map(({ alt }, index) => {
    const url = mediaUrl(sandbox, post.media_ids[index])
    return { thumb: url, fullsize: url, alt }
  })
  return { embed: { $type: 'app.bsky.embed.images#view', images: views } }
}
