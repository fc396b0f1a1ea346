import { expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { inSearchTurn } from './search-turns.ts'

const testApp = useTestApp()

/** A search that runs until `end` is called. */
function startSearch(actorId: string, started: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const search = async () => {
    started.push(name)
    await promise
    return name
  }
  return { result: inSearchTurn(testApp.ctx, actorId, search), end: resolve, fail: reject }
}

test('a key runs two searches at a time, and its others wait their turn', async () => {
  const started: string[] = []
  const first = startSearch('key_1', started, 'first')
  const second = startSearch('key_1', started, 'second')
  const third = startSearch('key_1', started, 'third')
  const fourth = startSearch('key_1', started, 'fourth')
  const other = startSearch('key_2', started, 'other')
  expect(started).toEqual(['first', 'second', 'other'])
  second.fail(new Error('too slow'))
  await expect(second.result).rejects.toThrow('too slow')
  await expect.poll(() => started).toEqual(['first', 'second', 'other', 'third'])
  for (const { end } of [first, third, fourth, other]) end()
  expect(await Promise.all([first, third, fourth, other].map(({ result }) => result))).toEqual([
    'first',
    'third',
    'fourth',
    'other',
  ])
})

test('turns that ended are free again', async () => {
  for (let index = 0; index < 5; index += 1) {
    expect(await inSearchTurn(testApp.ctx, 'key_3', async () => index)).toBe(index)
  }
})
