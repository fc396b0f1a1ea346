import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Context } from '../context.ts'
import { healthPages } from '../pages/health.ts'
import { startMetrics } from './metrics.ts'
import { startTracing } from './tracing.ts'

/**
 * Starts the configured metrics and traces, and the separate port that serves `/metrics`, `/health` and
 * `/ready` in every role. Returns the function that stops them.
 */
export async function startObservability(
  ctx: Context,
  version: string,
): Promise<() => Promise<void>> {
  const { metricsPort, metricsToken, tracesUrl } = ctx.config
  const stops: (() => Promise<void>)[] = []
  if (tracesUrl) stops.push(await startTracing({ url: tracesUrl, version }))
  if (metricsPort || metricsToken) stops.push(await startMetrics(ctx))
  if (metricsPort) stops.push(await listen(ctx, metricsPort, version))
  return async () => {
    for (const stop of stops.reverse()) {
      await stop().catch((err) => ctx.log.warn({ err }, 'observer.not_stopped'))
    }
  }
}

async function listen(ctx: Context, port: number, version: string): Promise<() => Promise<void>> {
  const pages = healthPages(ctx, version, { isOpen: true })
  const server = createServer(getRequestListener(pages.fetch))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, ctx.config.host, resolve)
  })
  return async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }
}
