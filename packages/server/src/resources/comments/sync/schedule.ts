import { sql } from 'kysely'
import { newUuid } from '../../../core/ids.ts'
import { limits } from '../../../core/limits.ts'
import { type Tx, wakeAfterCommit } from '../../../database/open.ts'
import { syncCutoff } from './sync-times.ts'

export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockConnectedAccount>>>

/**
 * Locks a connected account, so that nothing else records its comments or moves it to another profile.
 * Take it before any lock on its `account_poll`, `post_poll` and comment rows.
 */
export async function lockConnectedAccount(tx: Tx, accountId: string) {
  // A separate statement: after waiting for a move, a join would return the previous profile.
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  return await tx
    .selectFrom('account')
    .innerJoin('profile', 'profile.id', 'account.profile_id')
    .select([
      'account.id',
      'account.owner_id',
      'account.profile_id',
      'account.platform',
      'profile.external_id as profile_external_id',
    ])
    .where('account.id', '=', accountId)
    .where('account.status', '=', 'connected')
    .where('profile.deleting_at', 'is', null)
    .executeTakeFirst()
}

/** Schedules syncs of these posts' comments, the first at `due`. Posts already scheduled are kept. */
export async function schedulePosts(
  tx: Tx,
  accountId: string,
  posts: ReadonlyMap<string, { postId: string; publishedAt: Date }>,
  due: Date,
): Promise<void> {
  if (posts.size === 0) return
  await tx
    .insertInto('post_poll')
    .values(
      [...posts].map(([platformPostId, post]) => ({
        id: newUuid(),
        account_id: accountId,
        post_id: post.postId,
        platform_post_id: platformPostId,
        published_at: post.publishedAt,
        synced_at: null,
        completed_at: null,
        sync_started_at: null,
        cursor: null,
        due_at: due,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'platform_post_id']).doNothing())
    .execute()
}

/**
 * Of a target `t` and its `part`: whether comments can be written under it. Those of a thread are read
 * with its first part, under which networks list the answers to all parts.
 */
export const isCommented = sql`(t.status in ('published', 'partially_published')
  and part.number = 1 and part.deleted_at is null)`

/** Schedules the posts that were published here. */
export async function schedulePublishedPosts(tx: Tx, accountId: string, now: Date): Promise<void> {
  await sql`
    insert into post_poll (id, account_id, post_id, platform_post_id, published_at, due_at)
    select gen_random_uuid()::text, t.account_id, t.post_id, part.platform_post_id,
      part.published_at, ${now}::timestamptz
    from post_target t join post_part part on part.target_id = t.id
    where t.account_id = ${accountId} and ${isCommented} and part.published_at > ${syncCutoff(now)}
    on conflict (account_id, platform_post_id) do nothing`.execute(tx)
  await moveImportedSchedules(tx, accountId)
}

/** Stops the syncs of a post that was deleted from its platform. Its comments stay. */
export async function unschedulePost(
  tx: Tx,
  accountId: string,
  platformPostId: string,
): Promise<void> {
  await tx
    .deleteFrom('post_poll')
    .where('account_id', '=', accountId)
    .where('platform_post_id', '=', platformPostId)
    .execute()
}

/**
 * A post may be imported before its publishing from here is recorded. Its schedule and comments then
 * move to the published post.
 */
async function moveImportedSchedules(tx: Tx, accountId: string): Promise<void> {
  const adopted = await tx
    .selectFrom('post_poll')
    .innerJoin('post_part', (join) =>
      join
        .onRef('post_part.account_id', '=', 'post_poll.account_id')
        .onRef('post_part.platform_post_id', '=', 'post_poll.platform_post_id'),
    )
    .innerJoin('post_target', 'post_target.id', 'post_part.target_id')
    .select(['post_poll.id', 'post_poll.post_id as before', 'post_target.post_id as after'])
    .where('post_poll.account_id', '=', accountId)
    .whereRef('post_poll.post_id', '<>', 'post_target.post_id')
    .execute()
  for (const { id, before, after } of adopted) {
    await tx.updateTable('post_poll').set({ post_id: after }).where('id', '=', id).execute()
    await tx
      .updateTable('comment')
      .set({ post_id: after })
      .where('post_id', '=', before)
      .where('account_id', '=', accountId)
      .execute()
  }
}

/**
 * Makes a post due at `at`, or immediately but not within seconds of the last sync, so that many platform
 * webhooks cost few calls. An earlier `due_at` is kept. A due post may be syncing now: its `due_at`
 * moves by a millisecond, which makes that sync schedule another.
 */
export async function syncPostSoon(
  tx: Tx,
  accountId: string,
  platformPostId: string,
  at: Date,
): Promise<void> {
  // Lock the account's row first: a run that is finishing sees the post's new time or waits for it.
  await sql`
    update account_poll set due_at = least(due_at, ${at}::timestamptz)
    where account_id = ${accountId} and kind = 'comments'`.execute(tx)
  await sql`
    update post_poll set due_at = case
      when due_at <= ${at}::timestamptz then due_at + interval '1 millisecond'
      else least(due_at, greatest(${at}::timestamptz,
        synced_at + make_interval(secs => ${limits.comment.webhookSpacingMs / 1_000}))) end
    where account_id = ${accountId} and platform_post_id = ${platformPostId}`.execute(tx)
  wakeAfterCommit(tx, 'work')
}

/** Makes the listing of the account's posts due now, but not within a minute of the last one. */
export async function listPostsSoon(tx: Tx, accountId: string, now: Date): Promise<void> {
  const { postsEveryMs, postsSpacingMs } = limits.comment
  // An older listing is due again within that minute anyway.
  const last = new Date(now.getTime() - postsEveryMs + postsSpacingMs)
  await sql`
    with schedule as (
      select id, greatest(${now}::timestamptz, (state->>'listed_at')::timestamptz
        + make_interval(secs => ${postsSpacingMs / 1_000})) as at
      from account_poll
      where account_id = ${accountId} and kind = 'comments'
        and (state->>'listed_at')::timestamptz > ${last}::timestamptz
      for update)
    update account_poll set due_at = least(due_at, schedule.at),
      state = jsonb_set(state, '{listed_at}',
        to_jsonb(schedule.at - make_interval(secs => ${postsEveryMs / 1_000})))
    from schedule where account_poll.id = schedule.id`.execute(tx)
  wakeAfterCommit(tx, 'work')
}
