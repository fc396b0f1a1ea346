import type { Api, Network } from '../core/world.ts'
import { sendDataDeletion, sendDeauthorize } from './callbacks.ts'
import { graphFaultAnswer, type RateLimitFault } from './faults.ts'
import { handshake } from './handshake.ts'
import { type GraphHost, graphHandler, matchRoute, splitVersion } from './router.ts'

/** A Graph host as an API of its network. */
export function graphApi(host: GraphHost): Api {
  return {
    prefix: host.prefix,
    nameOf: (method, pathname) =>
      matchRoute(host, method, splitVersion(host, pathname).path)?.route.name ?? 'unknown',
    mount(app, world) {
      app.all(`${host.prefix}/*`, graphHandler(world, host))
    },
  }
}

/** What all networks of Meta do alike. */
export function metaNetwork(rateLimit: RateLimitFault) {
  return {
    faultAnswer: (_world, kind) => graphFaultAnswer(kind, rateLimit),
    hasRefreshTokens: false,
    verifyWebhook: handshake,
    sendDeauthorize,
    sendDataDeletion,
  } satisfies Partial<Network>
}
