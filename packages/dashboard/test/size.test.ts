import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const dist = join(import.meta.dirname, '..', 'dist')
const scriptBytesMax = 205_000

type Chunk = { file: string; imports?: string[]; isEntry?: boolean }

test('the first page needs less than 205 kB of compressed script', () => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const needed = new Set<string>()
  const need = (name: string): void => {
    if (needed.has(name)) return
    needed.add(name)
    for (const each of manifest[name]!.imports ?? []) need(each)
  }
  need('index.html')
  const sizes = [...needed].map((name) => statSync(join(dist, `${manifest[name]!.file}.br`)).size)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(scriptBytesMax)
})
