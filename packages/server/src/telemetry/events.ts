import { channel } from 'node:diagnostics_channel'

/**
 * Events that operation/metrics.ts counts. Fields are names of platforms, routes and outcomes: ids or
 * texts would create a time series for each value.
 */
export type TelemetryEvents = {
  'request.answered': { method: string; route: string; status: number; seconds: number }
  'request.unlogged': { reason: 'full' | 'failed'; count: number }
  'platform.called': { platform: string; outcome: string; seconds: number }
  'delivery.attempted': {
    outcome: 'succeeded' | 'failed'
    error: string
    /** From the commit of the event to the receiver's response; first attempts only. */
    latencySeconds: number | null
  }
}

const channels = {
  'request.answered': channel('postern:request.answered'),
  'request.unlogged': channel('postern:request.unlogged'),
  'platform.called': channel('postern:platform.called'),
  'delivery.attempted': channel('postern:delivery.attempted'),
} satisfies Record<keyof TelemetryEvents, unknown>

/** Publishes an event; free when there is no subscriber. */
export function report<Name extends keyof TelemetryEvents>(
  name: Name,
  fact: TelemetryEvents[Name],
): void {
  if (channels[name].hasSubscribers) channels[name].publish(fact)
}

/** Subscribes to an event; returns the function that unsubscribes. */
export function onEvent<Name extends keyof TelemetryEvents>(
  name: Name,
  listener: (fact: TelemetryEvents[Name]) => void,
): () => void {
  const handler = (fact: unknown) => listener(fact as TelemetryEvents[Name])
  channels[name].subscribe(handler)
  return () => void channels[name].unsubscribe(handler)
}
