import { newUuid } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { Envelope, EventData, EventType } from '../../schemas/event.ts'

/** What happened, as the noun that it happened in tells it. */
export type Occurrence<Type extends EventType> = {
  ownerId: string
  profileId: string
  profileExternalId: string | null
  type: Type
  data: EventData<Type>
  now: Date
}

/** Tried in turn until the event fits; ids, urls of platforms and times are shorter than all. */
const textCharsMax = [16_384, 8_192, 4_096, 2_048, 1_024, 512]

/**
 * The event's id and the exact bytes of its body, made once: these bytes are stored and signed. An
 * event of more than 64 KiB has its longest texts cut, never its shape: what happened is told
 * whatever a stranger wrote, and nobody's comment can fail the transaction it is told in.
 */
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
  return { id: envelope.id, body: fittingBytes(envelope) }
}

function fittingBytes(envelope: unknown): Buffer {
  const whole = Buffer.from(JSON.stringify(envelope), 'utf8')
  if (whole.length <= limits.webhook.eventBytesMax) return whole
  for (const charsMax of textCharsMax) {
    const cut = Buffer.from(JSON.stringify(envelope, cutTexts(charsMax)), 'utf8')
    if (cut.length <= limits.webhook.eventBytesMax) return cut
  }
  throw new Error(`An event of ${whole.length} bytes cannot be made to fit.`)
}

/** Between characters, so that what is cut stays text. */
function cutTexts(charsMax: number): (key: string, value: unknown) => unknown {
  return (_key, value) =>
    typeof value === 'string' && value.length > charsMax
      ? `${value
          .slice(0, charsMax)
          .toWellFormed()
          .replace(/\uFFFD$/, '')}…`
      : value
}
