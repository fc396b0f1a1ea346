import { expect, test } from 'vitest'
import { runQueued } from './queue.ts'

test('a profile with many files → the file of another profile is next', async () => {
  const finished: string[] = []
  const files = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']
  await Promise.all(
    files.map((file) => runQueued(`profile ${file[0]}`, async () => void finished.push(file))),
  )
  expect(finished).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('files run one at a time', async () => {
  let running = 0
  const work = async () => {
    running += 1
    expect(running).toBe(1)
    await Promise.resolve()
    running -= 1
  }
  await Promise.all(['a', 'a', 'b'].map((profile) => runQueued(profile, work)))
})

test('a file that fails → the next one still runs', async () => {
  const failed = runQueued('a', () => Promise.reject(new Error('damaged')))
  const next = runQueued('a', async () => 'read')
  await expect(failed).rejects.toThrow('damaged')
  expect(await next).toBe('read')
})
