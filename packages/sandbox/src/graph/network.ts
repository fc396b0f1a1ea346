import type { Api, Network } from '../core/sandbox.ts'
import { sendDataDeletion, sendDeauthorize } from './callbacks.ts'
import { graphFaultResponse, type RateLimitFault } from './faults.ts'
import { handshake } from './handshake.ts'
import { type GraphHost, graphHandler, matchRoute, splitVersion } from './router.ts'

/** The `Api` of a Graph host. */
export function graphApi(host: GraphHost): Api {
  return {
    prefix: host.prefix,
    nameOf: (method, pathname) =>
      matchRoute(host, method, splitVersion(host, pathname).path)?.route.name ?? 'unknown',
    endpoints: host.routes.map(({ name }) => name),
    mount(app, sandbox) {
      app.all(`${host.prefix}/*`, graphHandler(sandbox, host))
    },
  }
}

/** The parts of `Network` that Meta's networks share. */
export function metaNetwork(rateLimit: RateLimitFault) {
  return {
    faultResponse: (_sandbox, kind) => graphFaultResponse(kind, rateLimit),
    hasRefreshTokens: false,
    verifyWebhook: handshake,
    sendDeauthorize,
    sendDataDeletion,
  } satisfies Partial<Network>
}
