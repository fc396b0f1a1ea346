import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Config } from '../base/config.ts'
import { limits } from '../base/limits.ts'

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch']

/**
 * Listens where the configuration says. Clients that are slow or silent are cut off: 16 KiB of
 * headers (431 beyond) within 30 s (408), an hour for the longest upload, 75 s without a byte in
 * either direction, and at most `connectionsMax` at once.
 */
export async function listenHttp(config: Config, fetch: Fetch): Promise<Server> {
  const server = createAdaptorServer({
    fetch,
    serverOptions: {
      maxHeaderSize: limits.request.headerBytesMax,
      headersTimeout: limits.request.timeoutMs,
      // The longest upload; other bodies have their own deadline (http/body.ts).
      requestTimeout: limits.media.uploadMsMax,
      // Proxies commonly keep theirs for 60 s: whoever closes first must be the one who sends.
      keepAliveTimeout: limits.traffic.socketIdleMsMax,
    },
  }) as Server
  server.setTimeout(limits.traffic.socketIdleMsMax)
  server.maxConnections = limits.traffic.connectionsMax
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  return server
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
