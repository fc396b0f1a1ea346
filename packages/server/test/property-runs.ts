import { createHash } from 'node:crypto'
import type { Parameters } from 'fast-check'
import fc from 'fast-check'
import { inject, test } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** How many times as many cases as usual are played, and from which seed. */
    propertyRuns: { times: number; seed: number }
  }
}

/**
 * How many cases a property plays, and from which seed. `npm test` plays the same ones each time;
 * `npm run fuzz` plays more, and others each time. `name` makes the cases of several properties
 * differ. What fails says its seed and path.
 */
export function propertyRuns<Case = unknown>(runs: number, name = ''): Parameters<Case> {
  const { times, seed } = inject('propertyRuns')
  const own = createHash('sha256').update(name).digest().readInt32BE()
  return { numRuns: runs * times, seed: seed ^ own }
}

const runs = 200

/** A test of that name that plays a property without waiting for anything. */
export function testProperty<Case>(name: string, property: fc.IProperty<Case>): void {
  test(name, () => void fc.assert(property, propertyRuns<Case>(runs, name)))
}
