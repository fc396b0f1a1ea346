import { readKeyEnd } from '../../access/keys.ts'
import type { Scope } from '../../access/scope.ts'
import { readVisibility, visibilityOf } from '../../access/sessions.ts'
import type { Context } from '../../context.ts'
import { invalidField } from '../../core/errors.ts'
import { newUuid, timeOfUuid, uuidAt } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { Topic } from '../../core/topics.ts'
import type { EventType } from '../../schemas/event.ts'
import { listEventsFrom, type StoredEvent } from './event-queries.ts'
import { openCounted } from './streams.ts'

const { commitDelayMsMax, pollMs, resumeHoursMax, pageRows } = limits.eventStream
const accessTopics = new Set<Topic>(['api_keys', 'members', 'profiles', 'sessions'])
const encoder = new TextEncoder()

type Input = { event_type?: EventType[] | undefined; after?: string | undefined }

/**
 * Streams the events in the scope as server-sent events, from now on or after the event `after`. Nothing
 * is read from the database that the client has not asked for. The stream ends when the client leaves,
 * the process stops or the key or session ends. 400 when `after` is more than a day ago.
 */
export function streamEvents(ctx: Context, scope: Scope, input: Input): ReadableStream<Uint8Array> {
  const position = openPosition(input.after)
  return openCounted(ctx, scope, ({ heartbeatMs, onEnd }) => {
    const alarm = createAlarm()
    let isOver = false
    /** When access was last checked. */
    let checkedAt = -Infinity
    /** When the key ends, as known from then. */
    let end: Date | null = null
    let unlisten = () => {}
    const stop = () => {
      if (isOver) return
      isOver = true
      unlisten()
      alarm.ring()
      onEnd()
    }
    unlisten = ctx.db.changes.listen({
      notify: (changes) => {
        const own = changes.filter(({ ownerId }) => ownerId === scope.ownerId)
        if (own.some(({ topics }) => topics.some((topic) => accessTopics.has(topic)))) {
          checkedAt = -Infinity
        }
        if (own.length > 0) alarm.ring()
      },
      end: stop,
    })
    /** The next text to send; `null` at the end of the stream. */
    const next = async (): Promise<string | null> => {
      while (!isOver) {
        const hasEnded = end !== null && end <= ctx.clock.now()
        if (hasEnded || performance.now() - checkedAt >= heartbeatMs) {
          const access = await readAccess(ctx, scope)
          if (!access) break
          end = access.end
          checkedAt = performance.now()
          return `event: cursor\nid: ${position.cursor()}\ndata: {}\n\n`
        }
        const events = await position.read((from, except) =>
          listEventsFrom(ctx.db.query, scope, from, except, input.event_type ?? null),
        )
        if (events.length > 0) return events.map(textOf).join('')
        await alarm.wait(pollMs)
      }
      return null
    }
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const text = await next().catch((err) => {
            ctx.log.error({ err }, 'event_stream.failed')
            return null
          })
          if (text !== null) return controller.enqueue(encoder.encode(text))
          stop()
          controller.close()
        },
        cancel: stop,
      },
      { highWaterMark: 0 },
    )
  })
}

/** The body is JSON without line breaks: the bytes that webhooks sign. */
function textOf({ id, body }: StoredEvent): string {
  return `event: event\nid: ${id}\ndata: ${body.toString('utf8')}\n\n`
}

/** The access of the key or session and when it ends; `null` if it has ended or changed. */
async function readAccess(ctx: Context, scope: Scope): Promise<{ end: Date | null } | null> {
  if (scope.sessionId) {
    const isSame = (await readVisibility(ctx, scope.sessionId)) === visibilityOf(scope)
    return isSame ? { end: null } : null
  }
  const end = await readKeyEnd(ctx, scope.actor.id)
  return end === undefined ? null : { end }
}

/**
 * How far a stream has read. IDs sort by the time they were made, but events are committed later, in any
 * order: events of the last 30 seconds are looked for again, without those that were read.
 */
function openPosition(after: string | undefined) {
  const now = () => timeOfUuid(newUuid())!.getTime()
  let since = now()
  const read = new Set<string>()
  if (after) {
    const time = timeOfUuid(after)?.getTime()
    if (!time || time < since - resumeHoursMax * 3_600_000) {
      throw invalidField(
        'after',
        `It must be the ID of an event of the last ${resumeHoursMax} hours.`,
        'too_long_ago',
      )
    }
    const isCursor = after === uuidAt(time)
    since = Math.min(since, isCursor ? time : time - commitDelayMsMax)
    read.add(after)
  }
  return {
    cursor: () => uuidAt(since),
    read: async (
      list: (from: string, except: readonly string[]) => Promise<StoredEvent[]>,
    ): Promise<StoredEvent[]> => {
      const startedAt = now()
      const events = await list(uuidAt(since), [...read])
      for (const { id } of events) read.add(id)
      const end = events.length < pageRows ? startedAt : timeOfUuid(events.at(-1)!.id)!.getTime()
      since = Math.max(since, end - commitDelayMsMax)
      for (const id of read) if (id < uuidAt(since)) read.delete(id)
      return events
    },
  }
}

/** A wait that ends early when it rings. A ring before the wait counts. */
function createAlarm() {
  let isRinging = false
  let wake = () => {}
  return {
    ring: () => {
      isRinging = true
      wake()
    },
    wait: async (ms: number): Promise<void> => {
      if (!isRinging) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          timer.unref()
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isRinging = false
      wake = () => {}
    },
  }
}
