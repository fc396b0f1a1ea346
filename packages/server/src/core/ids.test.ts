import { expect, test } from 'vitest'
import { newId, newUuid } from './ids.ts'

test('ids of one millisecond sort in the order of their creation', () => {
  const ids = Array.from({ length: 2_000 }, () => newId('post'))
  expect(ids.toSorted()).toEqual(ids)
})

test('the ids of the events of one change sort in the order they happened', () => {
  const uuids = Array.from({ length: 2_000 }, newUuid)
  expect(uuids.toSorted()).toEqual(uuids)
})
