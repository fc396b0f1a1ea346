import { newUuid } from '../base/ids.ts'
import type { Envelope, EventData, EventType } from '../resources/event.ts'

/** What happened, as the noun that it happened in tells it. */
export type Occurrence<Type extends EventType> = {
  ownerId: string
  profileId: string
  profileExternalId: string | null
  type: Type
  data: EventData<Type>
  now: Date
}

/** The event's id and the exact bytes of its body, made once: these bytes are stored and signed. */
export function writeEnvelope<Type extends EventType>(
  occurrence: Occurrence<Type>,
): { id: string; body: Buffer } {
  const envelope: Envelope<Type> = {
    id: newUuid(),
    type: occurrence.type,
    created_at: occurrence.now.toISOString(),
    profile_id: occurrence.profileId,
    profile_external_id: occurrence.profileExternalId,
    data: occurrence.data,
  }
  return { id: envelope.id, body: Buffer.from(JSON.stringify(envelope), 'utf8') }
}
