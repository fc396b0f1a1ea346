import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { commentEntry, findPostEntry, type PostEntry, postEntry } from './entries.ts'
import { invalidRequest, XrpcError } from './errors.ts'
import { invalidParams, pageSize, required } from './repo-read.ts'
import { accountOf } from './servers.ts'
import { authorView, avatarUrl, isIndexed, postView } from './views.ts'

const URIS_MAX = 25

/** `app.bsky.feed.getPosts`: those that exist, of at most 25. */
export function getPosts(sandbox: Sandbox, query: URLSearchParams, viewer: string | null) {
  const uris = query.getAll('uris')
  if (uris.length === 0) throw invalidParams('Missing required key "uris"')
  if (uris.length > URIS_MAX) {
    throw invalidParams(`array too big (maximum ${URIS_MAX}, got ${uris.length})`)
  }
  const entries = uris.flatMap((uri) => findPostEntry(sandbox, uri) ?? [])
  const visible = entries.filter((entry) => isIndexed(sandbox, entry))
  return { posts: visible.map((entry) => postView(sandbox, entry, viewer)) }
}

/** `app.bsky.feed.getAuthorFeed`: newest first. `filter=posts_no_replies` leaves out replies. */
export function getAuthorFeed(sandbox: Sandbox, query: URLSearchParams, viewer: string | null) {
  const { id } = findProfile(sandbox, required(query, 'actor'))
  const posts = sandbox.state.posts.by('account', id)
  const withReplies = query.get('filter') !== 'posts_no_replies'
  const entries = posts.filter(({ parent_id }) => withReplies || parent_id === null).map(postEntry)
  const replies = withReplies
    ? sandbox.state.comments.by('author', id).map((reply) => commentEntry(sandbox, reply))
    : []
  const { page, ...more } = paged(sandbox, [...entries, ...replies], query)
  return { feed: page.map((entry) => ({ post: postView(sandbox, entry, viewer) })), ...more }
}

/** The visible entries of a page, newest first. A cursor is a time and a key. */
function paged(sandbox: Sandbox, entries: PostEntry[], query: URLSearchParams) {
  const keyOf = (entry: PostEntry) => `${new Date(entry.created_at).toISOString()}::${entry.uri}`
  const sorted = entries
    .filter((entry) => isIndexed(sandbox, entry))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))
  const cursor = query.get('cursor')
  const limit = pageSize(query)
  const rest = cursor === null ? sorted : sorted.filter((entry) => keyOf(entry) < cursor)
  const page = rest.slice(0, limit)
  return { page, ...(rest.length > limit ? { cursor: keyOf(page.at(-1)!) } : {}) }
}

/** `app.bsky.notification.listNotifications`, newest first (bluesky.md §4.1). */
export function listNotifications(sandbox: Sandbox, query: URLSearchParams, did: string) {
  const wanted = query.getAll('reasons')
  const { state } = sandbox
  const comments = [...state.comments.values()].filter(({ platform }) => platform === 'bluesky')
  const posts = [...state.posts.values()].filter(({ platform }) => platform === 'bluesky')
  const found = [
    ...comments.map((comment) => commentEntry(sandbox, comment)),
    ...posts.map(postEntry),
  ]
    .filter((entry) => entry.did !== did)
    .flatMap((entry) => {
      const about = reasonFor(sandbox, entry, did)
      return about && (wanted.length === 0 || wanted.includes(about.reason)) ? { entry, about } : []
    })
  const reasons = new Map(found.map(({ entry, about }) => [entry.uri, about]))
  const { page, ...more } = paged(
    sandbox,
    found.map(({ entry }) => entry),
    query,
  )
  const notifications = page.map((entry) => ({
    uri: entry.uri,
    cid: entry.cid,
    author: authorView(sandbox, entry),
    ...reasons.get(entry.uri),
    record: entry.value,
    isRead: false,
    indexedAt: new Date(entry.created_at).toISOString(),
    labels: [],
  }))
  return { notifications, priority: false, ...more }
}

type Reason = { reason: 'reply' | 'mention' | 'quote'; reasonSubject?: string }

/** Why the account is told about a post: it answers, mentions or quotes the account. */
function reasonFor(sandbox: Sandbox, { value }: PostEntry, did: string): Reason | null {
  const { reply, facets, embed } = value as {
    reply?: { parent: { uri: string } }
    facets?: { features: { did?: string }[] }[]
    embed?: { record?: { uri?: string; record?: { uri: string } } }
  }
  const isOurs = (uri: string | undefined): uri is string =>
    uri !== undefined && findPostEntry(sandbox, uri)?.did === did
  const parent = reply?.parent.uri
  if (isOurs(parent)) return { reason: 'reply', reasonSubject: parent }
  const quoted = embed?.record?.uri ?? embed?.record?.record?.uri
  if (isOurs(quoted)) return { reason: 'quote', reasonSubject: quoted }
  const mentions = facets?.flatMap(({ features }) => features) ?? []
  return mentions.some((feature) => feature.did === did) ? { reason: 'mention' } : null
}

/** `app.bsky.actor.getProfile` (bluesky.md §2). */
export function getProfile(sandbox: Sandbox, query: URLSearchParams) {
  const account = findProfile(sandbox, required(query, 'actor'))
  const { state } = sandbox
  const createdAt = new Date(account.created_at).toISOString()
  return {
    did: account.id,
    handle: account.username,
    displayName: account.name,
    description: account.biography,
    avatar: avatarUrl(sandbox, account),
    followersCount: account.followers,
    followsCount: account.following,
    postsCount:
      state.posts.count('account', account.id) + state.comments.count('author', account.id),
    associated: {},
    indexedAt: createdAt,
    createdAt,
    viewer: { muted: false, blockedBy: false },
    labels: [],
  }
}

function findProfile(sandbox: Sandbox, actor: string): Readonly<Account> {
  const account = accountOf(sandbox, actor)
  if (!account) throw invalidRequest('Profile not found')
  if (account.status === 'suspended') {
    throw new XrpcError(400, 'AccountTakedown', 'Account has been suspended')
  }
  if (account.status === 'deactivated') {
    throw new XrpcError(400, 'AccountDeactivated', 'Account is deactivated')
  }
  return account
}
