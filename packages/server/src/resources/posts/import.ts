import { createHash } from 'node:crypto'
import { newId } from '../../core/ids.ts'
import { noteChange, type Tx } from '../../database/open.ts'
import type { TargetStatus } from '../../database/post-tables.ts'
import { untouched } from './write.ts'

type ImportingAccount = { id: string; owner_id: string; profile_id: string; platform: string }

/** A post as the platform shows it; `publishedAt` is `null` when only its id is known. */
export type ForeignPost = {
  platformPostId: string
  text: string
  permalink: string | null
  publishedAt: Date | null
}

export type KnownPost = {
  postId: string
  source: 'api' | 'external'
  /** Of a post made elsewhere only the id is known; a listing tells its text and time. */
  isStub: boolean
}

const underWay: readonly TargetStatus[] = ['publishing', 'unknown']

/**
 * The ids of an account's posts by their ids on the platform; those made elsewhere are stored as
 * posts of source `external`. While a post of ours is being published to the account, a strange
 * post that is as young may be that one: it is left out, for a later call. The caller holds the
 * account's row, so that two imports take turns.
 */
export async function importPosts(
  tx: Tx,
  account: ImportingAccount,
  posts: readonly ForeignPost[],
  now: Date,
): Promise<Map<string, KnownPost>> {
  const known = await findKnown(tx, account.id, posts)
  const result = new Map<string, KnownPost>()
  const since = await publishingSince(tx, account.id)
  for (const post of posts) {
    const before = known.get(post.platformPostId)
    if (before) {
      if (before.source === 'external') await refreshImported(tx, account, before, post, now)
      const { post_id: postId, source } = before
      const isStub = source === 'external' && !before.published_at && !post.publishedAt
      result.set(post.platformPostId, { postId, source, isStub })
    } else if (!since || (post.publishedAt && post.publishedAt < since)) {
      const postId = await insertPost(tx, account, post, now)
      const isStub = !post.publishedAt
      result.set(post.platformPostId, { postId, source: 'external', isStub })
    }
  }
  return result
}

/**
 * A post that was imported before its own publishing was recorded makes room for the target that
 * it is. Those who refer to it by its id on the platform find the target from now on.
 */
export async function yieldImported(
  tx: Tx,
  accountId: string,
  platformPostId: string,
): Promise<void> {
  await tx
    .deleteFrom('post')
    .where('source', '=', 'external')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('post_target')
        .select('post_target.post_id')
        .where('post_target.account_id', '=', accountId)
        .where('post_target.platform_post_id', '=', platformPostId),
    )
    .execute()
}

type KnownRow = {
  post_id: string
  target_id: string
  source: 'api' | 'external'
  text: string
  permalink: string | null
  published_at: Date | null
}

async function findKnown(
  tx: Tx,
  accountId: string,
  posts: readonly ForeignPost[],
): Promise<Map<string, KnownRow>> {
  const ids = posts.map((post) => post.platformPostId)
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('post_target')
    .innerJoin('post', 'post.id', 'post_target.post_id')
    .select([
      'post_target.id as target_id',
      'post_target.post_id',
      'post_target.platform_post_id',
      'post_target.permalink',
      'post.source',
      'post.text',
      'post.published_at',
    ])
    .where('post_target.account_id', '=', accountId)
    .where('post_target.platform_post_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ platform_post_id, ...row }) => [platform_post_id!, row]))
}

/** From when on the account's newest posts may be our own, not recorded yet. */
async function publishingSince(tx: Tx, accountId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('post_target')
    .select((eb) => eb.fn.min('committed_at').as('since'))
    .where('account_id', '=', accountId)
    .where('status', 'in', underWay)
    .where('phase', 'is not', null)
    .where('platform_post_id', 'is', null)
    .executeTakeFirst()
  return row?.since ? new Date(row.since.getTime() - clockToleranceMs) : null
}

/** The platform's clock and ours need not agree. */
const clockToleranceMs = 60_000

/** Texts can be edited on the platform, and a post first seen by its id alone gets the rest. */
async function refreshImported(
  tx: Tx,
  account: ImportingAccount,
  before: KnownRow,
  post: ForeignPost,
  now: Date,
): Promise<void> {
  if (!post.publishedAt) return
  const { text } = post
  const isSame =
    before.text === text &&
    before.permalink === post.permalink &&
    before.published_at?.getTime() === post.publishedAt.getTime()
  if (isSame) return
  const published_at = post.publishedAt
  await tx
    .updateTable('post')
    .set({ text, published_at, scheduled_at: published_at, updated_at: now })
    .where('id', '=', before.post_id)
    .execute()
  await tx
    .updateTable('post_target')
    .set({ permalink: post.permalink, published_at, scheduled_at: published_at, updated_at: now })
    .where('id', '=', before.target_id)
    .execute()
  noteChange(tx, 'posts', { accountId: account.id })
}

async function insertPost(
  tx: Tx,
  account: ImportingAccount,
  post: ForeignPost,
  now: Date,
): Promise<string> {
  const id = newId('post')
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
      media: '[]',
      external_id: null,
      metadata: '{}',
    })
    .execute()
  await tx
    .insertInto('post_target')
    .values({
      ...untouched,
      ...common,
      id: newId('target'),
      post_id: id,
      account_id: account.id,
      platform: account.platform,
      place: 0,
      status: 'published',
      text: null,
      media: null,
      options: '{}',
      first_comment: null,
      // Of the id and not of the text: what was posted elsewhere never counts as a duplicate.
      content_hash: createHash('sha256').update(`external:${post.platformPostId}`).digest(),
      due_at: null,
      platform_post_id: post.platformPostId,
      permalink: post.permalink,
    })
    .execute()
  noteChange(tx, 'posts', { accountId: account.id })
  return id
}
