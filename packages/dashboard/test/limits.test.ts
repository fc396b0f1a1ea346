import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const document = readFileSync(join(root, '..', 'server', 'openapi.json'), 'utf8')
const limits = (JSON.parse(document) as Record<string, unknown>)['x-limits']

test('every limit that the source names is a number of the API', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: root })
  const names = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bLIMITS\.([\w.]+)/g)].map(
      (hit) => hit[1]!,
    ),
  )
  expect(names.length).toBeGreaterThan(15)
  const unknown = names.filter((name) => typeof limitAt(name) !== 'number')
  expect(unknown).toEqual([])
})

function limitAt(name: string): unknown {
  return name
    .split('.')
    .reduce((part: unknown, key) => (part as Record<string, unknown> | undefined)?.[key], limits)
}
