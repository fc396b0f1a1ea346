import { sql } from 'kysely'
import { newUuid } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { Topic } from '../../core/topics.ts'
import { noteChange, type Tx, wakeAfterCommit } from '../../database/open.ts'
import type { EventType } from '../../schemas/event.ts'
import { type EventInput, writeEnvelope } from './envelope.ts'

type NewEvent = { [Type in EventType]: EventInput<Type> }[Exclude<EventType, 'webhook.test'>]

type ResourceName = NewEvent['type'] extends infer Type
  ? Type extends `${infer Name}.${string}`
    ? Name
    : never
  : never

const topicOf: Record<ResourceName, Topic> = {
  account: 'accounts',
  comment: 'comments',
  post: 'posts',
  profile: 'profiles',
}

/**
 * Stores an event with its deliveries and queue rows in the transaction of the change, so that all
 * commit or none. Only active endpoints that subscribe to the type and are not bound to another profile
 * get a delivery; an inactive one misses the event. `profile.deleted` goes to unbound endpoints only.
 */
export async function emitEvent(tx: Tx, input: NewEvent): Promise<void> {
  const { ownerId, profileId, type, now } = input
  const event = writeEnvelope(input as EventInput<EventType>)
  const deliveryIds = Array.from({ length: limits.webhook.endpointsMax }, newUuid)
  const { rows } = await sql<{ endpoint_id: string }>`
    with endpoint as (
      select id, row_number() over (order by id) as number
      from webhook_endpoint
      where owner_id = ${ownerId} and active
        and (${type} = any(events) or '*' = any(events))
        and (profile_id is null or (profile_id = ${profileId} and ${type} <> 'profile.deleted'))
    ), stored as (
      insert into event (id, created_at, owner_id, profile_id, type, resource_id, body)
      values (${event.id}::uuid, ${now}::timestamptz, ${ownerId}, ${profileId}, ${type},
        ${event.resourceId}, ${event.body}::bytea)
    ), created as (
      insert into delivery
        (id, created_at, owner_id, profile_id, endpoint_id, event_id, event_created_at, event_type)
      select new_id.id, ${now}::timestamptz, ${ownerId}, ${profileId}, endpoint.id, ${event.id}::uuid,
        ${now}::timestamptz, ${type}
      from endpoint
      join unnest(${deliveryIds}::uuid[]) with ordinality as new_id (id, number) using (number)
      returning id, endpoint_id
    )
    insert into delivery_queue
      (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, due_at)
    select id, ${now}::timestamptz, endpoint_id, ${event.id}::uuid, ${now}::timestamptz,
      ${now}::timestamptz
    from created
    returning endpoint_id`.execute(tx)
  noteChange(tx, topicOf[type.split('.')[0] as ResourceName], { ownerId, profileId })
  if (rows.length === 0) return
  noteChange(tx, 'deliveries', { ownerId, profileId })
  const due = rows.map(({ endpoint_id: endpointId }) => ({ endpointId, ownerId }))
  wakeAfterCommit(tx, 'deliveries', due)
}
