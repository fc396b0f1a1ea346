import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../../src/core/config.ts'
import { createOutbound, type Outbound } from '../../../src/outbound/outbound.ts'
import { createPlatforms, type Platforms } from '../../../src/platforms/registry.ts'
import { firstInstant } from '../../template.ts'
import { openTestApp, type TestApp } from '../../test-app.ts'
import { memoryStorage } from '../memory-storage.ts'
import { type Expected, readSample, serveAnswers } from './answers.ts'
import { runSample } from './run-sample.ts'

/**
 * Answers of the real networks that differ from what their documents say, one file each, through the
 * real connectors (CONTRIBUTING.md, "A recorded answer of a network").
 */
const folder = join(import.meta.dirname, 'samples')
const samples = readdirSync(folder).map((file) => {
  const sample = readSample(join(folder, file))
  return { name: file.replace('.json', ''), what: sample.what, sample }
})

let server: Awaited<ReturnType<typeof serveAnswers>>
let outbound: Outbound
let platforms: Platforms
let now = firstInstant
let testApp: TestApp | null = null
let directory: string

beforeAll(async () => {
  server = await serveAnswers()
  directory = mkdtempSync(join(tmpdir(), 'postern-recorded-'))
  const config = loadConfig({ DATA_DIR: directory, SANDBOX_URL: server.url })
  outbound = createOutbound({
    allowPrivate: false,
    trustedOrigins: [server.url],
    trustedServers: config.trustedServers,
  })
  platforms = createPlatforms({ config, outbound, storageOf: memoryStorage, now: () => now })
})
afterAll(async () => {
  await testApp?.close()
  await outbound.close()
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

/** The whole service with the recorded answers in place of the sandbox. */
async function openApp(): Promise<TestApp> {
  testApp ??= await openTestApp({ env: { SANDBOX_URL: server.url } })
  testApp.clock.set(now)
  return testApp
}

test.each(samples)('$name: $what', async ({ sample }) => {
  now = new Date(sample.now ?? firstInstant)
  const outcome = await runSample({ platforms, server, openApp }, sample)
  const rights = [sample.expected].flat()
  const right = rights.find((each) => isRight(outcome, each)) ?? rights[0]!
  expectRight(outcome, right)
})

function isRight(outcome: Expected, right: Expected): boolean {
  try {
    expectRight(outcome, right)
    return true
  } catch {
    return false
  }
}

function expectRight(outcome: Expected, { not, ...right }: Expected): void {
  const shown = `What came out: ${JSON.stringify(outcome)}`
  expect(outcome, shown).toMatchObject(right)
  if (not) expect(outcome, shown).not.toMatchObject(not)
}
