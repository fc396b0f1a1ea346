import type { Context } from '../packages/server/src/context.ts'
import { newId } from '../packages/server/src/core/ids.ts'
import { type Installation, measure, onEmptyInstallation } from './inbox-world.ts'

const accountsCount = 1_000
const commentsCount = 1_000_000

/**
 * `GET /v1/comments` among a million comments of 1,000 accounts, 50 a page: the newest of one
 * account, and the unanswered of all from a place in the middle.
 */
export async function benchCommentsList(): Promise<Record<string, unknown>> {
  return await onEmptyInstallation(async (installation) => {
    const ids = await seed(installation.ctx)
    const since = Date.now() - 200 * 86_400_000
    const ofAccount = await measure(ids, (id) => ask(installation, `account_id=${id}`))
    const open = await measure(ids, async (id) => {
      const until = new Date(since + ids.indexOf(id) * 60_000).toISOString()
      await ask(installation, `reply_status=unreplied,in_progress&until=${until}`)
    })
    return {
      comments: commentsCount,
      comments_p50_ms: Math.max(ofAccount.p50, open.p50),
      comments_p99_ms: Math.max(ofAccount.p99, open.p99),
      comments_of_account_p99_ms: ofAccount.p99,
      comments_unanswered_p99_ms: open.p99,
    }
  })
}

async function seed(ctx: Context): Promise<string[]> {
  const ids = Array.from({ length: accountsCount }, () => newId('account'))
  const { pool } = ctx.db
  await pool.query(
    `insert into account (id, owner_id, profile_id, platform, platform_account_id, username, status,
       permissions_granted, permissions_missing, connected_at, created_at, updated_at)
     select fresh.id, p.owner_id, p.id, 'threads', fresh.id, 'bench', 'connected', '{}', '{}', now(), now(), now()
     from unnest($1::text[]) as fresh (id), profile p where p.is_default`,
    [ids],
  )
  await pool.query(
    `insert into comment (id, owner_id, profile_id, account_id, post_id, platform, platform_post_id,
       platform_comment_id, author_username, text, can_reply, can_hide, reply_status, commented_at,
       seen_at, created_at, updated_at)
     select 'cmt_' || lpad(n::text, 26, '0'), p.owner_id, p.id, ($1::text[])[1 + n % ${accountsCount}],
       'post_' || lpad((n % 20000)::text, 26, '0'), 'threads', n::text, n::text, 'stranger',
       repeat('Lovely bread! ', 6), true, true,
       (array['unreplied', 'replied', 'no_reply_needed', 'replied', 'in_progress'])[1 + n % 5],
       now() - n * interval '30 seconds', now(), now(), now()
     from generate_series(1, ${commentsCount}) as n, profile p where p.is_default`,
    [ids],
  )
  await pool.query('vacuum analyze comment')
  return ids
}

async function ask({ port, ownerKey }: Installation, query: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/comments?${query}`, {
    headers: { authorization: `Bearer ${ownerKey}` },
  })
  const body = (await answer.json()) as { data?: unknown[] }
  if (body.data?.length !== 50) {
    throw new Error(`${query}: ${answer.status} ${JSON.stringify(body).slice(0, 300)}`)
  }
}
