import { randomInt } from 'node:crypto'
import { createVitest } from 'vitest/node'

/**
 * The properties and models of `npm test`, with more cases and others each time:
 * `npm run fuzz` plays ten times as many, `npm run fuzz -- 50 models` fifty times those in files
 * whose path has that word, `npm run fuzz -- 50 seed=123 models` the same ones again.
 */
const given = process.argv.slice(2)
const times = Number(given.find((word) => /^\d+$/.test(word)) ?? 10)
const seeds = given.filter((word) => word.startsWith('seed='))
const seed = Number(seeds[0]?.slice('seed='.length) ?? randomInt(2 ** 31))
const words = given.filter((word) => !/^(\d+|seed=\d+)$/.test(word))

process.stdout.write(`${times} times as many cases as npm test, seed=${seed}\n`)
const vitest = await createVitest('test', {
  watch: false,
  mode: 'full',
  project: 'slow',
  testTimeout: 3_600_000,
})
for (const project of vitest.projects) project.provide('propertyRuns', { times, seed })
await vitest.start(words.length > 0 ? words : ['test/fuzz', 'test/models'])
await vitest.close()
