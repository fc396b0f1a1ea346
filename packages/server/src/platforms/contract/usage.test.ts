import { expect, test } from 'vitest'
import { reportUsage, type Usage, usageOfCalls, withUsageListener } from './usage.ts'

const used = (percent: number): Usage => ({ percent, regainSeconds: null })

test('the usage of a response reaches only the listener of that work', async () => {
  const received: [string, number][] = []
  const listen = (name: string, percent: number) =>
    withUsageListener(
      ({ percent }) => received.push([name, percent]),
      async () => {
        await Promise.resolve()
        reportUsage(() => used(percent))
      },
    )
  await Promise.all([listen('one', 10), listen('other', 20)])
  reportUsage(() => used(99))
  expect(received).toEqual([
    ['one', 10],
    ['other', 20],
  ])
})

test('a response that reports no usage reaches no listener', async () => {
  const received: Usage[] = []
  await withUsageListener(
    (usage) => received.push(usage),
    async () => reportUsage(() => null),
  )
  expect(received).toEqual([])
})

test.each([
  ['unused', '300', '300', 0],
  ['half used', '300', '150', 50],
  ['used up', '3000', '0', 100],
  ['more left than allowed', '300', '400', 0],
  ['no limit', '0', '0', null],
  ['no header', undefined, undefined, null],
  ['only one header', '300', undefined, null],
  ['repeated headers', ['300', '300'], '10', null],
  ['nonsense', '3e9', '-1', null],
])('%s → usage in percent', (_what, allowed, left, percent) => {
  expect(usageOfCalls(allowed, left, null)?.percent ?? null).toBe(percent)
})
