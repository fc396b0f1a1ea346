import { describe, expect, test } from 'vitest'
import { createBatchWriter } from './batch-writer.ts'

function collecting(options: { failures?: number } = {}) {
  const lots: number[][] = []
  const errors: unknown[] = []
  let failuresLeft = options.failures ?? 0
  const batch = createBatchWriter<number>({
    write: async (lot) => {
      if (failuresLeft > 0) {
        failuresLeft -= 1
        throw new Error('no database')
      }
      lots.push([...lot])
    },
    sizeMax: 128,
    waitMs: 5,
    onError: (err) => void errors.push(err),
  })
  return { batch, lots, errors }
}

describe('a batch', () => {
  test('writes what came together together, at most 128 at once, all of it and in order', async () => {
    const { batch, lots } = collecting()
    const numbers = Array.from({ length: 300 }, (_, place) => place)
    for (const number of numbers) batch.add(number)
    await batch.settled()
    expect(lots.flat()).toEqual(numbers)
    expect(lots.every((lot) => lot.length <= 128)).toBe(true)
  })

  test('tells what is written once it is written, and nothing before', async () => {
    const written: number[] = []
    let failuresLeft = 1
    const batch = createBatchWriter<number>({
      write: async () => {
        expect(written).toEqual([])
        failuresLeft -= 1
        if (failuresLeft === 0) throw new Error('no database')
      },
      sizeMax: 128,
      waitMs: 5,
      onError: () => {},
      onWritten: (lot) => written.push(...lot),
    })
    for (const number of [1, 2, 3]) batch.add(number)
    await batch.settled()
    expect(written).toEqual([1, 2, 3])
  })

  test('writes a single result without being asked', async () => {
    const written = new Promise<number[]>((resolve) => {
      const batch = createBatchWriter<number>({
        write: async (lot) => resolve([...lot]),
        sizeMax: 128,
        waitMs: 5,
        onError: () => {},
      })
      batch.add(7)
    })
    expect(await written).toEqual([7])
  })

  test('tries again until it is written, and says that it is failing meanwhile', async () => {
    const { batch, lots, errors } = collecting({ failures: 2 })
    batch.add(1)
    await batch.settled()
    expect(lots).toEqual([[1]])
    expect(errors).toHaveLength(2)
    expect(batch.isFailing()).toBe(false)
  })

  test('that is closed gives up after so many failures', async () => {
    const { batch, lots, errors } = collecting({ failures: 1_000 })
    batch.add(1)
    await batch.close(3)
    expect(lots).toEqual([])
    expect(errors).toHaveLength(3)
    expect(batch.isFailing()).toBe(true)
  })
})
