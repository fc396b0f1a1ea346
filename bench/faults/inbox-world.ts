import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { watchAccount } from '../../packages/server/src/accounts/watch.ts'
import type { PlatformValue } from '../../packages/server/src/base/config.ts'
import { isSigned } from '../../scripts/demo/signature.ts'
import { type Connected, openPublishWorld, type PublishWorld } from '../publish-world.ts'

/** An installation, accounts at a sandbox that outlives it, and who is told of their comments. */
export type InboxWorld = PublishWorld & { receiver: CommentReceiver }

export type CommentReceiver = {
  url: string
  secret: string
  /** comment_id → event id → how often it arrived with a signature that holds. */
  told: Map<string, Map<string, number>>
  unsigned: number
  close(): Promise<void>
}

/** Places of an account on which a person of the run's own writes and reads. */
export type Place = Connected & { platformId: string }

export async function inInboxWorld<Result>(
  dataDir: string,
  work: (world: InboxWorld) => Promise<Result>,
): Promise<Result> {
  const receiver = await openReceiver()
  let world: InboxWorld | null = null
  try {
    world = Object.assign(await openPublishWorld(dataDir), { receiver })
    const { secret } = await world.call<{ secret: string }>('POST', '/v1/webhooks', {
      url: receiver.url,
      events: ['comment.created'],
    })
    receiver.secret = secret
    return await work(world)
  } finally {
    await world?.close()
    await receiver.close()
  }
}

/** Somebody who has nothing yet on the platforms, and allows everything. */
export async function connectNewcomer(
  world: InboxWorld,
  platforms: readonly ('threads' | 'instagram')[],
): Promise<Place[]> {
  const person = await world.sandbox.control<{ accounts: { id: string; platform: string }[] }>(
    'POST',
    '/people',
    { name: 'Nora', accounts: platforms.map((platform) => ({ platform, username: 'nora.new' })) },
  )
  const places: Place[] = []
  for (const { id, platform } of person.accounts) {
    const connected = await world.connect(platform as PlatformValue, id)
    places.push({ ...connected, platformId: id })
  }
  return places
}

/** What completing a connect link does besides: from now on the account is watched. */
export async function watch(
  world: InboxWorld,
  places: readonly Place[],
  kind: 'comments' | 'insights',
): Promise<void> {
  await world.db.transact(async (tx) => {
    for (const { id } of places) await watchAccount(tx, id, kind, new Date())
  })
}

/** Minutes and hours of the plan pass at once, by SQL in this run's own database. */
export async function makeDue(world: InboxWorld, kind: 'comments' | 'insights'): Promise<void> {
  if (kind === 'comments') {
    await world.db.pool.query(
      `update post_watch set due_at = date_trunc('milliseconds', now()) where due_at > now()`,
    )
  }
  await world.db.pool.query(
    'update account_watch set due_at = now() where kind = $1 and due_at > now()',
    [kind],
  )
  world.db.wake.notify('work')
}

/** Instead of the 15 seconds after which the lease of a dead process ends by itself. */
export async function endLeases(world: InboxWorld): Promise<void> {
  await world.db.pool.query(
    `update account_watch set lease_until = now() - interval '1 second' where lease_until > now()`,
  )
  world.db.wake.notify('work')
}

/** Until nothing of this kind is due or under way, and no delivery waits. */
export async function untilIdle(world: InboxWorld, kind: 'comments' | 'insights'): Promise<void> {
  await eventually(`no ${kind} are due or read`, 30_000, async () => {
    const { rows } = await world.db.pool.query(
      `select 1 from account_watch where kind = $1 and (due_at <= now() or lease_until is not null)
       union all select 1 from delivery_queue`,
      [kind],
    )
    return rows.length === 0
  })
}

/** Until the sandbox plays the faults that were set, so that the server waits in those calls. */
export async function untilReached(world: InboxWorld, msMax = 15_000): Promise<void> {
  await eventually('the platform is called', msMax, async () => {
    const { data } = await world.sandbox.control<{ data: unknown[] }>('GET', '/faults')
    return data.length === 0
  })
}

export async function eventually(
  words: string,
  msMax: number,
  holds: () => Promise<boolean>,
): Promise<void> {
  const began = performance.now()
  while (!(await holds())) {
    if (performance.now() - began > msMax) throw new Error(`Not within ${msMax} ms: ${words}`)
    await new Promise((resume) => setTimeout(resume, 10))
  }
}

async function openReceiver(): Promise<CommentReceiver> {
  const kept = { url: '', secret: '', told: new Map(), unsigned: 0 } as Omit<
    CommentReceiver,
    'close'
  >
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks)
      const header = String(request.headers['service-signature'])
      if (isSigned(header, raw, kept.secret, new Date())) note(kept, raw)
      else kept.unsigned += 1
      response.end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  kept.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return Object.assign(kept, {
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}

function note(receiver: Pick<CommentReceiver, 'told'>, raw: Buffer): void {
  const event = JSON.parse(raw.toString('utf8')) as { id: string; data: { comment_id: string } }
  const events = receiver.told.get(event.data.comment_id) ?? new Map<string, number>()
  events.set(event.id, (events.get(event.id) ?? 0) + 1)
  receiver.told.set(event.data.comment_id, events)
}
