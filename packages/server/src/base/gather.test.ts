import { expect, test } from 'vitest'
import { gather } from './gather.ts'

test('what is asked at the same moment is asked once, and each gets its own answer', async () => {
  const asked: number[][] = []
  const double = gather(async (questions: number[]) => {
    asked.push(questions)
    return questions.map((question) => question * 2)
  })
  expect(await Promise.all([1, 2, 3].map((question) => double(question)))).toEqual([2, 4, 6])
  expect(asked).toEqual([[1, 2, 3]])
})

test('no answer is older than its question', async () => {
  let state = 'valid'
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const look = gather(async (questions: string[]) => {
    const seen = state
    if (questions.includes('first')) await held
    return questions.map(() => seen)
  })
  const first = look('first')
  await new Promise((resume) => setImmediate(resume))
  state = 'revoked'
  const second = look('second')
  release()
  expect([await first, await second]).toEqual(['valid', 'revoked'])
})

test('behind two that hang whoever comes is asked for without them', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const ask = gather(async (questions: string[]) => {
    if (questions[0] !== 'third') await held
    return questions
  })
  const hanging = [ask('first')]
  await new Promise((resume) => setImmediate(resume))
  hanging.push(ask('second'))
  await new Promise((resume) => setImmediate(resume))
  expect(await ask('third')).toBe('third')
  release()
  expect(await Promise.all(hanging)).toEqual(['first', 'second'])
})

test('a failure is told to all that asked, and the next are asked again', async () => {
  let isAway = true
  const ask = gather(async (questions: number[]) => {
    if (isAway) throw new Error('away')
    return questions
  })
  const outcomes = await Promise.allSettled([ask(1), ask(2)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await ask(3)).toBe(3)
})
