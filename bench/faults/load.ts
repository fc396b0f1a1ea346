import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '../../packages/server/test/processes.ts'
import { runningServers, type SandboxSystem } from './system.ts'

/** API clients behind a load balancer. */
export type Load = {
  /** Texts of the posts whose creation returned 201. */
  accepted: Set<string>
  requests: number
  /** Refused connections, which the balancer retried at another process. */
  refused: number
  /** Other failed requests, which were retried with the same Idempotency-Key. */
  failed: string[]
  stop(): Promise<void>
}

type Balancer = { pick(): ServerProcess; stop(): void }

const readyMs = 100
const attemptsMax = 200

/** Polls the readiness of every process and picks ready ones in turn. */
function openBalancer(system: SandboxSystem): Balancer {
  let ready: ServerProcess[] = runningServers(system, 'api')
  let next = 0
  const check = async () => {
    const checks = await Promise.all(
      runningServers(system, 'api').map(async (server) => {
        const response = await fetch(`${server.url}/ready`, {
          signal: AbortSignal.timeout(1_000),
        }).catch(() => null)
        await response?.arrayBuffer().catch(() => {})
        return { server, isReady: response?.status === 200 }
      }),
    )
    const readyServers = checks.filter(({ isReady }) => isReady).map(({ server }) => server)
    // If no process is ready, try them all.
    ready = readyServers.length > 0 ? readyServers : runningServers(system, 'api')
  }
  const timer = setInterval(() => void check(), readyMs)
  return {
    pick: () => {
      next += 1
      return ready[next % ready.length]!
    },
    stop: () => clearInterval(timer),
  }
}

/** Creates posts and reads lists with `concurrency` clients until it is stopped. */
export function openLoad(
  system: SandboxSystem,
  accounts: readonly string[],
  {
    atOnce: concurrency,
    pauseMs,
    mode,
  }: { atOnce: number; pauseMs: number; mode: 'now' | 'draft' },
): Load {
  const balancer = openBalancer(system)
  const load: Load = {
    accepted: new Set(),
    requests: 0,
    refused: 0,
    failed: [],
    stop: async () => {},
  }
  let isStopped = false
  let count = 0
  const client = async (index: number) => {
    while (!isStopped) {
      count += 1
      const text = `Several ${count}`
      const account = accounts[count % accounts.length]
      const status = await sendUntilAccepted(system, balancer, load, 'POST', '/v1/posts', {
        mode,
        text,
        targets: [{ account_id: account }],
      })
      if (status === 201) load.accepted.add(text)
      if (index % 2 === 0)
        await sendUntilAccepted(system, balancer, load, 'GET', '/v1/posts?limit=20')
      await pause(pauseMs)
    }
  }
  const running = Promise.all(Array.from({ length: concurrency }, (_, index) => client(index)))
  // `stop` throws the error of a failed client.
  running.catch(() => {})
  load.stop = async () => {
    isStopped = true
    await running
    balancer.stop()
  }
  return load
}

/** Retries a request with the same key until the status is neither 5xx nor 409. */
async function sendUntilAccepted(
  system: SandboxSystem,
  balancer: Balancer,
  load: Load,
  method: string,
  path: string,
  body?: unknown,
): Promise<number> {
  const key = crypto.randomUUID()
  load.requests += 1
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    try {
      const response = await fetch(`${balancer.pick().url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${system.ownerKey}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (response.status < 500 && response.status !== 409) return response.status
      load.failed.push(`${response.status} ${/"code":"(\w+)"/.exec(text)?.[1]}`)
    } catch (err) {
      const code = ((err as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? String(err)
      if (code === 'ECONNREFUSED') load.refused += 1
      else load.failed.push(code)
    }
    await pause(50)
  }
  throw new Error(`${method} ${path} never succeeded: ${load.failed.at(-1)}`)
}
