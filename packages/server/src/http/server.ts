import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Config } from '../core/config.ts'
import { limits } from '../core/limits.ts'
import { type ParserError, respondToUnparsed } from './broken-request.ts'
import { isProxy, networkOf } from './caller.ts'

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch']

const { connectionsMax, socketIdleMsMax } = limits.traffic
const { headerBytesMax, headersMsMax, timeoutsCheckedMs } = limits.request

/**
 * Listens where the configuration says. Clients that are slow or silent are cut off: 16 KiB of
 * headers (431 beyond) within 10 s (408), an hour for the longest upload, 75 s without a byte in
 * either direction, and at most `connectionsMax` at once, of which one address has its share.
 */
export async function listenHttp(config: Config, fetch: Fetch): Promise<Server> {
  const server = createAdaptorServer({
    fetch,
    serverOptions: {
      maxHeaderSize: headerBytesMax,
      headersTimeout: headersMsMax,
      connectionsCheckingInterval: timeoutsCheckedMs,
      // The longest upload; other bodies have their own deadline (http/body.ts).
      requestTimeout: limits.media.uploadMsMax,
      // Proxies commonly keep theirs for 60 s: whoever closes first must be the one who sends.
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
 * Closes a new connection of an address that would hold more than are left for all others: half of
 * them, then half of the rest. A proxy that is trusted speaks for many clients and has no share.
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
 * Goes on answering for `drainSeconds`, in which whoever sends requests here learns from `/ready` and
 * `Connection: close` that it ends; then takes no more connections, and resolves when the last
 * answer has left or `drainMsMax` are over.
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
