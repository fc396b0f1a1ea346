import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { buildAccount, buildKey, buildProfile, buildWebhook } from '../build.ts'
import { openBrowser } from '../client.ts'
import { signInOwner, tokenOf } from '../dashboard.ts'
import { saveLogLines, saveSecrets, scanLogs } from '../log-scan.ts'
import { openTestApp } from '../test-app.ts'
import { collectSecrets, collectStoredSecrets, type Secrets } from '../test-secrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postern-scan-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('every kind of secret that a test app creates is collected for the log scan', async () => {
  const testApp = await openTestApp()
  const secrets: Secrets = new Map()
  collectSecrets(testApp.app, secrets)
  const owner = await signInOwner(testApp)
  const key = await buildKey(testApp)
  const webhook = await buildWebhook(testApp)
  const account = await buildAccount(testApp)
  const profile = await buildProfile(testApp)
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: 'https://app.example.com' })
  const link = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
    redirect_url: 'https://app.example.com/back',
  })
  const browser = openBrowser(testApp)
  const authorize = new URL(await browser.begin(link.body.url, 'threads'))
  const back = await browser.decide(authorize.href, { decision: 'allow', person: 'anna' })
  await browser.visit('GET', back)
  await collectStoredSecrets(testApp.ctx, testApp.sandbox, secrets)
  const created = [
    key,
    webhook.secret,
    link.body.url.split('/').at(-1),
    tokenOf(testApp.signInUrl),
    owner.cookie()!.split('=')[1]!,
    'correct horse battery',
    authorize.searchParams.get('state')!,
    new URL(back, testApp.ctx.config.publicUrl).searchParams.get('code')!.replace(/#_$/, ''),
    [...browser.jar.values()][0]!.split('.')[0]!,
    testApp.ctx.config.keyring[0].key.toString('base64'),
    testApp.ctx.config.platforms.threads!.clientSecret,
    ...[...testApp.sandbox.state.tokens.values()].map(({ id }) => id),
  ]
  expect(account.id).toBeDefined()
  expect([...secrets.values()]).toContain('account.tokens_sealed')
  expect(created.filter((secret) => !secrets.has(secret))).toEqual([])
  await testApp.close()
})

test.each([
  ['a key', 'pst_owner_0123456789ABCDEFGHIJ', 'the key pst_owner_0123456789ABCDEFGHIJ is wrong'],
  ['a token in a URL', 'A'.repeat(43), `{"url":"https://x.test/connect/${'A'.repeat(43)}/x"}`],
  ['a token after other characters', 'TH123456789012345', 'access_token=xyTH123456789012345&b=c'],
  ['a password', 'correct horse battery', '{"err":"correct horse battery is wrong"}'],
  [
    'a key in base64',
    'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
    'x=q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=;',
  ],
])('%s in a line is found and masked in the report', (what, secret, line) => {
  saveLogLines(folder, ['{"msg":"one"}\n', `${line}\n`, '{"msg":"two"}'])
  saveSecrets(
    folder,
    new Map([
      [secret, what],
      ['another-secret-of-no-line', 'x'],
    ]),
  )
  const { found, lines, secrets } = scanLogs(folder)
  expect([lines, secrets]).toEqual([3, 2])
  expect(found).toEqual([{ secret: what, line: line.replace(secret, '[the secret]') }])
})

test('lines without a secret report nothing', () => {
  saveLogLines(folder, ['{"request_id":"req_01k4wz7tq8e1n9mdh2y6c3vbfa","msg":"request.answered"}'])
  saveSecrets(folder, new Map([['req_01k4wz7tq8e1n9mdh2y6c3vbfX', 'a token']]))
  expect(scanLogs(folder).found).toEqual([])
})

test('one secret is found among 100,000 lines and 10,000 secrets', () => {
  const id = (number: number) => `req_${number.toString(36).padStart(26, '0')}`
  saveLogLines(
    folder,
    Array.from({ length: 100_000 }, (_, number) => `{"request_id":"${id(number)}","msg":"x"}`),
  )
  const secrets = Array.from(
    { length: 10_000 },
    (_, number) => [`secret-${id(number)}`, 'x'] as const,
  )
  saveSecrets(folder, new Map(secrets))
  expect(scanLogs(folder).found).toEqual([])
  saveLogLines(folder, [`{"msg":"secret-${id(9_999)}"}`])
  expect(scanLogs(folder).found).toHaveLength(1)
})

test('a test app saves its log lines and secrets when it closes', async () => {
  const before = scanLogs(inject('logFolder'))
  const testApp = await openTestApp()
  await buildWebhook(testApp)
  await testApp.close()
  const after = scanLogs(inject('logFolder'))
  expect(after.lines).toBeGreaterThan(before.lines)
  expect(after.secrets).toBeGreaterThan(before.secrets + 3)
})
