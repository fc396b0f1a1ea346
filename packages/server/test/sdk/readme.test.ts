import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { imageFile } from '../media-files.ts'
import { advanceUntilIdle, connectAccount } from '../publishing.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'sdk')
const examples = join(folder, 'examples')
const photo = join(tmpdir(), `postern-photo-${process.pid}.jpg`)

let testApp: TestApp
let receiver: Receiver

beforeAll(async () => {
  testApp = await openTestApp({ listening: true, poolMax: 10 })
  receiver = await openReceiver()
  writeFileSync(photo, await imageFile('jpeg', { width: 800, height: 600 }))
  vi.stubEnv('POSTERN_URL', testApp.ctx.config.publicUrl)
  vi.stubEnv('POSTERN_KEY', testApp.ownerKey)
  vi.stubEnv('PHOTO', photo)
})

afterAll(async () => {
  vi.unstubAllEnvs()
  rmSync(photo, { force: true })
  await receiver?.close()
  await testApp?.close()
})

/** Runs an example and returns its output. */
async function run(name: string): Promise<string> {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    await import(join(examples, name))
    return printed.mock.calls.map((values) => values.join(' ')).join('\n')
  } finally {
    printed.mockRestore()
  }
}

test('the readme contains the exact text of every example', () => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const snippets = [...readme.matchAll(/<!-- examples\/(\S+) -->\n```ts\n([\s\S]*?)```\n/g)]
  expect(snippets.map(([, name]) => name).sort()).toEqual(readdirSync(examples).sort())
  for (const [, name, text] of snippets) {
    expect(text).toBe(readFileSync(join(examples, name!), 'utf8'))
  }
  expect(readme.match(/^```ts$/gm)).toHaveLength(snippets.length)
})

test('the examples connect a client, publish, read metrics and lists, and receive a webhook', async () => {
  expect(await run('connect-a-client.ts')).toMatch(/^Send this to Bergmann Bakery: http:\S+$/)
  const account = await connectAccount(testApp, 'threads', {}, 'client-42')
  const webhook = await testApp.call('POST', '/v1/webhooks', { url: receiver.url, events: ['*'] })

  expect(await run('publish.ts')).toMatch(/^post_\w+ is (publishing|scheduled)$/)
  await advanceUntilIdle(testApp)
  expect(await run('metrics.ts')).toMatch(new RegExp(`^${account.username}: \\d+ views$`))
  expect(await run('lists.ts')).toBe(
    'Default\nBergmann Bakery\n1 posts, more: false\nThat was the last page.',
  )
  expect(await run('thread.ts')).toMatch(/^post_\w+ has 3 parts$/)

  const published = receiver.received.find(({ json }) => json.type === 'post.published')!
  const { POST } = await import(join(examples, 'receive.ts'))
  vi.stubEnv('POSTERN_WEBHOOK_SECRET', webhook.body.secret)
  vi.setSystemTime(testApp.clock.now())
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  const headers = published.headers as Record<string, string>
  const request = { method: 'POST', headers, body: published.body }
  expect((await POST(new Request('https://app.example.com/hooks', request))).status).toBe(204)
  expect(printed.mock.calls).toEqual([[`published: ${published.json.data.permalink}`]])
  printed.mockRestore()
  vi.useRealTimers()
})

test('the example of failures prints status, code and message', async () => {
  expect(await run('failures.ts')).toBe(
    '409 default_profile: The default profile cannot be deleted.',
  )
})

test('the example of a receiver test signs a webhook and verifies it', async () => {
  expect(await run('receiver-test.ts')).toBe('webhook.test')
})
