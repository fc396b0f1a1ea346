import { expect, test } from 'vitest'
import { isTid, newTid, tid, tidOfKey } from './tid.ts'

const createdAt = new Date('2025-11-24T16:00:00.000Z')

test.each([
  [1_764_000_000_000_000n, 0n, '3m6f72q6k2222'],
  [1_764_000_000_000_000n, 1_023n, '3m6f72q6k22zz'],
  [0n, 0n, '2222222222222'],
])('%d µs with clock id %d → %s (bluesky.md §3.6)', (micros, clockId, expected) => {
  expect(tid(micros, clockId)).toBe(expected)
})

test.each([
  ['3jzfcijpj2z2a', true],
  ['7777777777777', true],
  ['0000000000000', false],
  ['zzzzzzzzzzzzz', false],
  ['3jzfcijpj2z2', false],
  ['3jzfcijpj2z2aa', false],
])('%s is a valid record key: %s', (text, expected) => {
  expect(isTid(text)).toBe(expected)
})

test('one target has the same record key in every attempt, and another one for its comment', () => {
  const key = { id: 'target_01', createdAt }
  expect(tidOfKey(key, 'post')).toBe(tidOfKey({ ...key }, 'post'))
  expect(tidOfKey(key, 'post')).not.toBe(tidOfKey(key, 'first_comment'))
  expect(tidOfKey(key, 'post')).not.toBe(tidOfKey({ ...key, id: 'target_02' }, 'post'))
  expect(isTid(tidOfKey(key, 'post'))).toBe(true)
})

test('record keys of later moments sort later', () => {
  const later = new Date(createdAt.getTime() + 1)
  expect(newTid(createdAt) < newTid(later)).toBe(true)
})
