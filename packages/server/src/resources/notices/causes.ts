import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { limits } from '../../core/limits.ts'
import type { Queries } from '../../database/open.ts'
import type { NoticeCause } from '../../schemas/notices.ts'

const { shownMax, countedMax, textCharsMax } = limits.notices
/** A character has at most two code units, and what is removed from a text makes it shorter. */
const charsRead = textCharsMax * 4
/** As for `comment.created`: comments that are found later are history. */
const newHours = 24

/** What is told: texts as they are stored, of which names and quotes are written by strangers. */
export type NoticeItem = {
  /** The type of the event; empty where the cause says it. */
  what: string
  resource_id: string
  profile: string | null
  name: string | null
  quote: string | null
}

export type NoticeSection = { cause: NoticeCause; count: number; items: NoticeItem[] }

type Span = { after: Date; until: Date; unansweredHours: number }

/**
 * What happened in the scope from `after` on and before `until`: the first five in order, and how many,
 * counted up to 1,000.
 */
export async function readSection(
  db: Queries,
  scope: Scope,
  cause: NoticeCause,
  span: Span,
): Promise<NoticeSection> {
  const { rows } = await sql<NoticeItem & { count: number }>`
    with found as materialized (
      ${queries[cause](scope, span)} order by at, resource_id limit ${countedMax})
    select what, resource_id, profile, name, quote, (select count(*)::integer from found) as count
    from found order by at, resource_id limit ${shownMax}`.execute(db)
  return { cause, count: rows[0]?.count ?? 0, items: rows.map(({ count, ...item }) => item) }
}

const queries: Record<NoticeCause, (scope: Scope, span: Span) => ReturnType<typeof sql>> = {
  account_access: (scope, span) => sql`
    select event.created_at as at, event.type as what, event.resource_id,
      profile.name as profile, account.platform || ' ' || account.username as name,
      null::text as quote
    from event
    join account on account.id = event.resource_id and ${inScope(scope, 'account')}
    join profile on profile.id = account.profile_id
    where ${inScope(scope, 'event')} and event.type in ('account.expiring', 'account.expired')
      and ${isWithin('event.created_at', span)}`,

  post_failed: (scope, span) => postEvents(scope, span, sql`('post.failed')`),

  approval_decided: (scope, span) =>
    postEvents(scope, span, sql`('post.approved', 'post.changes_requested')`),

  endpoint_inactive: (scope, span) => sql`
    select webhook_endpoint.updated_at as at, '' as what, webhook_endpoint.id as resource_id,
      profile.name as profile, webhook_endpoint.description as name, null::text as quote
    from webhook_endpoint left join profile on profile.id = webhook_endpoint.profile_id
    where ${inScope(scope, 'webhook_endpoint')} and webhook_endpoint.inactive_reason = 'failures'
      and ${isWithin('webhook_endpoint.updated_at', span)}`,

  post_waiting: (scope, span) => sql`
    select post.approval_changed_at as at, '' as what, post.id as resource_id,
      profile.name as profile, null::text as name, left(post.text, ${charsRead}) as quote
    from post join profile on profile.id = post.profile_id
    where ${inScope(scope, 'post')} and post.approval = 'awaiting'
      and post.status in ('draft', 'awaiting_approval', 'scheduled')
      and ${isWithin('post.approval_changed_at', span)}`,

  comment_unanswered: (scope, span) => {
    const hours = span.unansweredHours
    return sql`
      select waited.at, '' as what, comment.id as resource_id, profile.name as profile,
        comment.author_username as name, left(comment.text, ${charsRead}) as quote
      from comment join profile on profile.id = comment.profile_id
      cross join lateral (select greatest(
        comment.commented_at + make_interval(hours => ${hours}), comment.created_at) as at) waited
      where ${inScope(scope, 'comment')} and comment.reply_status = 'unreplied'
        and not comment.hidden and comment.deleted_at is null
        and comment.commented_at > comment.created_at - make_interval(hours => ${newHours})
        and comment.commented_at > ${span.after}::timestamptz - make_interval(hours => ${hours + newHours})
        and comment.commented_at <= ${span.until}::timestamptz - make_interval(hours => ${hours})
        and ${isWithin('waited.at', span)}`
  },
}

/** The profile is that of the event and of the post, so that a post which moved since tells nobody. */
function postEvents(scope: Scope, span: Span, types: ReturnType<typeof sql>) {
  return sql`
    select event.created_at as at, event.type as what, event.resource_id,
      profile.name as profile, null::text as name, left(post.text, ${charsRead}) as quote
    from event
    join post on post.id = event.resource_id and ${inScope(scope, 'post')}
    join profile on profile.id = post.profile_id
    where ${inScope(scope, 'event')} and event.type in ${types}
      and ${isWithin('event.created_at', span)}`
}

function isWithin(column: string, { after, until }: Span) {
  return sql`${sql.ref(column)} >= ${after} and ${sql.ref(column)} < ${until}`
}
