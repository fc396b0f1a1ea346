import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { benchmarks } from './benchmarks.ts'

const main = join(import.meta.dirname, 'run.ts')

test.each(benchmarks.map(([name]) => name))('the benchmark %s runs to its end', async (name) => {
  const { stdout } = await promisify(execFile)(process.execPath, [main, name, '--brief'])
  const result = JSON.parse(stdout.trimEnd().split('\n').at(-1)!)
  expect(result).toMatchObject({ benchmark: name })
  expect(Object.keys(result).length).toBeGreaterThan(1)
})
