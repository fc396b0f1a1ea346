import { describe, expect, test } from 'vitest'
import { createBatchWriter } from './batch-writer.ts'

function collecting(options: { failures?: number } = {}) {
  const batches: number[][] = []
  const errors: unknown[] = []
  let failuresLeft = options.failures ?? 0
  const writer = createBatchWriter<number>({
    write: async (batch) => {
      if (failuresLeft > 0) {
        failuresLeft -= 1
        throw new Error('no database')
      }
      batches.push([...batch])
    },
    sizeMax: 128,
    waitMs: 5,
    onError: (err) => void errors.push(err),
  })
  return { writer, batches, errors }
}

describe('the batch writer', () => {
  test('writes all results in order, in batches of at most 128', async () => {
    const { writer, batches } = collecting()
    const numbers = Array.from({ length: 300 }, (_, index) => index)
    for (const number of numbers) writer.add(number)
    await writer.settled()
    expect(batches.flat()).toEqual(numbers)
    expect(batches.every((batch) => batch.length <= 128)).toBe(true)
  })

  test('calls onWritten after a write, not before', async () => {
    const written: number[] = []
    let failuresLeft = 1
    const writer = createBatchWriter<number>({
      write: async () => {
        expect(written).toEqual([])
        failuresLeft -= 1
        if (failuresLeft === 0) throw new Error('no database')
      },
      sizeMax: 128,
      waitMs: 5,
      onError: () => {},
      onWritten: (batch) => written.push(...batch),
    })
    for (const number of [1, 2, 3]) writer.add(number)
    await writer.settled()
    expect(written).toEqual([1, 2, 3])
  })

  test('writes a single result after the wait', async () => {
    const written = new Promise<number[]>((resolve) => {
      const writer = createBatchWriter<number>({
        write: async (batch) => resolve([...batch]),
        sizeMax: 128,
        waitMs: 5,
        onError: () => {},
      })
      writer.add(7)
    })
    expect(await written).toEqual([7])
  })

  test('repeats a failed write until it succeeds and reports isFailing until then', async () => {
    const { writer, batches, errors } = collecting({ failures: 2 })
    writer.add(1)
    await writer.settled()
    expect(batches).toEqual([[1]])
    expect(errors).toHaveLength(2)
    expect(writer.isFailing()).toBe(false)
  })

  test('gives up after the given number of failures once closed', async () => {
    const { writer, batches, errors } = collecting({ failures: 1_000 })
    writer.add(1)
    await writer.close(3)
    expect(batches).toEqual([])
    expect(errors).toHaveLength(3)
    expect(writer.isFailing()).toBe(true)
  })
})
