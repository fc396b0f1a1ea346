import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { boundSeconds, referenceWork, worksPerReferenceSecond } from './test-budget.ts'

const slowestCount = 10
const sampleMs = 5_000
const worksPerSample = 20

type ProjectUse = { files: number; tests: number; workerSeconds: number; cpuSeconds: number }

/**
 * A Vitest reporter for runs of whole projects: prints what each project needed and the slowest files, and fails with
 * CI=true if a project is above its bound. While the tests run, it does the reference work now and then, so that the
 * bounds depend neither on the machine nor on its load.
 */
export default class TestReport implements Reporter {
  #timer: NodeJS.Timeout | undefined
  #works = 0
  #worksCpuMicroseconds = 0

  onTestRunStart(): void {
    this.#doReferenceWork()
    // The first measurement includes the compilation of the reference work.
    this.#works = 0
    this.#worksCpuMicroseconds = 0
    this.#doReferenceWork()
    this.#timer = setInterval(() => this.#doReferenceWork(), sampleMs)
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    clearInterval(this.#timer)
    const speed = this.#works / (this.#worksCpuMicroseconds / 1e6) / worksPerReferenceSecond
    const problems = exceeded(usePerProject(modules), speed)
    process.stdout.write(table(usePerProject(modules), speed) + slowest(modules))
    if (problems.length === 0) return
    process.stdout.write(
      `\n ${problems.join('\n ')}\n Make the tests cheaper (docs/tests.md), or raise the bound in scripts/test-budget.ts and say why.\n`,
    )
    if (process.env.CI === 'true') process.exitCode = 1
  }

  #doReferenceWork(): void {
    const before = process.threadCpuUsage()
    for (let work = 0; work < worksPerSample; work += 1) referenceWork()
    const { user, system } = process.threadCpuUsage(before)
    this.#works += worksPerSample
    this.#worksCpuMicroseconds += user + system
  }
}

function usePerProject(modules: readonly TestModule[]): Map<string, ProjectUse> {
  const uses = new Map<string, ProjectUse>()
  for (const module of modules) {
    const use = uses.get(module.project.name) ?? {
      files: 0,
      tests: 0,
      workerSeconds: 0,
      cpuSeconds: 0,
    }
    use.files += 1
    use.tests += [...module.children.allTests()].length
    use.workerSeconds += workerSeconds(module)
    use.cpuSeconds += module.meta().cpuSeconds ?? 0
    uses.set(module.project.name, use)
  }
  return uses
}

/** Says which projects are above their bound. `speed`: reference seconds in one second of CPU time. */
export function exceeded(
  uses: ReadonlyMap<string, Pick<ProjectUse, 'cpuSeconds'>>,
  speed: number,
  bounds: Record<string, number> = boundSeconds,
): string[] {
  return [...uses].flatMap(([name, { cpuSeconds }]) => {
    const bound = bounds[name]
    if (bound === undefined) return [`The project ${name} has no bound.`]
    const needed = cpuSeconds * speed
    return needed > bound
      ? [
          `The project ${name} needed ${needed.toFixed(0)} reference seconds; its bound is ${bound}.`,
        ]
      : []
  })
}

function table(uses: ReadonlyMap<string, ProjectUse>, speed: number): string {
  const heads = ['project', 'files', 'tests', 'worker-seconds', 'reference seconds', 'bound']
  const rows = [...uses].map(([name, use]) => [
    name,
    use.files,
    use.tests,
    use.workerSeconds.toFixed(0),
    (use.cpuSeconds * speed).toFixed(0),
    boundSeconds[name] ?? 'none',
  ])
  const widths = heads.map((_, column) =>
    Math.max(...[heads, ...rows].map((row) => String(row[column]).length)),
  )
  const lines = [heads, ...rows].map((row) =>
    row
      .map((cell, column) =>
        column === 0
          ? String(cell).padEnd(widths[column]!)
          : String(cell).padStart(widths[column]!),
      )
      .join('  '),
  )
  return `\n ${lines.join('\n ')}\n`
}

function slowest(modules: readonly TestModule[]): string {
  const lines = modules
    .map((module) => ({
      file: relative(process.cwd(), module.moduleId),
      seconds: workerSeconds(module),
    }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, slowestCount)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
  return `\n Slowest files\n ${lines.join('\n ')}\n`
}

/** How long the file occupied its worker. */
function workerSeconds(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } =
    module.diagnostic()
  const ms = environmentSetupDuration + prepareDuration + setupDuration + collectDuration + duration
  return ms / 1_000
}
