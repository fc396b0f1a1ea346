import { createHmac } from 'node:crypto'
import { type Context as Call, Hono } from 'hono'
import type { Context } from '../context.ts'
import { limits } from '../core/limits.ts'
import { reportProxy } from '../http/caller.ts'
import type { Vars } from '../http/vars.ts'
import { readReadiness } from '../resources/system/health.ts'
import { showServerPublicly } from '../resources/system/show-server.ts'
import { equalsSecret, type Keyring } from '../security/secrets.ts'
import { writeMetrics } from '../telemetry/metrics-writer.ts'

const nonceShape = new RegExp(`^[A-Za-z0-9_-]{16,${limits.health.nonceCharsMax}}$`)
const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * Endpoints for monitoring: `/health` responds while the process is alive, `/ready` reports whether it
 * can serve requests, `/metrics` is for Prometheus. With `isOpen`, for a separate port, the metrics
 * need no token unless one is configured.
 */
export function healthPages(
  ctx: Context,
  version: string,
  options: { isOpen: boolean } = { isOpen: false },
): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  pages.get('/health', (call) => {
    const nonce = call.req.query('nonce')
    call.header('cache-control', 'no-store')
    if (!nonce || !nonceShape.test(nonce)) return call.json({ status: 'ok', version })
    const proof = healthProofs(ctx.config.keyring, nonce)[0]
    return call.json({ status: 'ok', version, proof, proxy: reportProxy(ctx.config, call) })
  })
  pages.get('/ready', async (call) => {
    const { ready, reasons, database } = await readReadiness(ctx)
    call.header('cache-control', 'no-store')
    const status = ready ? 'ready' : 'not_ready'
    const shown = database && showServerPublicly(database)
    return call.json({ status, reasons, database: shown }, ready ? 200 : 503)
  })
  pages.get('/metrics', async (call) => {
    const text = mayRead(ctx, call, options.isOpen) ? await writeMetrics() : null
    if (text === null) return call.notFound()
    return call.body(text, 200, { 'content-type': metricsType, 'cache-control': 'no-store' })
  })
  return pages
}

/**
 * Proofs that identify an installation: only a holder of its encryption keys can compute them from the
 * nonce. One per key; `/health` returns the first.
 */
export function healthProofs(keyring: Keyring, nonce: string): string[] {
  return keyring.map(({ key }) =>
    createHmac('sha256', key).update(`health:${nonce}`).digest('base64url'),
  )
}

/** Without the right token, `/metrics` returns 404. */
function mayRead(ctx: Context, call: Call, isOpen: boolean): boolean {
  const { metricsToken } = ctx.config
  if (metricsToken === null) return isOpen
  return equalsSecret(call.req.header('authorization') ?? '', `Bearer ${metricsToken}`)
}
