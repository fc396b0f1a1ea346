import { expect, test } from 'vitest'
import type { AccountInsights } from '../../schemas/insight.ts'
import { csvFileName, insightsCsv } from './csv.ts'

test('insightsCsv returns one line per day and one column per metric', () => {
  const series = (values: (number | null)[]) =>
    values.map((value, index) => ({ date: `2026-11-0${index + 1}`, value }))
  const metric = (kind: 'sum' | 'level', values: (number | null)[]) => ({
    kind,
    total: 1,
    previous_total: null,
    series: series(values),
  })
  const insights = {
    account_id: 'acc_1',
    platform: 'threads',
    from: '2026-11-01',
    to: '2026-11-02',
    metrics: { views: metric('sum', [0, null]), followers_count: metric('level', [12, 13]) },
  } as unknown as AccountInsights
  expect(insightsCsv('=anna', insights)).toBe(
    [
      'date,account_id,platform,username,views,followers_count',
      "2026-11-01,acc_1,threads,'=anna,0,12",
      "2026-11-02,acc_1,threads,'=anna,,13",
      '',
    ].join('\r\n'),
  )
  expect(csvFileName('../a"b\r\n', insights)).toBe(
    'insights-threads-.._a_b__-2026-11-01-2026-11-02.csv',
  )
})
