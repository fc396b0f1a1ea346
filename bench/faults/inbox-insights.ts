import { setTimeout as pause } from 'node:timers/promises'
import { waitFor } from '../measure.ts'
import { connectNewPerson, makeDue, type TestAccount, waitUntilIdle } from './inbox-accounts.ts'
import { type Outcome, seconds, verifyOutcome } from './outcome.ts'
import { killProcess, type SandboxSystem, waitForFaults } from './system.ts'

const days = 45
const metrics = { threads: ['views', 'likes'], instagram: ['reach', 'saves'] } as const
const slowMs = 150
const killedAfterMs = [0, 120, 155, 165, 200, 30]
/** After these rounds Instagram's 90 days are synced. */
const instagramRounds = 2
const recoveryMsMax = 45_000

type Insights = { metrics: Record<string, { series: { date: string; value: number | null }[] }> }
type Sync = {
  id: string
  status: string
  accounts: { total: number; done: number; failed: number }
}

/**
 * Kills the server while it syncs insights of recent and older days. Afterwards the history has the
 * platform's value for every day, and null for days without data.
 */
export async function killDuringInsightsSync(system: SandboxSystem): Promise<Outcome> {
  const accounts = await connectNewPerson(system, ['threads', 'instagram'])
  for (const account of accounts) await setMetrics(system, account)
  let sync: Sync | null = null
  const recoverySeconds: number[] = []
  for (const [round, afterMs] of killedAfterMs.entries()) {
    if (round > 0) await waitUntilIdle(system, 'insights')
    for (const { platform } of accounts) {
      if (platform === 'instagram' && round >= instagramRounds) continue
      const fault = { platform, match: 'insights', kind: 'slow_ms', ms: slowMs, times: 1 }
      await system.control('POST', '/faults', fault)
    }
    if (sync) await makeDue(system, 'insights')
    sync ??= await system.call<Sync>('POST', '/v1/insights/sync', {})
    await waitForFaults(system)
    await pause(afterMs)
    await killProcess(system.servers.at(-1)!.child.pid!)
    const killedAt = performance.now()
    const before = await progressOf(system)
    await system.launch('all', { port: system.port })
    await makeDue(system, 'insights')
    await waitFor(
      'the sync continues',
      async () => (await progressOf(system)) !== before,
      recoveryMsMax,
    )
    recoverySeconds.push(seconds(performance.now() - killedAt))
  }
  await waitFor(
    'every day is synced',
    async () => {
      await makeDue(system, 'insights')
      return await isAllSynced(system)
    },
    recoveryMsMax,
  )
  return await verifyInsights(system, accounts, sync!, recoverySeconds)
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

/** A different value for every day and metric; every seventh day has no data. */
function metricValue(back: number, index: number): number | null {
  return back % 7 === 0 ? null : 1_000 + back * 10 + index
}

async function setMetrics(system: SandboxSystem, account: TestAccount): Promise<void> {
  for (let back = 2; back < days; back += 1) {
    for (const [index, metric] of namesOf(account).entries()) {
      const value = metricValue(back, index)
      const day = dayAgo(back)
      await system.control('PUT', '/metric-values', {
        account: account.platformId,
        metric,
        day,
        value,
      })
    }
  }
}

function namesOf({ platform }: TestAccount): readonly string[] {
  return metrics[platform as keyof typeof metrics]
}

/** The progress of all syncs as text. */
async function progressOf(system: SandboxSystem): Promise<string> {
  const { rows } = await system.ctx.db.pool.query<{ state: unknown }>(
    `select state from account_poll where kind = 'insights' order by id`,
  )
  return JSON.stringify(rows)
}

async function isAllSynced(system: SandboxSystem): Promise<boolean> {
  const { rows } = await system.ctx.db.pool.query(
    `select 1 from account_poll where kind = 'insights' and (state->>'cycle_step' is distinct from
       'over' or jsonb_array_length(coalesce(state->'pending', '[]')) > 0)`,
  )
  return rows.length === 0
}

async function verifyInsights(
  system: SandboxSystem,
  accounts: readonly TestAccount[],
  { id }: Sync,
  recoverySeconds: number[],
): Promise<Outcome> {
  let lost = 0
  let wrong = 0
  let expectedCount = 0
  for (const account of accounts) {
    const path = `/v1/accounts/${account.id}/insights?from=${dayAgo(days - 1)}&to=${dayAgo(2)}`
    const insights = await system.call<Insights>('GET', path)
    for (const [index, metric] of namesOf(account).entries()) {
      for (let back = 2; back < days; back += 1) {
        const day = dayAgo(back)
        const actual = insights.metrics[metric]!.series.find(({ date }) => date === day)?.value
        const expected = metricValue(back, index)
        if (expected !== null) expectedCount += 1
        if (actual === expected) continue
        if (actual === null || actual === undefined) lost += 1
        else wrong += 1
      }
    }
  }
  const sync = await system.call<Sync>('GET', `/v1/insights/syncs/${id}`)
  const violations: string[] = []
  if (lost > 0) violations.push(`${lost} metric values were lost`)
  if (wrong > 0) violations.push(`${wrong} metric values differ from the platform`)
  if (sync.status !== 'completed')
    violations.push(`the sync did not complete: ${JSON.stringify(sync)}`)
  const notes = [`the platform has ${expectedCount} metric values`, 'polls are made due by SQL']
  return await verifyOutcome(system, {
    lastFaultAt: performance.now(),
    recoverySeconds,
    interruptions: killedAfterMs.length,
    notes,
    violations,
  })
}
