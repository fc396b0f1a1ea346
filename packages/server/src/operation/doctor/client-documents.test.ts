import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../core/config.ts'
import { checkClientDocuments } from './client-documents.ts'

async function check(env: Record<string, string>) {
  const directory = mkdtempSync(join(tmpdir(), 'postern-doctor-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return await checkClientDocuments(loadConfig({ DATA_DIR: directory, ...env }))
}

test.each([
  ['http://localhost:4000', 'ok', 'uses the client for development'],
  ['https://posts.example.com:8443', 'warning', 'needs a PUBLIC_URL without a port'],
  // Nothing listens on port 443 of the machine that runs the tests.
  ['https://localhost', 'problem', 'https://localhost/oauth-client-metadata.json does not respond'],
])('PUBLIC_URL %s → %s', async (PUBLIC_URL, level, text) => {
  expect(await check({ PUBLIC_URL })).toMatchObject([
    { check: 'bluesky', level, text: expect.stringContaining(text) },
  ])
})

test('a network that is switched off is not checked', async () => {
  expect(await check({ PUBLIC_URL: 'https://posts.example.com:8443', BLUESKY: 'off' })).toEqual([])
})
