import { expect, test } from 'vitest'
import { exceeded } from './test-report.ts'

const bounds = { shared: 100 }
const uses = (cpuSeconds: number) => new Map([['shared', { cpuSeconds }]])

test('a project below its bound → no problem', () => {
  expect(exceeded(uses(99), 1, bounds)).toEqual([])
})

test('a project above its bound → is named with what it needed', () => {
  expect(exceeded(uses(101), 1, bounds)).toEqual([
    'The project shared needed 101 reference seconds; its bound is 100.',
  ])
})

test('a machine of half the speed needs twice the CPU time → no problem', () => {
  expect(exceeded(uses(198), 0.5, bounds)).toEqual([])
})

test('a project without a bound → is named', () => {
  expect(exceeded(new Map([['new', { cpuSeconds: 1 }]]), 1, bounds)).toEqual([
    'The project new has no bound.',
  ])
})
