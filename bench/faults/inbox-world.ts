import type { PlatformValue } from '../../packages/server/src/core/networks.ts'
import { watchAccount } from '../../packages/server/src/resources/accounts/watch.ts'
import { untilHolds } from '../processes.ts'
import { type Connected, openPublishWorld, type PublishWorld } from '../publish-world.ts'
import { type FaultReceiver, openFaultReceiver } from './webhook-receiver.ts'

/** An installation, accounts at a sandbox that outlives it, and who is told of their comments. */
export type InboxWorld = PublishWorld & { receiver: CommentReceiver }

export type CommentReceiver = FaultReceiver & {
  /** comment_id → event id → how often it arrived. */
  told: Map<string, Map<string, number>>
}

const path = '/comments'

/** Places of an account on which a person of the run's own writes and reads. */
export type Place = Connected & { platformId: string }

export async function inInboxWorld<Result>(
  dataDir: string,
  work: (world: InboxWorld) => Promise<Result>,
): Promise<Result> {
  const receiver = await openCommentReceiver()
  let world: InboxWorld | null = null
  try {
    world = Object.assign(await openPublishWorld(dataDir), { receiver })
    const { secret } = await world.call<{ secret: string }>('POST', '/v1/webhooks', {
      url: receiver.url + path,
      events: ['comment.created'],
    })
    receiver.secrets.set(path, secret)
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
  await untilHolds(
    `no ${kind} are due or read`,
    async () => {
      const { rows } = await world.db.pool.query(
        `select 1 from account_watch where kind = $1 and (due_at <= now() or lease_until is not null)
       union all select 1 from delivery_queue`,
        [kind],
      )
      return rows.length === 0
    },
    30_000,
  )
}

/** Until the sandbox plays the faults that were set, so that the server waits in those calls. */
export async function untilReached(world: InboxWorld, msMax = 15_000): Promise<void> {
  await untilHolds(
    'the platform is called',
    async () => {
      const { data } = await world.sandbox.control<{ data: unknown[] }>('GET', '/faults')
      return data.length === 0
    },
    msMax,
  )
}

async function openCommentReceiver(): Promise<CommentReceiver> {
  const told: CommentReceiver['told'] = new Map()
  const receiver = await openFaultReceiver()
  receiver.manners.set(path, (_request, response, body) => {
    const event = JSON.parse(body.toString('utf8')) as { id: string; data: { comment_id: string } }
    const events = told.get(event.data.comment_id) ?? new Map<string, number>()
    events.set(event.id, (events.get(event.id) ?? 0) + 1)
    told.set(event.data.comment_id, events)
    response.end('ok')
  })
  return Object.assign(receiver, { told })
}
