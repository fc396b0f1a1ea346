import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failure, jsonResponse, type Step, scriptedFetch } from '../test/scripted.ts'
import { type Client, createClient } from './client.ts'
import { PosternError } from './errors.ts'
import { randomUuid } from './request.ts'
import { retryDelayMs } from './retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const done = jsonResponse({ id: 'x' })
const lost = new TypeError('fetch failed')

/** Runs a call with fake timers. Returns its outcome, the attempts and the time waited. */
async function run(call: (client: Client) => Promise<unknown>, ...steps: Step[]) {
  const { fetch, requests } = scriptedFetch(...steps)
  const client = createClient({ baseUrl: 'http://x', apiKey: 'k', fetch, timeoutMs: 1_000 })
  const startedAt = Date.now()
  const outcome = call(client).then(
    (value) => ({ value, error: null }),
    (error) => ({ value: null, error }),
  )
  await vi.runAllTimersAsync()
  return { ...(await outcome), tries: requests.length, requests, waitedMs: Date.now() - startedAt }
}

const read = (client: Client) => client.me()
const remove = (client: Client) => client.webhooks.delete('a')
const create = (client: Client) => client.posts.create({ text: 'Hi' })
const update = (client: Client) => client.posts.update('a', { text: 'Hi' })
const reply = (client: Client) => client.comments.reply('a', { text: 'Hi' })

const retryable = { retryable: true }
test.each<[string, Step]>([
  ['a network failure', lost],
  ['a timeout', 'hang'],
  ['a retryable 500', failure(500, 'internal_error', retryable)],
  ["a proxy's 503", new Response('', { status: 503 })],
])('after %s GET, DELETE and POST are retried, but not PATCH and not a reply', async (_, step) => {
  for (const call of [read, remove, create]) expect((await run(call, step, done)).tries).toBe(2)
  for (const call of [update, reply]) {
    const { tries, error } = await run(call, step, done)
    expect([tries, error === null]).toEqual([1, false])
  }
})

test.each<[string, Step]>([
  ['rate_limited', failure(429, 'rate_limited', retryable)],
  ['request_timeout', failure(408, 'request_timeout', retryable)],
  ['idempotency_in_progress', failure(409, 'idempotency_in_progress', retryable)],
])('after %s every request is retried', async (_, step) => {
  for (const call of [read, remove, create, update, reply]) {
    expect((await run(call, step, done)).tries).toBe(2)
  }
})

test('a permanent error is not retried', async () => {
  for (const [status, code] of [
    [400, 'validation_failed'],
    [404, 'post_not_found'],
    [409, 'default_profile'],
    [500, 'never'],
    [501, 'unexpected_answer'],
  ] as const) {
    expect((await run(read, failure(status, code))).tries).toBe(1)
  }
})

test('all attempts of a POST have the same key, random or from the options', async () => {
  const keys = ({ requests }: { requests: { headers: Headers }[] }) =>
    requests.map(({ headers }) => headers.get('idempotency-key'))
  const [first, second, third] = keys(await run(create, lost, lost, done))
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect([second, third]).toEqual([first, first])
  expect(keys(await run(create, done))).not.toEqual([first])
  const custom = await run((client) => client.posts.create({}, { idempotencyKey: 'mine' }), done)
  expect(keys(custom)).toEqual(['mine'])
})

test('after the last retry the last error is thrown', async () => {
  const { tries, error, waitedMs } = await run(read, lost)
  expect(tries).toBe(3)
  expect(error).toMatchObject({ name: 'PosternConnectionError', reason: 'network', cause: lost })
  expect(waitedMs).toBeGreaterThanOrEqual(250 + 500)
  expect(waitedMs).toBeLessThanOrEqual(500 + 1_000)
  expect((await run((client) => client.me({ retries: 0 }), lost)).tries).toBe(1)
})

test('Retry-After is followed, in seconds and as a date, up to a minute', async () => {
  const limited = (retryAfter: string) => failure(429, 'rate_limited', { retryAfter })
  const seconds = await run(read, limited('20'), done)
  expect(seconds.waitedMs).toBeGreaterThanOrEqual(20_000)
  expect(seconds.waitedMs).toBeLessThan(20_500)
  const date = new Date(Date.now() + 30_000).toUTCString()
  expect((await run(read, limited(date), done)).waitedMs).toBeGreaterThanOrEqual(29_000)
  const long = await run((client) => client.insights.sync(), limited('240'), done)
  expect(long).toMatchObject({ tries: 1, waitedMs: 0, error: { retryAfterSeconds: 240 } })
})

const unavailable = new PosternError(503, { code: 'unexpected_answer' }, null)

test('delays double up to 8 seconds and have jitter', () => {
  const delay = (tries: number, random: number) =>
    retryDelayMs(unavailable, { id: 'getMe', method: 'GET' }, tries, () => random)
  expect([0, 1, 2, 3, 4, 9].map((tries) => delay(tries, 1))).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 8_000,
  ])
  expect(delay(0, 0)).toBe(250)
})

test('an attempt ends at its timeout even if fetch ignores the signal', async () => {
  const { error, waitedMs } = await run((client) => client.me({ retries: 0 }), 'hang')
  expect(error).toMatchObject({ name: 'PosternConnectionError', reason: 'timeout' })
  expect(waitedMs).toBe(1_000)
})

test("aborting the signal ends a request and a wait with the signal's reason", async () => {
  for (const [step, expectedTries] of [
    ['hang', 1],
    [failure(429, 'rate_limited', { retryAfter: '30' }), 1],
  ] as const) {
    const controller = new AbortController()
    setTimeout(() => controller.abort('enough'), 500)
    const call = (client: Client) => client.me({ signal: controller.signal })
    const { error, tries, waitedMs } = await run(call, step, done)
    expect([error, tries, waitedMs]).toEqual(['enough', expectedTries, 500])
  }
  const call = (client: Client) => client.me({ signal: AbortSignal.abort('before') })
  expect(await run(call, done)).toMatchObject({ error: 'before', tries: 0 })
})

test('the upload of a stream is not retried', async () => {
  const file = async function* () {
    yield new Uint8Array(3)
  }
  expect((await run((client) => client.media.upload({ file: file() }), lost)).tries).toBe(1)
  const blob = new Blob(['abc'])
  expect((await run((client) => client.media.upload({ file: blob }), lost, done)).tries).toBe(2)
})

test('keys are random UUIDs without crypto.randomUUID', () => {
  const { randomUUID } = crypto
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true })
  try {
    const keys = Array.from({ length: 20 }, randomUuid)
    expect(new Set(keys).size).toBe(20)
    for (const key of keys) {
      expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }
  } finally {
    Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true })
  }
})
