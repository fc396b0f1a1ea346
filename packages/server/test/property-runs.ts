import { createHash } from 'node:crypto'
import type { Parameters } from 'fast-check'
import fc from 'fast-check'
import { inject, test } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The factor for the number of cases per property, and the seed of the random values. */
    propertyRuns: { times: number; seed: number }
  }
}

/**
 * The number of cases of a property and their seed. `npm test` runs the same cases each time; `npm run fuzz`
 * runs more, with a new seed. `name` gives each property its own cases. A failure prints seed and path.
 */
export function propertyRuns<Case = unknown>(runs: number, name = ''): Parameters<Case> {
  const { times, seed } = inject('propertyRuns')
  const nameSeed = createHash('sha256').update(name).digest().readInt32BE()
  return { numRuns: runs * times, seed: seed ^ nameSeed }
}

const runs = 200

/** Declares a test that checks a synchronous property. */
export function testProperty<Case>(name: string, property: fc.IProperty<Case>): void {
  test(name, () => void fc.assert(property, propertyRuns<Case>(runs, name)))
}
