import { setTimeout as pause } from 'node:timers/promises'
import { untilHolds } from '../measure.ts'
import { connectNewcomer, makeDue, type Place, untilIdle } from './inbox-accounts.ts'
import { judge, type Outcome, seconds } from './judge.ts'
import { killHard, type PlatformWorld, untilReached } from './world.ts'

const days = 45
const metrics = { threads: ['views', 'likes'], instagram: ['reach', 'saves'] } as const
const slowMs = 150
const killedAfterMs = [0, 120, 155, 165, 200, 30]
/** Instagram keeps 90 days, which are read by then. */
const instagramRounds = 2
const backMsMax = 45_000

type Insights = { metrics: Record<string, { series: { date: string; value: number | null }[] }> }
type Sync = {
  id: string
  status: string
  accounts: { total: number; done: number; failed: number }
}

/**
 * Kills the server while it reads insights, both recent days and older ones. Afterwards the history
 * has every day that the platform has, and null for every day that it has not.
 */
export async function killInSyncing(world: PlatformWorld): Promise<Outcome> {
  const places = await connectNewcomer(world, ['threads', 'instagram'])
  for (const place of places) await setFigures(world, place)
  let sync: Sync | null = null
  const after: number[] = []
  for (const [round, afterMs] of killedAfterMs.entries()) {
    if (round > 0) await untilIdle(world, 'insights')
    for (const { platform } of places) {
      if (platform === 'instagram' && round >= instagramRounds) continue
      const fault = { platform, match: 'insights', kind: 'slow_ms', ms: slowMs, times: 1 }
      await world.control('POST', '/faults', fault)
    }
    if (sync) await makeDue(world, 'insights')
    sync ??= await world.call<Sync>('POST', '/v1/insights/sync', {})
    await untilReached(world)
    await pause(afterMs)
    await killHard(world.servers.at(-1)!.child.pid!)
    const killedAt = performance.now()
    const before = await progressOf(world)
    await world.launch('all', { port: world.port })
    await makeDue(world, 'insights')
    await untilHolds(
      'the reading goes on',
      async () => (await progressOf(world)) !== before,
      backMsMax,
    )
    after.push(seconds(performance.now() - killedAt))
  }
  await untilHolds(
    'every day is read',
    async () => {
      await makeDue(world, 'insights')
      return await isAllRead(world)
    },
    backMsMax,
  )
  return await judgeFigures(world, places, sync!, after)
}

function dayBefore(back: number): string {
  return new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
}

/** Another number for every day and metric, and every seventh day missing. */
function figure(back: number, place: number): number | null {
  return back % 7 === 0 ? null : 1_000 + back * 10 + place
}

async function setFigures(world: PlatformWorld, place: Place): Promise<void> {
  for (let back = 2; back < days; back += 1) {
    for (const [index, metric] of namesOf(place).entries()) {
      const value = figure(back, index)
      const day = dayBefore(back)
      await world.control('PUT', '/figures', {
        account: place.platformId,
        metric,
        day,
        value,
      })
    }
  }
}

function namesOf({ platform }: Place): readonly string[] {
  return metrics[platform as keyof typeof metrics]
}

/** Where the readings stand: their days, and what is still to be read. */
async function progressOf(world: PlatformWorld): Promise<string> {
  const { rows } = await world.ctx.db.pool.query<{ state: unknown }>(
    `select state from account_watch where kind = 'insights' order by id`,
  )
  return JSON.stringify(rows)
}

async function isAllRead(world: PlatformWorld): Promise<boolean> {
  const { rows } = await world.ctx.db.pool.query(
    `select 1 from account_watch where kind = 'insights' and (state->>'cycle_step' is distinct from
       'over' or jsonb_array_length(coalesce(state->'pending', '[]')) > 0)`,
  )
  return rows.length === 0
}

async function judgeFigures(
  world: PlatformWorld,
  places: readonly Place[],
  { id }: Sync,
  after: number[],
): Promise<Outcome> {
  let lost = 0
  let wrong = 0
  let there = 0
  for (const place of places) {
    const path = `/v1/accounts/${place.id}/insights?from=${dayBefore(days - 1)}&to=${dayBefore(2)}`
    const insights = await world.call<Insights>('GET', path)
    for (const [index, metric] of namesOf(place).entries()) {
      for (let back = 2; back < days; back += 1) {
        const day = dayBefore(back)
        const came = insights.metrics[metric]!.series.find(({ date }) => date === day)?.value
        const expected = figure(back, index)
        if (expected !== null) there += 1
        if (came === expected) continue
        if (came === null || came === undefined) lost += 1
        else wrong += 1
      }
    }
  }
  const sync = await world.call<Sync>('GET', `/v1/insights/syncs/${id}`)
  const broken: string[] = []
  if (lost > 0) broken.push(`${lost} metric values were lost`)
  if (wrong > 0) broken.push(`${wrong} metric values differ from the platform`)
  if (sync.status !== 'completed') broken.push(`the sync ended as ${JSON.stringify(sync)}`)
  const notes = [`the platform has ${there} metric values`, 'polls are made due by SQL']
  const losses = killedAfterMs.length
  return await judge(world, { at: performance.now(), after, losses, notes, broken })
}
