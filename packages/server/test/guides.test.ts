import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from './house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const guide = readFileSync(join(import.meta.dirname, '../../../docs/insights.md'), 'utf8')

test('docs/insights.md lists the metrics of each platform', () => {
  const names = (metrics: readonly { name: string }[]) =>
    metrics.map(({ name }) => `\`${name}\``).join(', ')
  const rows = [...house.ctx.platforms.values()].flatMap(({ value, insights }) =>
    insights
      ? [`| \`${value}\` | ${names(insights.accountMetrics)} | ${names(insights.postMetrics)} |`]
      : [],
  )
  expect(rows).toHaveLength(4)
  for (const row of rows) expect(guide).toContain(row)
})
