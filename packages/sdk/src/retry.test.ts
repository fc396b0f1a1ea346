import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, failure, type Step, scriptedFetch } from '../test/scripted.ts'
import { type Client, createClient } from './client.ts'
import { PosternError } from './errors.ts'
import { randomUuid } from './request.ts'
import { retryDelayMs } from './retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const done = answer({ id: 'x' })
const lost = new TypeError('fetch failed')

/** What becomes of a call, with all waiting done in no time, and how often it was sent. */
async function play(call: (client: Client) => Promise<unknown>, ...steps: Step[]) {
  const { fetch, seen } = scriptedFetch(...steps)
  const client = createClient({ baseUrl: 'http://x', apiKey: 'k', fetch, timeoutMs: 1_000 })
  const startedAt = Date.now()
  const outcome = call(client).then(
    (value) => ({ value, error: null }),
    (error) => ({ value: null, error }),
  )
  await vi.runAllTimersAsync()
  return { ...(await outcome), tries: seen.length, seen, waitedMs: Date.now() - startedAt }
}

const read = (client: Client) => client.me()
const remove = (client: Client) => client.webhooks.delete('a')
const create = (client: Client) => client.posts.create({ text: 'Hi' })
const update = (client: Client) => client.posts.update('a', { text: 'Hi' })
const reply = (client: Client) => client.comments.reply('a', { text: 'Hi' })

const retryable = { retryable: true }
test.each<[string, Step]>([
  ['the network fails', lost],
  ['no answer comes in time', 'hang'],
  ['the service fails', failure(500, 'internal_error', retryable)],
  ['a proxy has no service behind it', new Response('', { status: 503 })],
])('when %s: read, delete and create again, but no update and no reply', async (_, step) => {
  for (const call of [read, remove, create]) expect((await play(call, step, done)).tries).toBe(2)
  for (const call of [update, reply]) {
    const { tries, error } = await play(call, step, done)
    expect([tries, error === null]).toEqual([1, false])
  }
})

test.each<[string, Step]>([
  ['too many requests', failure(429, 'rate_limited', retryable)],
  ['the body did not arrive', failure(408, 'request_timeout', retryable)],
  ['the first try still runs', failure(409, 'idempotency_in_progress', retryable)],
])('what was refused before anything happened is sent again: %s', async (_, step) => {
  for (const call of [read, remove, create, update, reply]) {
    expect((await play(call, step, done)).tries).toBe(2)
  }
})

test('what will fail again is sent once', async () => {
  for (const [status, code] of [
    [400, 'validation_failed'],
    [404, 'post_not_found'],
    [409, 'default_profile'],
    [500, 'never'],
    [501, 'unexpected_answer'],
  ] as const) {
    expect((await play(read, failure(status, code))).tries).toBe(1)
  }
})

test('all tries of a POST carry one key, each request its own, or the given one', async () => {
  const keys = ({ seen }: { seen: { headers: Headers }[] }) =>
    seen.map(({ headers }) => headers.get('idempotency-key'))
  const [first, second, third] = keys(await play(create, lost, lost, done))
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect([second, third]).toEqual([first, first])
  expect(keys(await play(create, done))).not.toEqual([first])
  const given = await play((client) => client.posts.create({}, { idempotencyKey: 'mine' }), done)
  expect(keys(given)).toEqual(['mine'])
})

test('it gives up after the retries with the last failure', async () => {
  const { tries, error, waitedMs } = await play(read, lost)
  expect(tries).toBe(3)
  expect(error).toMatchObject({ name: 'PosternConnectionError', reason: 'network', cause: lost })
  expect(waitedMs).toBeGreaterThanOrEqual(250 + 500)
  expect(waitedMs).toBeLessThanOrEqual(500 + 1_000)
  expect((await play((client) => client.me({ retries: 0 }), lost)).tries).toBe(1)
})

test('Retry-After is obeyed, in seconds and as a date, up to a minute', async () => {
  const limited = (retryAfter: string) => failure(429, 'rate_limited', { retryAfter })
  const seconds = await play(read, limited('20'), done)
  expect(seconds.waitedMs).toBeGreaterThanOrEqual(20_000)
  expect(seconds.waitedMs).toBeLessThan(20_500)
  const date = new Date(Date.now() + 30_000).toUTCString()
  expect((await play(read, limited(date), done)).waitedMs).toBeGreaterThanOrEqual(29_000)
  const long = await play((client) => client.insights.sync(), limited('240'), done)
  expect(long).toMatchObject({ tries: 1, waitedMs: 0, error: { retryAfterSeconds: 240 } })
})

const unavailable = new PosternError(503, { code: 'unexpected_answer' }, null)

test('delays grow, are capped and never alike', () => {
  const delay = (tries: number, random: number) =>
    retryDelayMs(unavailable, { id: 'getMe', method: 'GET' }, tries, () => random)
  expect([0, 1, 2, 3, 4, 9].map((tries) => delay(tries, 1))).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 8_000,
  ])
  expect(delay(0, 0)).toBe(250)
})

test('a try that hangs ends at its time-out, even where fetch heeds no signal', async () => {
  const { error, waitedMs } = await play((client) => client.me({ retries: 0 }), 'hang')
  expect(error).toMatchObject({ name: 'PosternConnectionError', reason: 'timeout' })
  expect(waitedMs).toBe(1_000)
})

test("the caller's signal ends a request and a pause, and gives the caller's reason", async () => {
  for (const [step, triesWanted] of [
    ['hang', 1],
    [failure(429, 'rate_limited', { retryAfter: '30' }), 1],
  ] as const) {
    const controller = new AbortController()
    setTimeout(() => controller.abort('enough'), 500)
    const call = (client: Client) => client.me({ signal: controller.signal })
    const { error, tries, waitedMs } = await play(call, step, done)
    expect([error, tries, waitedMs]).toEqual(['enough', triesWanted, 500])
  }
  const call = (client: Client) => client.me({ signal: AbortSignal.abort('before') })
  expect(await play(call, done)).toMatchObject({ error: 'before', tries: 0 })
})

test('a stream is sent once', async () => {
  const file = async function* () {
    yield new Uint8Array(3)
  }
  expect((await play((client) => client.media.upload({ file: file() }), lost)).tries).toBe(1)
  const blob = new Blob(['abc'])
  expect((await play((client) => client.media.upload({ file: blob }), lost, done)).tries).toBe(2)
})

test('keys are random on pages without https too', () => {
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
