import fc from 'fast-check'
import { expect, test } from 'vitest'
import { summarizeFailures } from './consecutive-failures.ts'

const at = new Date('2026-11-21T09:00:00.000Z')
const resultOf = (endpointId: string, failed: boolean) => ({
  endpointId,
  error: failed ? 'timeout' : null,
  completedAt: at,
})
const fold = (results: boolean[]) =>
  summarizeFailures(results.map((failed) => resultOf('a', failed))).get('a')!

test.each([
  ['F', { lead: 0, ok: false, tail: 1, peak: 0 }],
  ['S', { lead: 0, ok: true, tail: 0, peak: 0 }],
  ['FFS', { lead: 2, ok: true, tail: 0, peak: 0 }],
  ['FSFF', { lead: 1, ok: true, tail: 2, peak: 2 }],
  ['SFFFSF', { lead: 0, ok: true, tail: 1, peak: 3 }],
])('%s folds', (word, folded) => {
  expect(fold([...word].map((letter) => letter === 'F'))).toMatchObject(folded)
})

test('folding a batch gives the same streak and the same highest point as counting one by one', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1 }), fc.nat(60), (results, before) => {
      let count = before
      let highest = 0
      for (const failed of results) {
        count = failed ? count + 1 : 0
        highest = Math.max(highest, count)
      }
      const { lead, ok, tail, peak } = fold(results)
      expect(ok ? tail : before + tail).toBe(count)
      const folded = ok ? Math.max(lead > 0 ? before + lead : 0, peak) : before + tail
      expect(folded).toBe(highest)
    }),
  )
})

test('endpoints are folded apart', () => {
  const streaks = summarizeFailures([
    resultOf('a', true),
    resultOf('b', false),
    resultOf('a', true),
  ])
  expect(streaks.get('a')).toMatchObject({ ok: false, tail: 2 })
  expect(streaks.get('b')).toMatchObject({ ok: true, tail: 0 })
})
