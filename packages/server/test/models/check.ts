import fc from 'fast-check'
import { test } from 'vitest'
import { chance } from '../chance.ts'

const runs = 200

/** A test of that name that plays a property without waiting for anything. */
export function check<Case>(name: string, property: fc.IProperty<Case>): void {
  test(name, () => void fc.assert(property, chance<Case>(runs, name)))
}
