import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '../../packages/server/test/processes.ts'
import { living, type PlatformWorld } from './world.ts'

/** A client of the API behind a balancer, as nginx or a cloud's is. */
export type Load = {
  /** Texts of the posts that were answered 201. */
  accepted: Set<string>
  requests: number
  /** Refused connections that the balancer tried elsewhere: nothing had been sent. */
  refused: number
  /** Requests that failed otherwise; each was repeated with its Idempotency-Key. */
  failed: string[]
  stop(): Promise<void>
}

type Balancer = { pick(): ServerProcess; stop(): void }

const readyMs = 100
const attemptsMax = 200

/** Asks every process for its readiness, and sends requests to those that are ready in turn. */
function openBalancer(world: PlatformWorld): Balancer {
  let ready: ServerProcess[] = living(world, 'api')
  let turn = 0
  const check = async () => {
    const answers = await Promise.all(
      living(world, 'api').map(async (each) => {
        const answer = await fetch(`${each.url}/ready`, {
          signal: AbortSignal.timeout(1_000),
        }).catch(() => null)
        await answer?.arrayBuffer().catch(() => {})
        return { each, isReady: answer?.status === 200 }
      }),
    )
    const now = answers.filter(({ isReady }) => isReady).map(({ each }) => each)
    // Without any it is better to try than to refuse.
    ready = now.length > 0 ? now : living(world, 'api')
  }
  const timer = setInterval(() => void check(), readyMs)
  return {
    pick: () => {
      turn += 1
      return ready[turn % ready.length]!
    },
    stop: () => clearInterval(timer),
  }
}

/** Makes posts and reads lists, `atOnce` at once, until it is stopped; drafts are not published. */
export function openLoad(
  world: PlatformWorld,
  accounts: readonly string[],
  { atOnce, pauseMs, mode }: { atOnce: number; pauseMs: number; mode: 'now' | 'draft' },
): Load {
  const balancer = openBalancer(world)
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
      const status = await persist(world, balancer, load, 'POST', '/v1/posts', {
        mode,
        text,
        targets: [{ account_id: account }],
      })
      if (status === 201) load.accepted.add(text)
      if (index % 2 === 0) await persist(world, balancer, load, 'GET', '/v1/posts?limit=20')
      await pause(pauseMs)
    }
  }
  const running = Promise.all(Array.from({ length: atOnce }, (_, index) => client(index)))
  // What breaks it off is thrown when it is stopped.
  running.catch(() => {})
  load.stop = async () => {
    isStopped = true
    await running
    balancer.stop()
  }
  return load
}

/** Repeats a request until it is answered by something else than 5xx or 409; always with one key. */
async function persist(
  world: PlatformWorld,
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
      const answer = await fetch(`${balancer.pick().url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${world.ownerKey}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (answer.status < 500 && answer.status !== 409) return answer.status
      load.failed.push(`${answer.status} ${/"code":"(\w+)"/.exec(text)?.[1]}`)
    } catch (err) {
      const code = ((err as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? String(err)
      if (code === 'ECONNREFUSED') load.refused += 1
      else load.failed.push(code)
    }
    await pause(50)
  }
  throw new Error(`${method} ${path} never succeeded: ${load.failed.at(-1)}`)
}
