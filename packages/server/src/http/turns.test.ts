import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { limits } from '../core/limits.ts'
import { inLargeBodyTurn, inSearchTurn } from './turns.ts'

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

describe('requests with large bodies', () => {
  const large = { length: limits.body.publicBytesMax + 1 }
  const small = { length: limits.body.publicBytesMax }

  test('a key runs one at a time; its small ones and other keys do not wait', async () => {
    const order: string[] = []
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const run = (name: string) => async () => {
      order.push(name)
      await gate
      return name
    }
    const results = [
      inLargeBodyTurn('key_1', large, run('first')),
      inLargeBodyTurn('key_1', large, run('second')),
      inLargeBodyTurn('key_1', small, run('small')),
      inLargeBodyTurn('key_2', large, run('other')),
    ]
    expect(order).toEqual(['first', 'small', 'other'])
    open()
    expect(await Promise.all(results)).toEqual(['first', 'second', 'small', 'other'])
    expect(order).toEqual(['first', 'small', 'other', 'second'])
  })

  test('a failed one gives its turn to the next', async () => {
    const failed = inLargeBodyTurn('key_3', large, async () => {
      throw new Error('invalid')
    })
    const next = inLargeBodyTurn('key_3', large, async () => 'next')
    await expect(failed).rejects.toThrow('invalid')
    expect(await next).toBe('next')
  })

  test('the response does not wait for the pause, and the next request does', async () => {
    const times: Record<string, number> = {}
    const startedAt = performance.now()
    const first = inLargeBodyTurn('key_4', large, async () => {
      while (performance.now() - startedAt < 30) {
        // Keeps the process busy.
      }
    })
    const next = inLargeBodyTurn('key_4', large, async () => {
      times.next = performance.now() - startedAt
    })
    await first.then(() => {
      times.response = performance.now() - startedAt
    })
    await next
    expect(times.next! - times.response!).toBeGreaterThan(80)
  })

  test('beyond ten that wait, a key gets 429; its small ones and other keys do not', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const run = () => gate
    const accepted = Array.from({ length: 11 }, () => inLargeBodyTurn('key_5', large, run))
    await expect(inLargeBodyTurn('key_5', large, run)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 2,
    })
    const others = [inLargeBodyTurn('key_5', small, run), inLargeBodyTurn('key_6', large, run)]
    open()
    await Promise.all([...accepted, ...others])
  })
})
