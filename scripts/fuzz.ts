import { randomInt } from 'node:crypto'
import { createVitest } from 'vitest/node'

/**
 * Runs the property and model tests of `npm test` with more, random cases. `npm run fuzz` runs ten times
 * as many, `npm run fuzz -- 50 models` fifty times as many in files whose path contains "models".
 * `seed=123` repeats a run.
 */
const cliArguments = process.argv.slice(2)
const times = Number(cliArguments.find((argument) => /^\d+$/.test(argument)) ?? 10)
const seeds = cliArguments.filter((argument) => argument.startsWith('seed='))
const seed = Number(seeds[0]?.slice('seed='.length) ?? randomInt(2 ** 31))
const filters = cliArguments.filter((argument) => !/^(\d+|seed=\d+)$/.test(argument))

process.stdout.write(`${times} times as many cases as npm test, seed=${seed}\n`)
const vitest = await createVitest('test', {
  watch: false,
  mode: 'full',
  project: 'slow',
  testTimeout: 3_600_000,
})
for (const project of vitest.projects) project.provide('propertyRuns', { times, seed })
await vitest.start(filters.length > 0 ? filters : ['test/fuzz', 'test/models'])
await vitest.close()
