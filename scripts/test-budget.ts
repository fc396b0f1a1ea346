/**
 * The CPU time that the workers of each test project may need, in reference seconds. `npm test` and
 * `npm run test:full` print what was needed; with CI=true a run above a bound fails. Keep each bound at about 1.5 times
 * what is needed, and raise one only in a commit that says why. docs/tests.md explains the unit.
 */
export const boundSeconds: Record<string, number> = {
  alone: 150,
  clients: 600,
  journeys: 60,
  // In `npm run test:full` each scene has four looks.
  rules: 300,
  shared: 480,
  slow: 1_200,
  ui: 500,
}

/** A reference second is the CPU time that the machine of the run needs for this many times the reference work. */
export const worksPerReferenceSecond = 1_000

const rows = Array.from({ length: 1_250 }, (_, index) => ({
  id: `row_${index}`,
  name: `Row ${index}`,
  tags: [index % 7, index % 11, index % 13],
  isActive: index % 2 === 0,
}))

/** A fixed amount of work like that of the tests: objects, strings and sorting. */
export function referenceWork(): number {
  const copies: typeof rows = JSON.parse(JSON.stringify(rows))
  copies.sort((one, other) => one.tags[2]! - other.tags[2]! || one.name.localeCompare(other.name))
  return new Map(copies.map((row) => [row.id, row])).size
}
