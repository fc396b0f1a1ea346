import { sql } from 'kysely'
import { newUuid } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { Topic } from '../../core/topics.ts'
import { noteChange, type Tx, wakeAfterCommit } from '../../database/open.ts'
import type { EventType } from '../../schemas/event.ts'
import { type Occurrence, writeEnvelope } from './envelope.ts'

type Emission = { [Type in EventType]: Occurrence<Type> }[Exclude<EventType, 'webhook.test'>]

type Area = Emission['type'] extends infer Type
  ? Type extends `${infer Noun}.${string}`
    ? Noun
    : never
  : never

const topicOf: Record<Area, Topic> = {
  account: 'accounts',
  comment: 'comments',
  post: 'posts',
  profile: 'profiles',
}

/**
 * Tells the owner's webhook endpoints what happened, in the transaction in which it happened: the
 * event, its deliveries and their places in the queue are committed with the change or not at all.
 * Only active endpoints that want the type and are not bound to another profile get it, so what
 * occurs while an endpoint is inactive is not stored. `profile.deleted` goes to unbound endpoints
 * only. One statement, whatever the number of endpoints.
 */
export async function emit(tx: Tx, emission: Emission): Promise<void> {
  const { ownerId, profileId, type, now } = emission
  const event = writeEnvelope(emission as Occurrence<EventType>)
  const deliveryIds = Array.from({ length: limits.webhook.endpointsMax }, newUuid)
  const { rows } = await sql<{ endpoint_id: string }>`
    with target as (
      select id, row_number() over (order by id) as place
      from webhook_endpoint
      where owner_id = ${ownerId} and active
        and (${type} = any(events) or '*' = any(events))
        and (profile_id is null or (profile_id = ${profileId} and ${type} <> 'profile.deleted'))
    ), stored as (
      insert into event (id, created_at, owner_id, profile_id, type, body)
      select ${event.id}::uuid, ${now}::timestamptz, ${ownerId}, ${profileId}, ${type}, ${event.body}::bytea
      where exists (select 1 from target)
    ), made as (
      insert into delivery
        (id, created_at, owner_id, profile_id, endpoint_id, event_id, event_created_at, event_type)
      select fresh.id, ${now}::timestamptz, ${ownerId}, ${profileId}, target.id, ${event.id}::uuid,
        ${now}::timestamptz, ${type}
      from target
      join unnest(${deliveryIds}::uuid[]) with ordinality as fresh (id, place) using (place)
      returning id, endpoint_id
    )
    insert into delivery_queue
      (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, due_at)
    select id, ${now}::timestamptz, endpoint_id, ${event.id}::uuid, ${now}::timestamptz,
      ${now}::timestamptz
    from made
    returning endpoint_id`.execute(tx)
  noteChange(tx, topicOf[type.split('.')[0] as Area], { ownerId, profileId })
  if (rows.length === 0) return
  noteChange(tx, 'deliveries', { ownerId, profileId })
  const due = rows.map(({ endpoint_id: endpointId }) => ({ endpointId, ownerId }))
  wakeAfterCommit(tx, 'deliveries', due)
}
