import { benchmarks } from './benchmarks.ts'

/**
 * `npm run bench` lists the benchmarks. `npm run bench <name>` runs one and prints a line of JSON; with
 * `--brief` it runs for about a second, to show that it works.
 */
const requestedName = process.argv[2]
const chosen = benchmarks.find(([name]) => name === requestedName)
if (requestedName === undefined) {
  process.stdout.write('npm run bench <name>\n\n')
  for (const [name, , about] of benchmarks) {
    process.stdout.write(`  ${name.padEnd(12)} ${about}\n`)
  }
} else if (chosen) {
  const [name, run, about] = chosen
  process.stdout.write(`${name}: ${about}\n`)
  process.stdout.write(`${JSON.stringify({ benchmark: name, ...(await run()) })}\n`)
} else {
  process.stderr.write(`Unknown benchmark "${requestedName}". Run npm run bench for a list.\n`)
  process.exitCode = 1
}
