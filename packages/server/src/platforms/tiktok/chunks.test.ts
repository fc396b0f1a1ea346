import { expect, test } from 'vitest'
import { chunkAt, nextByteAfter, planChunks } from './chunks.ts'

const megabyte = 1_000_000

/** tiktok.md §5.3, with its vectors. */
test.each([
  [4_194_304, 4_194_304, 1, '0-4194303'],
  [10_000_000, 10_000_000, 1, '0-9999999'],
  [15_000_000, 15_000_000, 1, '0-14999999'],
  [19_999_999, 19_999_999, 1, '0-19999998'],
  [20_000_000, 10_000_000, 2, '10000000-19999999'],
  [25_000_000, 10_000_000, 2, '10000000-24999999'],
  [50_000_123, 10_000_000, 5, '40000000-50000122'],
  [64_000_001, 10_000_000, 6, '50000000-64000000'],
])('a file of %s bytes → chunks of %s, %s of them, the last is %s', (size, bytes, count, range) => {
  const plan = planChunks(size)
  expect(plan).toEqual({ size, chunkBytes: bytes, count })
  const { first, last, isLast } = chunkAt(plan, (count - 1) * plan.chunkBytes)
  expect(`${first}-${last}`).toBe(range)
  expect(isLast).toBe(true)
})

test.each([
  1, 4_999_999, 5_000_000, 9_999_999, 15_000_000, 29_999_999, 64_000_001, 1_073_741_824, 4e9,
])('the chunks of %s bytes keep the rules and leave no gap', (size) => {
  const plan = planChunks(size)
  if (size >= 5 * megabyte) expect(plan.chunkBytes).toBeGreaterThanOrEqual(5 * megabyte)
  if (plan.count === 1) expect(plan.chunkBytes).toBe(size)
  expect(plan.chunkBytes).toBeLessThanOrEqual(64 * megabyte)
  expect(plan.count).toBe(Math.floor(size / plan.chunkBytes))
  expect(plan.count).toBeLessThanOrEqual(1_000)
  let next = 0
  for (let index = 0; index < plan.count; index++) {
    const chunk = chunkAt(plan, next)
    expect(chunk).toMatchObject({ first: next, isLast: index === plan.count - 1 })
    expect(chunk.last - chunk.first).toBeLessThan(128 * megabyte)
    next = chunk.last + 1
  }
  expect(next).toBe(size)
})

test.each([
  ['bytes 0-9999999/25000000', 10_000_000],
  ['bytes 0-10000000/25000000', 10_000_000],
  ['bytes 0-24999999/25000000', 25_000_000],
  ['bytes 0-25000000/25000000', 25_000_000],
  ['bytes 0-1234567/25000000', null],
  ['bytes 0-19999999/25000000', null],
  ['bytes 0-9999999/24000000', null],
  ['bytes */25000000', null],
  [undefined, null],
])('after Content-Range %s the upload continues at %s', (header, next) => {
  expect(nextByteAfter(planChunks(25_000_000), header)).toBe(next)
})
