import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { idPrefixes } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { Queries } from '../../database/open.ts'
import type { DeliverySubject, subjectTypes } from '../../schemas/delivery.ts'
import type { EventData, EventType } from '../../schemas/event.ts'
import { listEventBodies } from './attempts.ts'
import { type DeliveryRow, eventTimes } from './delivery-queries.ts'

/** A text is read only that far; a character has at most two code units. */
const unitsRead = limits.webhook.subjectCharsMax * 2

const typeByPrefix: Readonly<Record<string, (typeof subjectTypes)[number]>> = {
  [idPrefixes.post]: 'post',
  [idPrefixes.comment]: 'comment',
  [idPrefixes.account]: 'account',
  [idPrefixes.profile]: 'profile',
  [idPrefixes.webhook]: 'webhook_endpoint',
}

/**
 * What the event of each delivery is about, by event ID, with its text. Only if the resource was deleted is
 * the text read from the event. Events that were erased with their profile are missing.
 */
export async function listSubjects(
  db: Queries,
  scope: Scope,
  deliveries: DeliveryRow[],
): Promise<Map<string, DeliverySubject>> {
  const span = eventTimes(deliveries)
  if (!span) return new Map()
  const ids = [...new Set(deliveries.map((delivery) => delivery.event_id))]
  const { rows } = await sql<{ id: string; resource_id: string; text: string | null }>`
    select event.id, event.resource_id, case split_part(event.type, '.', 1)
      when 'post' then (select left(post.text, ${unitsRead}) from post
        where ${inScope(scope, 'post')} and post.id = event.resource_id)
      when 'comment' then (select left(comment.text, ${unitsRead}) from comment
        where ${inScope(scope, 'comment')} and comment.id = event.resource_id)
      when 'account' then (select coalesce(nullif(account.username, ''), account.display_name)
        from account where ${inScope(scope, 'account')} and account.id = event.resource_id)
      end as text
    from event
    where event.id = any(${ids}::uuid[])
      and event.created_at >= ${span.since} and event.created_at <= ${span.until}
      and length(event.body) > 0 and event.resource_id is not null`.execute(db)
  const subjects = new Map(
    rows.map(({ id, resource_id, text }) => [
      id,
      { type: typeOf(resource_id), id: resource_id, text: excerpt(text) },
    ]),
  )
  const isDeleted = ({ event_id }: DeliveryRow) => {
    const subject = subjects.get(event_id)
    return subject?.text === null && typesWithText.includes(subject.type)
  }
  for (const [id, body] of await listEventBodies(db, deliveries.filter(isDeleted))) {
    subjects.get(id)!.text = excerpt(textOf(body))
  }
  return subjects
}

/** The types of subjects whose events contain their texts. */
const typesWithText: readonly string[] = ['comment', 'account', 'profile']

function textOf(body: Buffer): string | null {
  const { data } = JSON.parse(body.toString('utf8')) as { data: EventData<EventType> }
  if ('comment_id' in data) return data.text
  if ('account' in data) return data.account.username || data.account.display_name
  return 'profile' in data ? data.profile.name : null
}

function typeOf(resourceId: string): DeliverySubject['type'] {
  return typeByPrefix[resourceId.split('_')[0]!]!
}

function excerpt(text: string | null): string | null {
  const chars = [...(text ?? '').slice(0, unitsRead).toWellFormed().trim()]
  if (chars.length <= limits.webhook.subjectCharsMax) return chars.join('') || null
  return `${chars
    .slice(0, limits.webhook.subjectCharsMax - 1)
    .join('')
    .trimEnd()}…`
}
