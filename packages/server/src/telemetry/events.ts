import { channel } from 'node:diagnostics_channel'

/**
 * What happened, for whoever counts it (operation/metrics.ts). Names of platforms, routes and
 * outcomes only: an id of a profile or a text would make a series of its own for each.
 */
export type TelemetryEvents = {
  'request.answered': { method: string; route: string; status: number; seconds: number }
  'platform.called': { platform: string; outcome: string; seconds: number }
  'delivery.attempted': {
    outcome: 'succeeded' | 'failed'
    error: string
    /** From the commit of the event to the receiver's answer, of a first attempt. */
    latencySeconds: number | null
  }
}

const channels = {
  'request.answered': channel('postern:request.answered'),
  'platform.called': channel('postern:platform.called'),
  'delivery.attempted': channel('postern:delivery.attempted'),
} satisfies Record<keyof TelemetryEvents, unknown>

/** Costs nothing while nobody listens. */
export function emit<Name extends keyof TelemetryEvents>(
  name: Name,
  fact: TelemetryEvents[Name],
): void {
  if (channels[name].hasSubscribers) channels[name].publish(fact)
}

/** Answers how to stop listening. */
export function onEvent<Name extends keyof TelemetryEvents>(
  name: Name,
  listener: (fact: TelemetryEvents[Name]) => void,
): () => void {
  const handler = (fact: unknown) => listener(fact as TelemetryEvents[Name])
  channels[name].subscribe(handler)
  return () => void channels[name].unsubscribe(handler)
}
