import { sql } from 'kysely'
import { inScope, requirePermission, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { invalidField, ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import { recurrenceInstants } from '../../core/recurrence.ts'
import { localTimeOf } from '../../core/time-zones.ts'
import { inOneTransaction } from '../../database/nested-transaction.ts'
import type { Queries } from '../../database/open.ts'
import type { RecordAudit } from '../../http/request.ts'
import type { PostCreate } from '../../schemas/post.ts'
import type { PostRepeat, PostRepeats } from '../../schemas/post-repeat.ts'
import { cancelPost } from './cancel.ts'
import { createPost } from './create.ts'
import { findPost, listTargets, type PostRow, type TargetRow } from './queries.ts'
import { toTargetInput } from './update.ts'

const dayMs = 86_400_000

/**
 * Schedules copies of the post at the times of the rule that are still to come, all or none, and returns
 * them. A time at which the post or one of its repeats stands already gets none, so the same request
 * twice creates nothing new. A repeat of a repeat belongs to the first post. 409 `post_not_repeatable` for a
 * post without a time, a draft, a canceled or an external one.
 */
export async function repeatPost(
  ctx: Context,
  scope: Scope,
  id: string,
  rule: PostRepeat,
  recordAudit: RecordAudit,
): Promise<PostRepeats> {
  if ((rule.count === undefined) === (rule.until === undefined)) {
    throw invalidField('count', 'Send either count or until.', 'required')
  }
  if (rule.weekdays && rule.every !== 'week') {
    throw invalidField('weekdays', 'It is allowed only with week.')
  }
  return await inOneTransaction(ctx, async (inside) => {
    const db = inside.db.query
    const post = await findRepeatable(db, scope, id)
    const repeatOf = post.repeat_of_post_id ?? id
    await sql`select pg_advisory_xact_lock(hashtextextended(${repeatOf}, 7))`.execute(db)
    const targets = await listTargets(db, [id])
    const posts: PostRepeats['posts'] = []
    for (const [index, at] of (await openTimes(inside, post, rule)).entries()) {
      const text = rule.texts[index % rule.texts.length] ?? post.text
      const input = copyOf(post, targets, text, at)
      const { id: repeatId } = await createPost(inside, scope, input, repeatOf)
      posts.push({ id: repeatId, scheduled_at: at.toISOString() })
    }
    await inside.db.transact((tx) => recordAudit(tx, changed(post)))
    return { object: 'post_repeats', repeat_of_post_id: repeatOf, posts }
  })
}

/**
 * Cancels the repeats that are scheduled after the post and have not started, and returns them. The post
 * itself and what was published stay.
 */
export async function cancelRepeats(
  ctx: Context,
  scope: Scope,
  id: string,
  recordAudit: RecordAudit,
): Promise<PostRepeats> {
  return await inOneTransaction(ctx, async (inside) => {
    const db = inside.db.query
    const post = await findPost(db, scope, id)
    if (!post) throw new ServiceError('post_not_found')
    requirePermission(scope, 'posts:write')
    const repeatOf = post.repeat_of_post_id ?? id
    const following = await db
      .selectFrom('post')
      .select(['id', 'scheduled_at'])
      .where(inScope(scope, 'post'))
      .where('repeat_of_post_id', '=', repeatOf)
      .where('status', 'in', ['scheduled', 'awaiting_approval'])
      .where('scheduled_at', '>', post.scheduled_at ?? new Date(0))
      .orderBy('scheduled_at')
      .execute()
    for (const each of following.toSorted((left, right) => (left.id < right.id ? -1 : 1))) {
      await cancelPost(inside, scope, each.id)
    }
    await inside.db.transact((tx) => recordAudit(tx, changed(post)))
    const posts = following.map((each) => ({
      id: each.id,
      scheduled_at: each.scheduled_at!.toISOString(),
    }))
    return { object: 'post_repeats', repeat_of_post_id: repeatOf, posts }
  })
}

/** The audit entry names the post. */
function changed({ id, profile_id }: PostRow) {
  return { object: 'post', id, profile_id }
}

async function findRepeatable(db: Queries, scope: Scope, id: string): Promise<PostRow> {
  const post = await findPost(db, scope, id)
  if (!post) throw new ServiceError('post_not_found')
  requirePermission(scope, 'posts:write')
  const isRepeatable =
    post.source === 'api' &&
    post.mode !== 'draft' &&
    post.status !== 'canceled' &&
    post.scheduled_at !== null
  if (!isRepeatable) throw new ServiceError('post_not_repeatable')
  return post
}

/** The times of the rule that are still to come and at which none of the series stands. */
async function openTimes(ctx: Context, post: PostRow, rule: PostRepeat): Promise<Date[]> {
  const repeatOf = post.repeat_of_post_id ?? post.id
  const { rows } = await sql<{ time_zone: string; taken: number[] | null }>`
    select time_zone, (
      select array_agg(extract(epoch from scheduled_at)::float8) from post
      where (id = ${repeatOf} or repeat_of_post_id = ${repeatOf}) and status <> 'canceled'
        and scheduled_at is not null) as taken
    from profile where id = ${post.profile_id}`.execute(ctx.db.query)
  const { time_zone: timeZone, taken } = rows[0]!
  const times = timesOf(rule, timeZone, post.scheduled_at!, ctx.clock.now())
  const isTaken = new Set(taken?.map((seconds) => Math.round(seconds * 1_000)))
  return times.filter((time) => !isTaken.has(time.getTime()))
}

/** Times that have passed do not count. 400 if the rule goes on for longer than a post can be scheduled ahead. */
function timesOf(rule: PostRepeat, timeZone: string, from: Date, now: Date): Date[] {
  const { every, interval, weekdays = [] } = rule
  const recurrence =
    every === 'week' ? ({ every, interval, weekdays } as const) : ({ every, interval } as const)
  const max = rule.count ?? limits.repeat.countMax
  const farthest = now.getTime() + limits.post.scheduleDaysMax * dayMs
  const times: Date[] = []
  for (const time of recurrenceInstants(recurrence, timeZone, from)) {
    if (times.length === max) break
    if (rule.until && localDayOf(timeZone, time) > rule.until) break
    if (time.getTime() > farthest) throw tooFar(rule, times.length)
    if (time > now) times.push(time)
  }
  if (times.length === 0) {
    throw invalidField('until', 'No repeat falls between now and this day.', 'in_past')
  }
  return times
}

function localDayOf(timeZone: string, instant: Date): string {
  return new Date(localTimeOf(timeZone, instant.getTime())).toISOString().slice(0, 10)
}

function tooFar(rule: PostRepeat, count: number): ServiceError {
  const days = limits.post.scheduleDaysMax
  const message = `A post can be scheduled ${days} days ahead; ${count} repeats fall within them.`
  return invalidField(rule.until ? 'until' : 'count', message, 'too_far_ahead')
}

/** A target with a time of its own stays as far from the post's time. */
function copyOf(post: PostRow, targets: readonly TargetRow[], text: string, at: Date): PostCreate {
  const delay = at.getTime() - post.scheduled_at!.getTime()
  return {
    text,
    media: post.media,
    thread: post.thread,
    thread_fallback: post.thread_fallback,
    targets: targets
      .filter(({ status }) => status !== 'canceled')
      .map((target) => ({
        ...toTargetInput(target, 'schedule', true),
        ...(isOwnTime(post, target)
          ? { scheduled_at: new Date(target.scheduled_at!.getTime() + delay).toISOString() }
          : {}),
      })),
    mode: 'schedule',
    scheduled_at: at.toISOString(),
    ...(post.approval_if_late ? { approval: { if_late: post.approval_if_late } } : {}),
    metadata: post.metadata as PostCreate['metadata'],
    tags: post.tags,
    // Its time tells it apart; the same content at short intervals is what was asked for.
    allow_duplicate: true,
  }
}

function isOwnTime(post: PostRow, { scheduled_at: time }: TargetRow): boolean {
  return time !== null && time.getTime() !== post.scheduled_at!.getTime()
}
