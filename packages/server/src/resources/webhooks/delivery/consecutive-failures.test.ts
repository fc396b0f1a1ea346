import fc from 'fast-check'
import { expect, test } from 'vitest'
import { summarizeFailures } from './consecutive-failures.ts'

const at = new Date('2026-11-21T09:00:00.000Z')
const resultOf = (endpointId: string, failed: boolean) => ({
  endpointId,
  error: failed ? 'timeout' : null,
  completedAt: at,
})
const summarize = (results: boolean[]) =>
  summarizeFailures(results.map((failed) => resultOf('a', failed))).get('a')!

test.each([
  ['F', { lead: 0, ok: false, tail: 1, peak: 0 }],
  ['S', { lead: 0, ok: true, tail: 0, peak: 0 }],
  ['FFS', { lead: 2, ok: true, tail: 0, peak: 0 }],
  ['FSFF', { lead: 1, ok: true, tail: 2, peak: 2 }],
  ['SFFFSF', { lead: 0, ok: true, tail: 1, peak: 3 }],
])('results %s are summarized', (results, summary) => {
  expect(summarize([...results].map((result) => result === 'F'))).toMatchObject(summary)
})

test('a summary gives the same count and maximum of consecutive failures as counting one by one', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1 }), fc.nat(60), (results, before) => {
      let count = before
      let highest = 0
      for (const failed of results) {
        count = failed ? count + 1 : 0
        highest = Math.max(highest, count)
      }
      const { lead, ok, tail, peak } = summarize(results)
      expect(ok ? tail : before + tail).toBe(count)
      const summarized = ok ? Math.max(lead > 0 ? before + lead : 0, peak) : before + tail
      expect(summarized).toBe(highest)
    }),
  )
})

test('each endpoint has its own summary', () => {
  const summaries = summarizeFailures([
    resultOf('a', true),
    resultOf('b', false),
    resultOf('a', true),
  ])
  expect(summaries.get('a')).toMatchObject({ ok: false, tail: 2 })
  expect(summaries.get('b')).toMatchObject({ ok: true, tail: 0 })
})
