import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sampleContent, sampleImage, sampleVideo } from './platforms/publish-samples.ts'
import { useTestApp } from './test-app.ts'

const testApp = useTestApp()

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8')

test('docs/insights.md lists the metrics of each platform', () => {
  const names = (metrics: readonly { name: string }[]) =>
    metrics.map(({ name }) => `\`${name}\``).join(', ')
  const rows = [...testApp.ctx.platforms.values()].flatMap(({ value, insights }) =>
    insights
      ? [`| \`${value}\` | ${names(insights.accountMetrics)} | ${names(insights.postMetrics)} |`]
      : [],
  )
  expect(rows).toHaveLength(7)
  const guide = read('insights.md')
  for (const row of rows) expect(guide).toContain(row)
})

test('docs/publishing.md lists how each platform proves that nothing was published', () => {
  const contents = [[], [sampleImage()], [sampleVideo()]].map((media) => sampleContent({ media }))
  const rows = [...testApp.ctx.platforms.values()].flatMap(({ name, media, publish }) => {
    const proofs = contents.map((content) => {
      if (content.media.length === 0 && media.isRequired) return '–'
      const proof = publish!.proofOf(content)
      return proof.by === 'key' && proof.minutes ? `key, ${proof.minutes} minutes` : proof.by
    })
    return `| ${name} | ${proofs.join(' | ')} |`
  })
  expect(rows).toHaveLength(9)
  expect(read('publishing.md')).toContain(rows.join('\n'))
})
