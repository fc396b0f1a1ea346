import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import { createApp } from './app.ts'
import { createCallLog } from './core/calls.ts'
import { type Clock, createClock } from './core/clock.ts'
import { createMediaStore } from './core/media-store.ts'
import { createRates } from './core/rates.ts'
import type { Env, Network, Sandbox } from './core/sandbox.ts'
import { defaultSettings } from './core/settings.ts'
import { createSnapshot, loadSnapshot } from './core/snapshot.ts'
import { createState, type State } from './core/state.ts'
import { createTicker } from './core/ticker.ts'
import { createWebhookSender } from './core/webhook-sender.ts'
import { networks as registered } from './networks.ts'
import { seed, seedMissing } from './people/seed.ts'

const idleMsMax = 75_000

export type SandboxOptions = {
  now?: () => Date
  stateFile?: string
  /** Defaults to all networks in `networks.ts`. */
  networks?: readonly Network[]
}

export type SandboxServer = {
  app: Hono<Env>
  state: State
  clock: Clock
  context: Sandbox
  /** Why the state file could not be read, or null. */
  warning: string | null
  /** Port 0 picks a free port. `host` defaults to 127.0.0.1. */
  listen(port: number, host?: string): Promise<{ url: string; port: number }>
  /** Stops the server and its timers and saves the state. */
  close(): Promise<void>
}

/** Creates a local simulator of the networks. One process may run several. */
export function createSandbox(options: SandboxOptions = {}): SandboxServer {
  const { stateFile, networks = registered } = options
  const snapshot = createSnapshot(stateFile, () => state)
  const state: State = createState(() => snapshot.changed())
  const load = loadSnapshot(stateFile, state)
  if (load.loaded) seedMissing(state, networks)
  else seed(state, networks)
  const clock = createClock(state, options.now ?? (() => new Date()))
  let origin = 'http://127.0.0.1:4100'
  const context: Sandbox = {
    networks,
    state,
    clock,
    calls: createCallLog(),
    media: createMediaStore(stateFile ? `${stateFile}.media` : undefined),
    webhooks: createWebhookSender(state, clock),
    ticker: createTicker(clock),
    rates: createRates(clock),
    settings: () => state.settings.get('settings') ?? defaultSettings(networks),
    origin: () => origin,
  }
  const app = createApp(context)
  resumeWork(context)
  // The client must be the first to close an idle connection, or its next request can be lost.
  const serverOptions = { keepAliveTimeout: idleMsMax }
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions })

  return {
    app,
    state,
    clock,
    context,
    warning: load.warning ?? null,
    listen(port, host = '127.0.0.1') {
      return new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          const boundPort = (server.address() as AddressInfo).port
          origin = `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`
          resolve({ url: origin, port: boundPort })
        })
      })
    },
    async close() {
      context.webhooks.close()
      context.ticker.close()
      if (server.listening) {
        const closed = new Promise((resolve) => server.close(resolve))
        if ('closeAllConnections' in server) server.closeAllConnections()
        await closed
      }
      await snapshot.flush()
    },
  }
}

/** Continues downloads, publications and webhooks that a restart interrupted. */
function resumeWork(context: Sandbox): void {
  for (const network of context.networks) network.resume?.(context)
  void context.webhooks.settle()
}
