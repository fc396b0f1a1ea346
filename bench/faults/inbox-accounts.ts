import type { PlatformValue } from '../../packages/server/src/core/networks.ts'
import { waitFor } from '../measure.ts'
import type { Connected } from '../platforms.ts'
import type { SandboxSystem } from './system.ts'

/** An account of a person created for this run. */
export type TestAccount = Connected & { platformId: string }

/** Creates a person with new accounts and connects them with all permissions. */
export async function connectNewPerson(
  system: SandboxSystem,
  platforms: readonly ('threads' | 'instagram')[],
): Promise<TestAccount[]> {
  const person = await system.control<{ accounts: { id: string; platform: string }[] }>(
    'POST',
    '/people',
    { name: 'Nora', accounts: platforms.map((platform) => ({ platform, username: 'nora.new' })) },
  )
  const accounts: TestAccount[] = []
  for (const { id, platform } of person.accounts) {
    const connected = await system.connect(platform as PlatformValue, id)
    accounts.push({ ...connected, platformId: id })
  }
  return accounts
}

/** Makes all polls of this kind due now, by SQL. */
export async function makeDue(system: SandboxSystem, kind: 'comments' | 'insights'): Promise<void> {
  if (kind === 'comments') {
    await system.ctx.db.pool.query(
      `update post_poll set due_at = date_trunc('milliseconds', now()) where due_at > now()`,
    )
  }
  await system.ctx.db.pool.query(
    'update account_poll set due_at = now() where kind = $1 and due_at > now()',
    [kind],
  )
  system.ctx.db.wake.notify('work')
}

/** Waits until no poll of this kind is due or running and no delivery is queued. */
export async function waitUntilIdle(
  system: SandboxSystem,
  kind: 'comments' | 'insights',
): Promise<void> {
  await waitFor(
    `no poll of ${kind} is due or running`,
    async () => {
      const { rows } = await system.ctx.db.pool.query(
        `select 1 from account_poll where kind = $1 and (due_at <= now() or lease_until is not null)
       union all select 1 from delivery_queue`,
        [kind],
      )
      return rows.length === 0
    },
    30_000,
  )
}
