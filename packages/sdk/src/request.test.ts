import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { emptyList, failure, jsonResponse, scriptedFetch } from '../test/scripted.ts'
import { createClient, PosternError } from './client.ts'

const profile = { id: 'prof_1', object: 'profile' }

function open(...steps: Parameters<typeof scriptedFetch>) {
  const { fetch, requests } = scriptedFetch(...steps)
  return { requests, client: createClient({ baseUrl: 'http://x/', apiKey: 'pst_owner_k', fetch }) }
}

test('ids are escaped; an empty id, . and .. throw a TypeError', async () => {
  const { client, requests } = open(jsonResponse(profile))
  await client.profiles.get('a/b?c@d')
  expect(requests[0]!.url).toBe('http://x/v1/profiles/a%2Fb%3Fc%40d')
  for (const id of ['', '.', '..', undefined as never]) {
    await expect(client.profiles.delete(id)).rejects.toThrow(TypeError)
  }
  expect(requests).toHaveLength(1)
})

test('arrays in a query are joined with commas, and undefined is omitted', async () => {
  const { client, requests } = open(jsonResponse(emptyList))
  await client.comments.list({
    platform: ['threads', 'instagram'],
    hidden: false,
    limit: 10,
    since: undefined,
  })
  expect(decodeURIComponent(new URL(requests[0]!.url).search)).toBe(
    '?platform=threads,instagram&hidden=false&limit=10',
  )
})

test('a profile can be set for the client, by withProfile and for one request', async () => {
  const { client, requests } = open(jsonResponse(profile))
  const bound = client.withProfile('client-42')
  await client.me()
  await bound.me()
  await bound.me({ profile: 'client-43' })
  await bound.me({ profile: null })
  expect(requests.map(({ headers }) => headers.get('service-profile'))).toEqual([
    null,
    'client-42',
    'client-43',
    null,
  ])
  expect(() => client.withProfile('')).toThrow(TypeError)
  await expect(client.me({ profile: '' })).rejects.toThrow(TypeError)
})

test('an error response becomes a PosternError with all of its fields', async () => {
  const { client } = open(failure(409, 'account_has_scheduled_posts', { retryAfter: '7' }))
  const error = await client.accounts.move('acc_1', { profile_id: 'p' }).catch((err) => err)
  expect(error).toBeInstanceOf(PosternError)
  expect({ ...error, message: error.message }).toEqual({
    name: 'PosternError',
    status: 409,
    code: 'account_has_scheduled_posts',
    type: 'test_error',
    message: 'It is account_has_scheduled_posts.',
    param: 'name',
    details: [{ path: 'name', code: 'too_small', message: 'Too short.' }],
    platform: { value: 'threads', code: '190', message: 'No.' },
    retryable: false,
    retryAfterSeconds: 7,
    requestId: 'req_1',
    docUrl: 'http://localhost:4000/docs/errors#account_has_scheduled_posts',
  })
})

test("a proxy's page throws, with an error status and with 200", async () => {
  const page = (status: number) => new Response('<h1>Hi</h1>', { status })
  await expect(open(page(404)).client.me()).rejects.toMatchObject({
    name: 'PosternError',
    code: 'unexpected_answer',
    status: 404,
  })
  await expect(open(page(200)).client.me({ retries: 0 })).rejects.toMatchObject({
    name: 'PosternConnectionError',
    reason: 'answer',
  })
  const broken = new Response('{"id":', { headers: { 'content-type': 'application/json' } })
  await expect(open(broken).client.me({ retries: 0 })).rejects.toMatchObject({ reason: 'answer' })
})

test('a redirect is not followed, and the error has its location', async () => {
  const requested: (string | undefined)[] = []
  const server = createServer((request, response) => {
    requested.push(request.url)
    response.writeHead(308, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k' })
  await expect(client.profiles.create({ name: 'Bakery' })).rejects.toMatchObject({
    name: 'PosternError',
    code: 'unexpected_answer',
    status: 308,
    message: 'The response was a redirect to /elsewhere. Correct baseUrl.',
  })
  expect(requested).toEqual(['/v1/profiles'])
  await new Promise((done) => server.close(done))
})

test("requests use redirect: 'manual', because Cloudflare Workers do not support 'error'", async () => {
  let redirect: unknown
  const fetch = async (_: string, init: RequestInit) => {
    redirect = init.redirect
    return jsonResponse(profile)
  }
  await createClient({ baseUrl: 'http://x', apiKey: 'k', fetch }).me()
  expect(redirect).toBe('manual')
})

test('for await iterates over all pages with the same filters', async () => {
  const pageOf = (data: number[], next_cursor: string | null) =>
    jsonResponse({ object: 'list', data, has_more: next_cursor !== null, next_cursor })
  const { client, requests } = open(pageOf([1, 2], 'c1'), pageOf([], 'c2'), pageOf([3], null))
  const items: unknown[] = []
  for await (const item of client.posts.list({ status: 'draft', limit: 2 })) items.push(item)
  expect(items).toEqual([1, 2, 3])
  expect(requests.map(({ url }) => new URL(url).search)).toEqual([
    '?status=draft&limit=2',
    '?status=draft&limit=2&cursor=c1',
    '?status=draft&limit=2&cursor=c2',
  ])
})

test('nextPage returns the next page, and leaving a loop stops requesting pages', async () => {
  const { client, requests } = open(jsonResponse({ ...emptyList, data: [1], next_cursor: 'c' }))
  const page = await client.profiles.list()
  expect(page.next_cursor).toBe('c')
  expect((await page.nextPage())!.data).toEqual([1])
  for await (const _ of client.profiles.list()) break
  expect(requests).toHaveLength(3)
})

test('CSV is returned as text', async () => {
  const csv = new Response('date,views\n', { headers: { 'content-type': 'text/csv' } })
  expect(await open(csv).client.insights.accountCsv('acc_1')).toBe('date,views\n')
})

test.each([
  { baseUrl: 'postern.example.com' },
  { baseUrl: 'https://' },
  { apiKey: '' },
  { apiKey: 'a\nb' },
  { timeoutMs: 0 },
  { timeoutMs: 2 ** 31 },
  { retries: -1 },
  { retries: 1.5 },
  { profile: '' },
])('createClient with %o throws a TypeError', (wrong) => {
  expect(() => createClient({ baseUrl: 'http://x', apiKey: 'k', ...wrong })).toThrow(TypeError)
})

test.each([
  ['https://x.example', 'https://x.example/v1/me'],
  ['https://x.example/v1/', 'https://x.example/v1/me'],
  ['https://x.example/postern/', 'https://x.example/postern/v1/me'],
  ['', '/v1/me'],
])('baseUrl "%s" requests %s', async (baseUrl, url) => {
  const { fetch, requests } = scriptedFetch(jsonResponse(profile))
  await createClient({ baseUrl, apiKey: null, fetch }).me()
  expect(requests[0]!.url).toBe(url)
  expect(requests[0]!.headers.has('authorization')).toBe(false)
})
