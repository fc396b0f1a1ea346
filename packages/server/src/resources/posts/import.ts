import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { newId } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import { noteChange, type Tx } from '../../database/open.ts'
import type { TargetStatus } from '../../database/post-tables.ts'
import { unpublishedState } from './write.ts'

type ImportingAccount = { id: string; owner_id: string; profile_id: string; platform: string }

/** A post as the platform returns it; `publishedAt` is `null` if only the id is known. */
export type PlatformPost = {
  platformPostId: string
  text: string
  permalink: string | null
  publishedAt: Date | null
}

export type StoredPost = {
  postId: string
  source: 'api' | 'external'
  /** Only the id of an external post is known; a later listing adds its text and time. */
  isStub: boolean
}

const inProgress: readonly TargetStatus[] = ['publishing', 'unknown']

/**
 * Maps the platform ids of an account's posts to their stored posts; posts made elsewhere are
 * stored with the source `external`. While a post is being published to the account, an unknown
 * post of the same age may be that one and is left for a later call. An account has at most
 * `limits.post.importedPerAccountMax` of them. The caller locks the account's row, so that imports run
 * one after another.
 */
export async function importPosts(
  tx: Tx,
  account: ImportingAccount,
  posts: readonly PlatformPost[],
  now: Date,
): Promise<Map<string, StoredPost>> {
  const storedRows = await findStored(tx, account.id, posts)
  const result = new Map<string, StoredPost>()
  const since = await publishingSince(tx, account.id)
  let free = posts.length > storedRows.size ? await freeImports(tx, account.id) : 0
  for (const post of posts) {
    const stored = storedRows.get(post.platformPostId)
    if (stored) {
      if (stored.source === 'external') await refreshImported(tx, account, stored, post, now)
      const { post_id: postId, source } = stored
      const isStub = source === 'external' && !stored.published_at && !post.publishedAt
      result.set(post.platformPostId, { postId, source, isStub })
    } else if (free > 0 && (!since || (post.publishedAt && post.publishedAt < since))) {
      free -= 1
      const postId = await insertPost(tx, account, post, now)
      const isStub = !post.publishedAt
      result.set(post.platformPostId, { postId, source: 'external', isStub })
    }
  }
  return result
}

/**
 * Deletes the external post with this platform id. It was imported before the publishing of the
 * target was recorded, and that target replaces it: lookups by platform id find the target.
 */
export async function deleteImported(
  tx: Tx,
  accountId: string,
  platformPostId: string,
): Promise<void> {
  await tx
    .deleteFrom('post')
    .where('source', '=', 'external')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('post_part')
        .innerJoin('post_target', 'post_target.id', 'post_part.target_id')
        .select('post_target.post_id')
        .where('post_part.account_id', '=', accountId)
        .where('post_part.platform_post_id', '=', platformPostId),
    )
    .execute()
}

/** How many more posts of the account may be imported: a server that somebody chose has any number. */
async function freeImports(tx: Tx, accountId: string): Promise<number> {
  const max = limits.post.importedPerAccountMax
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from post_target join post on post.id = post_target.post_id
      where post_target.account_id = ${accountId} and post.source = 'external'
      limit ${max}) as imported`.execute(tx)
  return max - rows[0]!.count
}

type StoredRow = {
  post_id: string
  target_id: string
  source: 'api' | 'external'
  text: string
  permalink: string | null
  published_at: Date | null
}

async function findStored(
  tx: Tx,
  accountId: string,
  posts: readonly PlatformPost[],
): Promise<Map<string, StoredRow>> {
  const ids = posts.map((post) => post.platformPostId)
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('post_part')
    .innerJoin('post_target', 'post_target.id', 'post_part.target_id')
    .innerJoin('post', 'post.id', 'post_target.post_id')
    .select([
      'post_part.target_id',
      'post_target.post_id',
      'post_part.platform_post_id',
      'post_part.permalink',
      'post.source',
      'post.text',
      'post.published_at',
    ])
    .where('post_part.account_id', '=', accountId)
    .where('post_part.platform_post_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ platform_post_id, ...row }) => [platform_post_id, row]))
}

/** Posts newer than this may be our own and not recorded yet; `null` if none is being published. */
async function publishingSince(tx: Tx, accountId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('post_target')
    .select((eb) => eb.fn.min('committed_at').as('since'))
    .where('account_id', '=', accountId)
    .where('status', 'in', inProgress)
    .where('phase', 'is not', null)
    .executeTakeFirst()
  return row?.since ? new Date(row.since.getTime() - clockToleranceMs) : null
}

/** The platform's clock may differ from ours. */
const clockToleranceMs = 60_000

/** Texts can be edited on the platform, and a stub gets its text and time. */
async function refreshImported(
  tx: Tx,
  account: ImportingAccount,
  stored: StoredRow,
  post: PlatformPost,
  now: Date,
): Promise<void> {
  if (!post.publishedAt) return
  const { text } = post
  const isSame =
    stored.text === text &&
    stored.permalink === post.permalink &&
    stored.published_at?.getTime() === post.publishedAt.getTime()
  if (isSame) return
  const published_at = post.publishedAt
  await tx
    .updateTable('post')
    .set({
      text,
      content_bytes: Buffer.byteLength(text),
      published_at,
      scheduled_at: published_at,
      updated_at: now,
    })
    .where('id', '=', stored.post_id)
    .execute()
  await tx
    .updateTable('post_target')
    .set({ published_at, scheduled_at: published_at, updated_at: now })
    .where('id', '=', stored.target_id)
    .execute()
  await tx
    .updateTable('post_part')
    .set({ permalink: post.permalink, published_at })
    .where('target_id', '=', stored.target_id)
    .execute()
  noteChange(tx, 'posts', { accountId: account.id })
}

async function insertPost(
  tx: Tx,
  account: ImportingAccount,
  post: PlatformPost,
  now: Date,
): Promise<string> {
  const id = newId('post')
  const targetId = newId('target')
  const common = {
    owner_id: account.owner_id,
    profile_id: account.profile_id,
    scheduled_at: post.publishedAt,
    published_at: post.publishedAt,
    created_at: now,
    updated_at: now,
  }
  await tx
    .insertInto('post')
    .values({
      ...common,
      id,
      source: 'external',
      status: 'published',
      mode: 'now',
      text: post.text,
      content_bytes: Buffer.byteLength(post.text),
      media: '[]',
      external_id: null,
      metadata: '{}',
    })
    .execute()
  await tx
    .insertInto('post_target')
    .values({
      ...unpublishedState,
      ...common,
      id: targetId,
      post_id: id,
      account_id: account.id,
      platform: account.platform,
      position: 0,
      status: 'published',
      text: null,
      media: null,
      options: '{}',
      slot_at: null,
      first_comment: null,
      // Hashes the id, not the text, so that an external post never counts as a duplicate.
      content_hash: createHash('sha256').update(`external:${post.platformPostId}`).digest(),
      due_at: null,
    })
    .execute()
  await tx
    .insertInto('post_part')
    .values({
      target_id: targetId,
      number: 1,
      account_id: account.id,
      platform_post_id: post.platformPostId,
      permalink: post.permalink,
      published_at: post.publishedAt,
      deleted_at: null,
    })
    .execute()
  noteChange(tx, 'posts', { accountId: account.id })
  return id
}
