import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Scope } from '../src/access/scope.ts'
import type { Context } from '../src/context.ts'
import { listAccounts } from '../src/resources/accounts/accounts.ts'
import { approvalKind } from '../src/resources/approvals/link.ts'
import { listComments } from '../src/resources/comments/api/comments.ts'
import { linkKind } from '../src/resources/connect/links/link.ts'
import { listMedia } from '../src/resources/media/media.ts'
import { listPosts } from '../src/resources/posts/posts.ts'
import { listDeletions } from '../src/resources/profiles/deletions.ts'
import { reportKind } from '../src/resources/reports/link.ts'
import { listRequests } from '../src/resources/requests/requests.ts'
import { listSavedTexts } from '../src/resources/saved-texts/saved-texts.ts'
import { listPages } from '../src/resources/sent-pages/sent-pages.ts'
import { buildProfile } from './build.ts'
import { useTestApp } from './test-app.ts'

type List = (ctx: Context, scope: Scope, input: never) => Promise<{ data: unknown[] }>

const listApprovalLinks: List = (ctx, scope, input) => listPages(ctx, scope, approvalKind, input)
const listReportLinks: List = (ctx, scope, input) => listPages(ctx, scope, reportKind, input)
const listLinks: List = (ctx, scope, input) => listPages(ctx, scope, linkKind, input)

const rowCount = 3_000
/** A page is 50 rows. Some filters first read a few others, such as profiles with a name. */
const rowsReadMax = 100
const testApp = useTestApp()
let scope: Scope

beforeAll(async () => {
  const { id: profileId } = await buildProfile(testApp)
  const { ownerId, ctx } = testApp
  scope = {
    ownerId,
    actor: { kind: 'api_key', id: 'key', name: 'test' },
    kind: 'owner',
    profile: null,
    profileIds: null,
    permissions: null,
    hiddenProfileIds: [],
    sessionId: null,
    mustSetUpSecondFactor: false,
  }
  const now = ctx.clock.now()
  const common = sql`id, owner_id, profile_id`
  const ids = sql`'row_' || lpad(n::text, 26, '0'), ${ownerId}, ${profileId}`
  const rows = sql`from generate_series(1, ${sql.lit(rowCount)}) n`
  const at = sql`${now}::timestamptz - n * interval '1 minute'`
  for (const insert of [
    sql`insert into account (${common}, platform, platform_account_id, username, status, permissions_granted,
        permissions_missing, connected_at, created_at, updated_at)
      select ${ids}, 'threads', 'p' || n, 'bakery.' || n, 'connected', '{}', '{}', ${at}, ${at}, ${at} ${rows}`,
    sql`insert into post (${common}, status, mode, text, scheduled_at, created_at, updated_at)
      select ${ids}, 'published', 'now', 'Bread', ${at}, ${at}, ${at} ${rows}`,
    sql`insert into post_target (${common}, post_id, account_id, platform, position, status, content_hash,
        created_at, updated_at)
      select ${ids}, 'row_' || lpad(n::text, 26, '0'), 'row_' || lpad(n::text, 26, '0'), 'threads', 0,
        'published', '', ${at}, ${at} ${rows}`,
    sql`insert into comment (${common}, account_id, post_id, platform, platform_post_id, platform_comment_id,
        author_username, text, can_reply, can_hide, reply_status, commented_at, seen_at, created_at, updated_at)
      select ${ids}, 'row_' || lpad(n::text, 26, '0'), 'row', 'threads', 'p', 'c' || n, 'reader', 'Hi',
        true, true, 'replied', ${at}, ${at}, ${at}, ${at} ${rows}`,
    sql`insert into media (${common}, type, mime_type, size, status, storage_key, secret, checksum_sha256,
        created_at)
      select ${ids}, 'image', 'image/jpeg', 1, 'ready', 'k' || n, '', '', ${at} ${rows}`,
    sql`insert into connect_link (${common}, token_hash, redirect_url, created_at, expires_at, used_at)
      select ${ids}, sha256(n::text::bytea), 'https://app.example', ${at}, ${at}, ${at} ${rows}`,
    sql`insert into approval_link (${common}, token_hash, post_ids, created_at, expires_at)
      select ${ids}, sha256(n::text::bytea), array['post_' || n], ${at}, ${at} ${rows}`,
    sql`insert into report_link (${common}, token_hash, month, sections, created_at, expires_at)
      select ${ids}, sha256(n::text::bytea), '2026-10', '{plan}', ${at}, ${at} ${rows}`,
    sql`insert into api_request (${common}, created_at, key_id, key_name, key_kind, method, path, operation,
        status, error_code, error_fields, duration_ms)
      select ${ids}, ${at}, 'key', 'test', 'owner', 'POST', '/v1/posts', 'createPost', 422,
        'validation_failed', '{}', 1 ${rows}`,
    sql`insert into saved_text (${common}, kind, name, text, created_at, updated_at)
      select ${ids}, 'reply', 'Reply ' || n, 'Thanks', ${at}, ${at} ${rows}`,
    sql`insert into profile (id, owner_id, name, created_at, updated_at, deleting_at, erased_at)
      select 'prof_' || lpad(n::text, 26, '0'), ${ownerId}, '', ${at}, ${at}, ${at}, ${at} ${rows}`,
    sql`analyze`,
  ]) {
    await insert.execute(ctx.db.query)
  }
})

test.each<[string, List, Record<string, unknown>]>([
  ['accounts of a network', listAccounts, { platform: ['tiktok'] }],
  ['expired accounts', listAccounts, { status: ['expired'] }],
  ['posts for a network', listPosts, { platform: ['tiktok'] }],
  ['canceled posts', listPosts, { status: ['canceled'] }],
  ['posts that nobody approved', listPosts, { approval: ['awaiting', 'changes_requested'] }],
  ['approval links of a post', listApprovalLinks, { post_id: 'post_none' }],
  ['revoked approval links', listApprovalLinks, { status: ['revoked'] }],
  ['revoked report links', listReportLinks, { status: ['revoked'] }],
  ['failed posts', listPosts, { status: ['failed', 'partially_published'] }],
  ['comments of a network', listComments, { platform: ['tiktok'] }],
  ['comments to answer', listComments, { reply_status: ['unreplied'] }],
  [
    'comments with two reply statuses',
    listComments,
    { reply_status: ['unreplied', 'in_progress'] },
  ],
  ['hidden comments', listComments, { hidden: 'true' }],
  ['deleted comments', listComments, { deleted: 'true' }],
  ['media that failed', listMedia, { status: ['failed'] }],
  ['videos', listMedia, { type: ['video'] }],
  ['media that posts use', listMedia, { used: 'true' }],
  ['media with a tag', listMedia, { tag: 'zebra' }],
  ['posts with a file', listPosts, { media_id: ['media_none'] }],
  ['valid connect links', listLinks, { status: ['valid'] }],
  ['revoked connect links', listLinks, { status: ['revoked'] }],
  ['connect links of clients with a name', listLinks, { search: 'zebra' }],
  ['templates', listSavedTexts, { kind: ['template'] }],
  ['errors of the server', listRequests, { status: ['5xx'] }],
  ['requests with an error code', listRequests, { error_code: 'api_key_expired' }],
  ['running deletions of profiles', listDeletions, { status: ['deleting'] }],
])('a list of %s, of which there are none, does not read all rows', async (_, list, input) => {
  const read = await testApp.ctx.db.transact(async (tx) => {
    const before = await rowsRead(tx)
    const ctx = { ...testApp.ctx, db: { ...testApp.ctx.db, query: tx } }
    const page = await list(ctx, scope, input as never)
    expect(page.data).toEqual([])
    return (await rowsRead(tx)) - before
  })
  expect(read).toBeLessThanOrEqual(rowsReadMax)
})

/** The rows that this transaction has read from tables, those that a filter then left out included. */
async function rowsRead(tx: Context['db']['query']): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as count
    from pg_stat_xact_user_tables`.execute(tx)
  return rows[0]!.count
}
