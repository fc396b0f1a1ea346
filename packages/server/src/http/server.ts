import type { Server } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Config } from '../core/config.ts'
import { limits } from '../core/limits.ts'
import { type ParserError, respondToUnparsed } from './broken-request.ts'
import { isProxy, networkOf } from './caller.ts'

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch']

const { connectionsMax, socketIdleMsMax } = limits.traffic
const { headerBytesMax, headersMsMax, timeoutsCheckedMs } = limits.request

/** Throws EADDRINUSE before anything is created, instead of when everything else is ready. */
export async function requireFreePort({ role, host, port }: Config): Promise<void> {
  if (role === 'worker') return
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(port, host, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}

/**
 * Listens on the configured host and port. Limits for clients: 16 KiB of headers (else 431) within 10 s
 * (else 408), one hour for an upload, 75 s without traffic, and `connectionsMax` connections, of which
 * one address can have a share.
 */
export async function listenHttp(config: Config, fetch: Fetch): Promise<Server> {
  const server = createAdaptorServer({
    fetch,
    // Of requests without a Host header: health checks of load balancers use HTTP/1.0.
    hostname: 'localhost',
    serverOptions: {
      maxHeaderSize: headerBytesMax,
      headersTimeout: headersMsMax,
      connectionsCheckingInterval: timeoutsCheckedMs,
      // For uploads; other bodies have a shorter deadline (http/body.ts).
      requestTimeout: limits.media.uploadMsMax,
      // Longer than the usual 60 s of proxies: the sending side must be the first to close.
      keepAliveTimeout: socketIdleMsMax,
    },
  }) as Server
  server.setTimeout(socketIdleMsMax)
  server.maxConnections = connectionsMax
  shareConnections(config, server)
  server.on('clientError', (err: ParserError, socket: Socket) =>
    respondToUnparsed(config, err, socket),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  return server
}

/**
 * Closes a new connection of an address that would have more than are still free, so that one address
 * can take at most half of them. Trusted proxies are exempt, as they serve many clients.
 */
function shareConnections(config: Config, server: Server): void {
  const openByNetwork = new Map<string, number>()
  let open = 0
  server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress
    const network = ip && !isProxy(config, ip) ? networkOf(ip) : null
    const openHere = network === null ? 0 : (openByNetwork.get(network) ?? 0) + 1
    if (openHere > connectionsMax - open) {
      socket.destroy()
      return
    }
    open += 1
    if (network !== null) openByNetwork.set(network, openHere)
    socket.once('close', () => {
      open -= 1
      if (network === null) return
      const remaining = openByNetwork.get(network)! - 1
      if (remaining === 0) openByNetwork.delete(network)
      else openByNetwork.set(network, remaining)
    })
  })
}

/**
 * Keeps serving for `drainSeconds`, while `/ready` and `Connection: close` tell load balancers to move
 * on. Then accepts no connections, and resolves when the last response is sent or after `drainMsMax`.
 */
export async function closeHttp(server: Server, drainSeconds: number): Promise<void> {
  await new Promise((resume) => setTimeout(resume, drainSeconds * 1_000))
  await new Promise<void>((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), limits.traffic.drainMsMax)
    server.close(() => {
      clearTimeout(late)
      resolve()
    })
    server.closeIdleConnections()
  })
}
