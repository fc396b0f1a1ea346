import { expect, test } from 'vitest'
import { guaranteeOf, guarantees } from './server-state.ts'

const best = { isDurable: true, isVisible: true, replication: 'synchronous' } as const

test.each([
  [{}, 'nothing_lost', true],
  [{ isVisible: false }, 'nothing_lost', true],
  [{ replication: 'asynchronous' }, 'searched', true],
  [{ replication: 'none' }, 'searched', true],
  [{ replication: null }, 'searched', true],
  [{ replication: null, isVisible: false }, 'unnoticed', false],
  [{ isDurable: false }, 'not_durable', false],
] as const)('a server with %j is %s', (server, guarantee, holds) => {
  expect(guaranteeOf({ ...best, ...server })).toBe(guarantee)
  expect(guarantees[guarantee].holds).toBe(holds)
})
