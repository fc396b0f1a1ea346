import type { PlatformValue } from '../../packages/server/src/core/networks.ts'
import { untilHolds } from '../measure.ts'
import type { Connected } from '../platforms.ts'
import type { PlatformWorld } from './world.ts'

/** An account on which a person of the run's own writes and reads. */
export type Place = Connected & { platformId: string }

/** Somebody who has nothing yet on the platforms, and allows everything. */
export async function connectNewcomer(
  world: PlatformWorld,
  platforms: readonly ('threads' | 'instagram')[],
): Promise<Place[]> {
  const person = await world.control<{ accounts: { id: string; platform: string }[] }>(
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

/** Minutes and hours of the plan pass at once, by SQL in this run's own database. */
export async function makeDue(world: PlatformWorld, kind: 'comments' | 'insights'): Promise<void> {
  if (kind === 'comments') {
    await world.ctx.db.pool.query(
      `update post_watch set due_at = date_trunc('milliseconds', now()) where due_at > now()`,
    )
  }
  await world.ctx.db.pool.query(
    'update account_watch set due_at = now() where kind = $1 and due_at > now()',
    [kind],
  )
  world.ctx.db.wake.notify('work')
}

/** Until nothing of this kind is due or under way, and no delivery waits. */
export async function untilIdle(
  world: PlatformWorld,
  kind: 'comments' | 'insights',
): Promise<void> {
  await untilHolds(
    `no ${kind} are due or read`,
    async () => {
      const { rows } = await world.ctx.db.pool.query(
        `select 1 from account_watch where kind = $1 and (due_at <= now() or lease_until is not null)
       union all select 1 from delivery_queue`,
        [kind],
      )
      return rows.length === 0
    },
    30_000,
  )
}
