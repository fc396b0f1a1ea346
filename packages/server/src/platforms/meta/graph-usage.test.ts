import { expect, test } from 'vitest'
import { graphUsage } from './graph-usage.ts'

const responseWith = (headers: Record<string, unknown>) => ({
  status: 200,
  text: '{}',
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ),
})
const app = (call_count: number, total_time = 0, total_cputime = 0) => ({
  'x-app-usage': { call_count, total_time, total_cputime },
})
const business = (...entries: object[]) => ({
  'x-business-use-case-usage': { 17841: entries.slice(0, 1), 17842: entries.slice(1) },
})

test.each([
  ['no header', {}, { percent: 0, regainSeconds: null }],
  ["the app's calls", app(28, 25, 25), { percent: 28, regainSeconds: null }],
  ["the app's time", app(1, 93, 2), { percent: 93, regainSeconds: null }],
  ["the app's processor time", app(1, 2, 81), { percent: 81, regainSeconds: null }],
  [
    "an account's usage, with the wait in minutes",
    business({ type: 'pages', call_count: 100, estimated_time_to_regain_access: 19 }),
    { percent: 100, regainSeconds: 1_140 },
  ],
  [
    'the highest of several',
    { ...app(40), ...business({ call_count: 50 }, { total_time: 85.5 }) },
    { percent: 85.5, regainSeconds: null },
  ],
  [
    'unreadable headers',
    { 'x-app-usage': '{broken', 'x-business-use-case-usage': '["odd"]' },
    { percent: 0, regainSeconds: null },
  ],
])('%s', (_what, headers, usage) => {
  expect(graphUsage(responseWith(headers))).toEqual(usage)
})
