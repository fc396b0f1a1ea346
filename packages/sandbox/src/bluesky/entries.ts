import type { Comment, Post } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { recordCid } from './encoding.ts'
import { didFrom, seed } from './people.ts'
import { POST } from './record-types.ts'
import { repoRecords } from './store.ts'
import { type AtUri, atUri, parseAtUri } from './uris.ts'

/** A record with its address and content hash. */
export type Entry = { uri: string; cid: string; value: Record<string, unknown> }

/** A post or reply of anybody, as the network sees it. */
export type PostEntry = Entry & {
  did: string
  rkey: string
  /** The display name of an author without an account in the sandbox. */
  author_name: string | null
  created_at: number
  post: Readonly<Post> | null
  comment: Readonly<Comment> | null
}

const seededDids = new Map(seed().accounts.map(({ id, username }) => [username, id]))

/** The DID of a person in the control API: a seeded account's handle, or any name. */
export function didOfName(name: string): string {
  return seededDids.get(name) ?? didFrom(name)
}

/** The record at an address, or null. */
export function findEntry(sandbox: Sandbox, uri: string): Entry | null {
  const parts = parseAtUri(uri)
  if (!parts) return null
  if (parts.collection === POST) return findPostEntry(sandbox, uri)
  const record = repoRecords.get(sandbox, uri)
  return record ? { uri, cid: recordCid(record.value), value: record.value } : null
}

export function findPostEntry(sandbox: Sandbox, uri: string): PostEntry | null {
  const parts = parseAtUri(uri)
  if (parts?.collection !== POST) return null
  const comment = sandbox.state.comments.get(`${parts.did}/${parts.rkey}`)
  if (comment) return commentEntry(sandbox, comment)
  const post = findPost(sandbox, parts)
  return post ? postEntry(post) : null
}

/** Posts have their record key as id, unless another account has used the same. */
export function findPost({ state }: Sandbox, { did, rkey }: Pick<AtUri, 'did' | 'rkey'>) {
  const post = state.posts.get(rkey)
  return post?.account_id === did ? post : state.posts.get(`${did}/${rkey}`)
}

export function postEntry(post: Readonly<Post>): PostEntry {
  const did = post.account_id
  const rkey = post.id.split('/').at(-1)!
  return entry(did, rkey, recordOf(post, {}), { post, comment: null, author_name: null })
}

export function commentEntry(sandbox: Sandbox, comment: Readonly<Comment>): PostEntry {
  const [did = '', rkey = ''] = comment.id.split('/')
  const value = recordOf(comment, () => replyOf(sandbox, comment))
  const author_name = comment.author_id ? null : comment.author_name
  return entry(did, rkey, value, { post: null, comment, author_name })
}

function entry(
  did: string,
  rkey: string,
  value: Record<string, unknown>,
  facts: Pick<PostEntry, 'post' | 'comment' | 'author_name'>,
): PostEntry {
  const { created_at } = (facts.post ?? facts.comment)!
  const uri = atUri(did, POST, rkey)
  return { uri, cid: recordCid(value), value, did, rkey, created_at, ...facts }
}

/** The record that was written, or one for content of the control API, with the current text. */
function recordOf(
  content: Readonly<Post> | Readonly<Comment>,
  more: object | (() => object),
): Record<string, unknown> {
  const { text, created_at, facts } = content
  if (facts?.record) return { ...JSON.parse(facts.record), text }
  const createdAt = new Date(created_at).toISOString()
  return { $type: POST, text, createdAt, ...(typeof more === 'function' ? more() : more) }
}

function replyOf(sandbox: Sandbox, comment: Readonly<Comment>): object {
  const { state } = sandbox
  const post = state.posts.get(comment.post_id)
  const parent = comment.parent_id ? state.comments.get(comment.parent_id) : undefined
  if (!post) return {}
  const root = strongRef(postEntry(post))
  return { reply: { root, parent: parent ? strongRef(commentEntry(sandbox, parent)) : root } }
}

export function strongRef({ uri, cid }: Entry) {
  return { uri, cid }
}
