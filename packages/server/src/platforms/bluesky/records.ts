import { z } from 'zod'
import { listOf } from '../wire/json.ts'
import type { BlueskyApi } from './api.ts'
import { isGone } from './errors.ts'
import { postCollection, type RecordRef } from './record.ts'

const reference = z.object({ uri: z.string(), cid: z.string() })
/** What a reply refers to (bluesky.md §4.2). */
export const replyRefs = z.object({ root: reference, parent: reference })
const written = z.object({ uri: z.string(), cid: z.string().nullish() })
const found = z.object({
  uri: z.string(),
  cid: z.string(),
  value: z.record(z.string(), z.unknown()),
})
const nothing = z.unknown()

export type FoundRecord = z.infer<typeof found>
type RecordKey = { repo: string; collection: string; rkey: string }

/** The address of a record. */
export function recordUri({ repo, collection, rkey }: RecordKey): string {
  return `at://${repo}/${collection}/${rkey}`
}

/** The address of a post for people; the DID stays valid when the handle changes. */
export function postPermalink(did: string, rkey: string): string {
  return `https://bsky.app/profile/${did}/post/${rkey}`
}

/** A record of the account's repository, read at its own server without delay; `null` if absent. */
export async function getRecord(api: BlueskyApi, key: RecordKey): Promise<FoundRecord | null> {
  try {
    return await api.query('com.atproto.repo.getRecord', key, found)
  } catch (err) {
    if (isGone(err)) return null
    throw err
  }
}

/**
 * Writes a record under a key of ours. `swap` is the hash of the record to replace; with `null` there
 * must be none, except the very same record (bluesky.md §3.6). Otherwise throws `InvalidSwap`.
 */
export async function putRecord(
  api: BlueskyApi,
  key: RecordKey,
  record: object,
  swap: string | null,
): Promise<void> {
  const body = { ...key, swapRecord: swap, record }
  await api.procedure('com.atproto.repo.putRecord', body, written)
}

export async function deleteRecord(api: BlueskyApi, key: RecordKey): Promise<void> {
  await api.procedure('com.atproto.repo.deleteRecord', key, nothing)
}

/** The reference of any account's post; `null` if it does not exist or is not visible. */
export async function findPostRef(
  api: BlueskyApi,
  author: string,
  rkey: string,
): Promise<RecordRef | null> {
  const uris = [recordUri({ repo: author, collection: postCollection, rkey })]
  const shape = z.object({ posts: listOf(reference) })
  const { posts } = await api.query('app.bsky.feed.getPosts', { uris }, shape)
  return posts[0] ?? null
}
