import { newUuid } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { Envelope, EventData, EventType } from '../../schemas/event.ts'

/** An event as its resource emits it. */
export type EventInput<Type extends EventType> = {
  ownerId: string
  profileId: string
  profileExternalId: string | null
  type: Type
  data: EventData<Type>
  now: Date
}

/** Tried in order until the event fits; ids, platform URLs and times are shorter than all of them. */
const textCharsMax = [16_384, 8_192, 4_096, 2_048, 1_024, 512]

/**
 * The event's id, what it is about, and the bytes of its body, which are stored and signed. An event of more than 64 KiB
 * has its longest texts cut but keeps its shape, so that untrusted text cannot fail the transaction.
 */
export function writeEnvelope<Type extends EventType>(
  input: EventInput<Type>,
): { id: string; resourceId: string; body: Buffer } {
  const envelope: Envelope<Type> = {
    id: newUuid(),
    type: input.type,
    created_at: input.now.toISOString(),
    profile_id: input.profileId,
    profile_external_id: input.profileExternalId,
    data: input.data,
  }
  return { id: envelope.id, resourceId: resourceIdOf(input.data), body: toBytes(envelope) }
}

/** The ID of the comment, post, account, profile or endpoint that the event is about. */
function resourceIdOf(data: EventData<EventType>): string {
  if ('comment_id' in data) return data.comment_id
  if ('post_id' in data) return data.post_id
  if ('account' in data) return data.account.id
  return 'profile' in data ? data.profile.id : data.webhook_id
}

function toBytes(envelope: unknown): Buffer {
  const whole = Buffer.from(JSON.stringify(envelope), 'utf8')
  if (whole.length <= limits.webhook.eventBytesMax) return whole
  for (const charsMax of textCharsMax) {
    const cut = Buffer.from(JSON.stringify(envelope, cutTexts(charsMax)), 'utf8')
    if (cut.length <= limits.webhook.eventBytesMax) return cut
  }
  throw new Error(`An event of ${whole.length} bytes cannot be made to fit.`)
}

/** Cuts between characters, so that the rest is well-formed text. */
function cutTexts(charsMax: number): (key: string, value: unknown) => unknown {
  return (_key, value) =>
    typeof value === 'string' && value.length > charsMax
      ? `${value
          .slice(0, charsMax)
          .toWellFormed()
          .replace(/\uFFFD$/, '')}…`
      : value
}
