import { setTimeout as pause } from 'node:timers/promises'
import { processesOf, startInstance, stopInstance, withDataDir } from './instance.ts'
import { memoryOf, rounded } from './measure.ts'

const rounds = 3
const idleMs = 5_000

/** First start on an empty folder, second start, stop, and what it all needs when nothing happens. */
export async function benchStart(): Promise<Record<string, unknown>> {
  const first: number[] = []
  const second: number[] = []
  const stops: number[] = []
  let memory: ReturnType<typeof measureMemory> | null = null
  for (let round = 1; round <= rounds; round += 1) {
    await withDataDir(async (dataDir) => {
      const fresh = await startInstance(dataDir)
      first.push(fresh.readyMs)
      stops.push(await stopInstance(fresh))
      const again = await startInstance(dataDir)
      second.push(again.readyMs)
      if (round === rounds) {
        await pause(idleMs)
        memory = measureMemory(again, dataDir)
      }
      stops.push(await stopInstance(again))
      process.stdout.write(
        `round ${round}: first start ${fresh.readyMs} ms, second ${again.readyMs} ms, stop ${stops.at(-1)} ms\n`,
      )
    })
  }
  return {
    first_start_ms: median(first),
    second_start_ms: median(second),
    stop_ms: median(stops),
    rounds,
    ...(memory as Record<string, unknown> | null),
  }
}

function measureMemory(instance: Awaited<ReturnType<typeof startInstance>>, dataDir: string) {
  const parts = Object.entries(processesOf(instance, dataDir)).map(
    ([name, pids]) => [name, memoryOf(pids)] as const,
  )
  const total = (kind: 'rss' | 'pss') =>
    rounded(
      parts.reduce((sum, [, memory]) => sum + memory[kind], 0),
      1,
    )
  return {
    rss_mb: Object.fromEntries(parts.map(([name, { rss }]) => [name, rss])),
    rss_mb_total: total('rss'),
    // The processes of PostgreSQL share their buffers: `rss` counts those once for each of them.
    pss_mb: Object.fromEntries(parts.map(([name, { pss }]) => [name, pss])),
    pss_mb_total: total('pss'),
  }
}

function median(values: number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)]!
}
