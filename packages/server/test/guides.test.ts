import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTestApp } from './test-app.ts'

const testApp = useTestApp()

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
