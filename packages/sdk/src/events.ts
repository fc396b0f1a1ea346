import { keepReading, type StreamListener } from './live.ts'
import type { Query } from './operation.ts'
import { type Event, endpoints } from './schema.gen.ts'
import type { Settings } from './settings.ts'

export type EventStreamListener = StreamListener & {
  /** Only these event types. */
  types?: Query<'streamEvents'>['event_type'] | undefined
  /** The `id` of an event of the last 24 hours to start after. Default: from now on. */
  after?: string | undefined
  /** Called with one event after the other. After an error the stream reconnects and calls it again. */
  onEvent: (event: Event) => void | Promise<void>
}

/** After a reconnect the server repeats up to a minute of events. */
const idsKept = 10_000

/**
 * Calls `onEvent` once for each event until the signal is aborted. When the stream is lost, it continues
 * after the last event.
 */
export async function streamEvents(
  settings: Settings,
  listener: EventStreamListener,
): Promise<void> {
  let after = listener.after
  /** The first cursor: what is repeated from before it was not asked for. */
  let floor: string | undefined
  const seen = new Set<string>()
  const pathOf = () => {
    const query = new URLSearchParams()
    if (listener.types) query.set('event_type', [listener.types].flat().join())
    if (after) query.set('after', after)
    return `${endpoints.streamEvents[1]}?${query}`
  }
  await keepReading(settings, pathOf, listener, async ({ event, id, data }) => {
    if (!id) return
    floor ??= id
    if (id < floor || seen.has(id)) return
    if (event === 'event') {
      await listener.onEvent(JSON.parse(data) as Event)
      seen.add(id)
      if (seen.size > idsKept) seen.delete(seen.values().next().value!)
    }
    after = id
  })
}
