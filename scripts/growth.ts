import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { growthBounds, type Size } from './growth-bounds.ts'

/**
 * A part of `npm run check`: prints how large each package is, and fails above a bound of
 * `growth-bounds.ts`. Tests, generated files and texts in JSON are not counted.
 */
const functionLinesMax = 70

const functionRule = 'complexity/noExcessiveLinesPerFunction'
/** Files with functions over 70 lines (the limit is in biome.json), once per function. */
const longFunctions = readLongFunctions()

const rows = Object.entries(growthBounds).map(([name, bound]) => {
  const size = measure(name)
  const exceeded = (Object.keys(size) as (keyof Size)[]).filter((key) => size[key] > bound[key])
  return { name, size, bound, exceeded }
})

const columns = ['lines of source', '90% of files up to', `functions over ${functionLinesMax}`]
process.stdout.write(`${'size and bound'.padEnd(24)}${columns.map(toColumn).join('')}\n`)
for (const { name, size, bound } of rows) {
  const cells = (Object.keys(size) as (keyof Size)[]).map((key) => `${size[key]} / ${bound[key]}`)
  process.stdout.write(`${name.padEnd(24)}${cells.map(toColumn).join('')}\n`)
}
for (const { name, exceeded } of rows.filter((row) => row.exceeded.length > 0)) {
  process.stdout.write(
    `${name} exceeds its bound of ${exceeded.join(', ')}. Remove code, or raise the bound in scripts/growth-bounds.ts and say why there.\n`,
  )
}
process.exit(rows.some(({ exceeded }) => exceeded.length > 0) ? 1 : 0)

function measure(name: string): Size {
  const files = globSync(`${name}/**/*.{ts,tsx,js,mjs,css,sql,py}`).filter(
    (file) => !/\.test\.tsx?$|\.gen\.ts$|\/(tests?|node_modules|dist|_generated)\//.test(file),
  )
  const lengths = files.map((file) => readFileSync(file, 'utf8').split('\n').length - 1)
  const sorted = lengths.sort((left, right) => left - right)
  return {
    lines: lengths.reduce((sum, length) => sum + length, 0),
    p90: sorted[Math.floor(sorted.length * 0.9)] ?? 0,
    longFunctions: longFunctions.filter((file) => files.includes(file)).length,
  }
}

function readLongFunctions(): string[] {
  const words = ['lint', `--only=${functionRule}`, '--reporter=json', '--max-diagnostics=none', '.']
  const { stdout } = spawnSync('./node_modules/.bin/biome', words, {
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { location: { path: string } }[] }
  return diagnostics.map(({ location }) => location.path)
}

function toColumn(text: string): string {
  return text.padStart(22)
}
