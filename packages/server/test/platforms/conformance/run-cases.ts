import { afterAll, describe, expect, test } from 'vitest'
import { type Case, openAuthor } from './author.ts'
import { cases, exceptions } from './cases.ts'
import type { World } from './world.ts'

/** `–`: the case cannot pass in this world, for a reason in `exceptions`. */
type Mark = '✓' | '✗' | '–'

/** The results of this process by platform, case and world. */
const results = new Map<string, Map<string, Map<string, Mark>>>()

/** Defines a test for each case in each world, and prints the table of the results at the end. */
export function runCases(worlds: readonly World[]): void {
  describe.each(worlds)('$platform, $name servers', (world) => {
    const own = cases.filter(({ only }) => only?.includes(world.platform) ?? true)
    // Vitest shortens `$name`.
    test.each(own.map((each) => [each.name, each] as const))('%s', async (_name, each) => {
      note(world, each, '✗')
      const exception = findException(world, each)
      if (!exception) await runCase(world, each)
      else await expect(runCase(world, each), `passes: ${exception.reason}`).rejects.toThrow()
      note(world, each, exception ? '–' : '✓')
    })
  })

  test('every exception names a case', () => {
    const names = new Set(cases.map(({ name }) => name))
    expect(exceptions.filter(({ name }) => !names.has(name))).toEqual([])
  })

  afterAll(() => {
    for (const [platform, byCase] of results) console.log(tableOf(platform, byCase))
  })
}

async function runCase(world: World, each: Case): Promise<void> {
  const author = await openAuthor(world)
  try {
    await each.run(author)
  } finally {
    await author.close()
  }
}

function findException(world: World, { name }: Case) {
  return exceptions.find(
    (each) => each.platform === world.platform && each.world === world.name && each.name === name,
  )
}

function note({ platform, name: worldName }: World, { name }: Case, mark: Mark): void {
  const byCase = results.get(platform) ?? new Map<string, Map<string, Mark>>()
  const marks = byCase.get(name) ?? new Map<string, Mark>()
  results.set(platform, byCase.set(name, marks.set(worldName, mark)))
}

function tableOf(platform: string, byCase: ReadonlyMap<string, ReadonlyMap<string, Mark>>): string {
  const worlds = [...new Set([...byCase.values()].flatMap((marks) => [...marks.keys()]))]
  const width = Math.max(...[...byCase.keys()].map((name) => name.length))
  const row = (name: string, cells: string[]) =>
    `  ${name.padEnd(width)}  ${cells.map((cell) => cell.padEnd(9)).join('')}`
  const rows = [...byCase].map(([name, marks]) =>
    row(
      name,
      worlds.map((world) => marks.get(world) ?? ''),
    ),
  )
  const counts = worlds.map((world) => {
    const passed = [...byCase.values()].filter((marks) => marks.get(world) === '✓').length
    return `${passed} of ${[...byCase.values()].filter((marks) => marks.has(world)).length}`
  })
  const reasons = exceptions
    .filter((each) => each.platform === platform && worlds.includes(each.world))
    .map(({ world, name, reason }) => `  – ${world}, ${name}: ${reason}`)
  return ['', row(platform, worlds), ...rows, row('passed', counts), ...reasons, ''].join('\n')
}
