import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/**
 * `npm run test:steady -- 10`: runs `npm test` ten times while another program keeps every core busy, and prints each
 * failure with its count. Words after the number are passed to `npm test`.
 */
type JsonReport = {
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; ancestorTitles: string[]; title: string }[]
  }[]
}

const root = join(import.meta.dirname, '..')
const [timesWord = '10', ...words] = process.argv.slice(2)
const times = Number(timesWord)
if (!Number.isInteger(times) || times < 1) {
  process.stderr.write('The first argument is the number of runs: npm run test:steady -- 10\n')
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'postern-steady-'))
const busyPrograms = Array.from({ length: availableParallelism() }, keepCoreBusy)
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopping = true
    stopBusyPrograms()
  })
}
process.on('exit', stopBusyPrograms)

process.stdout.write(`The output of each run is in ${folder}.\n`)
const counts = new Map<string, number>()
let failedRuns = 0
let runs = 0
while (runs < times && !isStopping) {
  const began = performance.now()
  const failures = await runTests(runs + 1)
  if (isStopping) break
  runs += 1
  if (failures.length > 0) failedRuns += 1
  for (const failure of failures) counts.set(failure, (counts.get(failure) ?? 0) + 1)
  const seconds = Math.round((performance.now() - began) / 1_000)
  const result = failures.length === 0 ? 'passed' : `${failures.length} failed`
  process.stdout.write(`run ${runs} of ${times}: ${result}, ${seconds} s\n`)
}
for (const [failure, count] of [...counts].sort(([, one], [, other]) => other - one)) {
  process.stdout.write(`${count} × ${failure}\n`)
}
process.stdout.write(`${runs - failedRuns} of ${runs} runs passed.\n`)
process.exit(failedRuns > 0 || runs < times ? 1 : 0)

/** Runs the tests once and returns what failed. */
async function runTests(number: number): Promise<string[]> {
  const log = openSync(join(folder, `run-${number}.log`), 'w')
  const report = join(folder, `run-${number}.json`)
  const status = await ended(
    spawn(
      process.execPath,
      ['scripts/test.ts', ...words, '--reporter=json', `--outputFile=${report}`],
      { cwd: root, stdio: ['ignore', log, log] },
    ),
  )
  const failures = failuresOf(report)
  if (status === 0 || failures.length > 0) return failures
  return [`no test; see ${join(folder, `run-${number}.log`)}`]
}

function failuresOf(report: string): string[] {
  let results: JsonReport['testResults']
  try {
    results = (JSON.parse(readFileSync(report, 'utf8')) as JsonReport).testResults
  } catch {
    return []
  }
  return results.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults
      .filter((result) => result.status === 'failed')
      .map(({ ancestorTitles, title }) => [file, ...ancestorTitles, title].join(' › '))
    // A file can fail without a test, for example in a hook.
    return failed.length === 0 && status === 'failed' ? [file] : failed
  })
}

/** A process that computes until this one has ended. */
function keepCoreBusy(): ChildProcess {
  const program = `for (const parent = process.ppid; process.ppid === parent; ) {
    for (let step = 0; step < 1e7; step += 1) Math.sqrt(step)
  }`
  return spawn(process.execPath, ['-e', program], { stdio: 'ignore' })
}

function stopBusyPrograms(): void {
  for (const program of busyPrograms) program.kill('SIGKILL')
}

function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve(status ?? 1))
  })
}
