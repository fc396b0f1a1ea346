import { type ChildProcess, spawn } from 'node:child_process'
import { browserAdvice, findBrowser } from './browsers.mjs'
import { filtersOfChange } from './changed.ts'

/**
 * `npm test`: the tests, and at the same time format, lint and types. `npm run test:full`: the slow tests.
 * `npm test -- changed`: the tests of what has changed. Other arguments are passed to Vitest: docs/tests.md.
 */
const isFull = process.argv.includes('--full')
const passed = process.argv.slice(2).filter((argument) => argument !== '--full')
const words = passed[0] === 'changed' ? [...filtersOfChange(), ...passed.slice(1)] : passed
const selection = words.filter((word) => !/^--(reporter|outputFile)=/.test(word))
/** Projects run as a whole, so what they need is reported and compared with its bound. */
const isWhole = selection.every((word) => word.startsWith('--project='))
const report = ['--reporter=default', ...(isWhole ? ['--reporter=./scripts/test-report.ts'] : [])]
const mode = isFull ? ['--mode', 'full'] : words === passed ? [] : ['--mode', 'changed']

const children: ChildProcess[] = []
// Vitest is interrupted too, and stops PostgreSQL before it ends.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {
  for (const child of children) child.kill('SIGINT')
})
const [check, tests] = await Promise.all([
  selection.length === 0 && !isFull ? run('pipe', ['scripts/check.ts']) : null,
  run('inherit', ['node_modules/vitest/vitest.mjs', 'run', ...mode, ...report, ...words]),
])
if (check) process.stdout.write(`\n${check.output}`)
const withoutBrowser = findBrowser() === null ? await reportMissingBrowser() : 0
process.exit(tests.status || check?.status || withoutBrowser)

function run(
  output: 'inherit' | 'pipe',
  command: string[],
): Promise<{ status: number; output: string }> {
  const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(process.execPath, command, {
    stdio: ['inherit', output, output],
    env: output === 'pipe' ? { ...process.env, ...colors } : process.env,
  })
  children.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve({ status: status ?? 1, output: text }))
  })
}

/** Says what did not run. Returns the exit status: a failure in CI only. */
async function reportMissingBrowser(): Promise<number> {
  const { browserProjects } = await import('../vitest.config.ts')
  process.stdout.write(
    `\nNO BROWSER: the tests of pages did not run (${browserProjects.join(', ')}).\n${browserAdvice}\n`,
  )
  return process.env.CI === 'true' ? 1 : 0
}
