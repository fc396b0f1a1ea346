import { expect, test } from 'vitest'
import { inTurn } from './turns.ts'

test('a profile with many files → the file of another profile is next', async () => {
  const ran: string[] = []
  const files = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']
  await Promise.all(
    files.map((file) => inTurn(`profile ${file[0]}`, async () => void ran.push(file))),
  )
  expect(ran).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('files are read one at a time', async () => {
  let running = 0
  const work = async () => {
    running += 1
    expect(running).toBe(1)
    await Promise.resolve()
    running -= 1
  }
  await Promise.all(['a', 'a', 'b'].map((profile) => inTurn(profile, work)))
})

test('a file that fails → the next one is read', async () => {
  const failed = inTurn('a', () => Promise.reject(new Error('damaged')))
  const next = inTurn('a', async () => 'read')
  await expect(failed).rejects.toThrow('damaged')
  expect(await next).toBe('read')
})
