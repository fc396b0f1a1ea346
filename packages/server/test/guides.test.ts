import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const guide = readFileSync(join(import.meta.dirname, '../../../docs/insights.md'), 'utf8')

test('docs/insights.md lists the metrics of each platform', () => {
  const names = (metrics: readonly { name: string }[]) =>
    metrics.map(({ name }) => `\`${name}\``).join(', ')
  const rows = [...testApp.ctx.platforms.values()].flatMap(({ value, insights }) =>
    insights
      ? [`| \`${value}\` | ${names(insights.accountMetrics)} | ${names(insights.postMetrics)} |`]
      : [],
  )
  expect(rows).toHaveLength(6)
  for (const row of rows) expect(guide).toContain(row)
})
