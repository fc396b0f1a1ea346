import { setTimeout as pause } from 'node:timers/promises'
import { processesOf, startInstance, stopInstance, withDataDir } from './instance.ts'
import { memoryOf, rounded, sized } from './measure.ts'

const rounds = sized(3, 1)
const idleMs = sized(5_000, 500)

/** Measures the first start in an empty folder, the second start, the stop and the idle memory. */
export async function benchStart(): Promise<Record<string, unknown>> {
  const firstMs: number[] = []
  const secondMs: number[] = []
  const stopMs: number[] = []
  let memory: ReturnType<typeof measureMemory> | null = null
  for (let round = 1; round <= rounds; round += 1) {
    await withDataDir(async (dataDir) => {
      const first = await startInstance(dataDir)
      firstMs.push(first.readyMs)
      stopMs.push(await stopInstance(first))
      const second = await startInstance(dataDir)
      secondMs.push(second.readyMs)
      if (round === rounds) {
        await pause(idleMs)
        memory = measureMemory(second, dataDir)
      }
      stopMs.push(await stopInstance(second))
      process.stdout.write(
        `round ${round}: first start ${first.readyMs} ms, second ${second.readyMs} ms, stop ${stopMs.at(-1)} ms\n`,
      )
    })
  }
  return {
    first_start_ms: median(firstMs),
    second_start_ms: median(secondMs),
    stop_ms: median(stopMs),
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
    // PostgreSQL processes share their buffers, which `rss` counts once per process.
    pss_mb: Object.fromEntries(parts.map(([name, { pss }]) => [name, pss])),
    pss_mb_total: total('pss'),
  }
}

function median(values: number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)]!
}
