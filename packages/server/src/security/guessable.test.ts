import { expect, test } from 'vitest'
import { isGuessable } from './guessable.ts'

test.each([
  '123456789012',
  'passwordpassword',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'abcdefghijkl',
  'qwertyuiop12',
  '1q2w3e4r5t6y',
  'password12345',
  'iloveyou1234',
  'a1b2'.repeat(250),
])('%s is easy to guess', async (password) => {
  expect(await isGuessable(password, [])).toBe(true)
})

test.each([
  'correct horse battery',
  'nine-quiet-harbour-lamps',
  'x7Kp2mQv9LzR',
  'drei Brote im Ofen',
  '静かな港の九つのランプです',
])('%s is not', async (password) => {
  expect(await isGuessable(password, [])).toBe(false)
})

test('words about the person are easy to guess for those who know them', async () => {
  const words = ['cafe-aurora-berlin', 'anna@example.com']
  expect(await isGuessable('cafe-aurora-berlin1', words)).toBe(true)
  expect(await isGuessable('cafe-aurora-berlin1', [])).toBe(false)
})
