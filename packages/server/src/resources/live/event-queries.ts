import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { idPrefixes } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { Queries } from '../../database/open.ts'
import type { EventType } from '../../schemas/event.ts'

export type StoredEvent = { id: string; body: Buffer }

/**
 * A page of the events in scope from the ID `from` on, the oldest first, without those in `except`,
 * erased ones, test events, which are about an endpoint, and those of profiles that are being deleted.
 */
export async function listEventsFrom(
  db: Queries,
  scope: Scope,
  from: string,
  except: readonly string[],
  types: readonly EventType[] | null,
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select event.id, event.body from event
    where ${inScope(scope, 'event')} and event.id >= ${from}::uuid
      and event.id <> all(${except}::uuid[])
      and (${types}::text[] is null or event.type = any(${types}))
      and length(event.body) > 0 and starts_with(event.resource_id, ${idPrefixes.webhook}) is not true
      and event.profile_id <> all(array(select id from profile
        where owner_id = ${scope.ownerId} and deleting_at is not null and erased_at is null))
    order by event.id limit ${limits.eventStream.pageRows}`.execute(db)
  return rows
}
