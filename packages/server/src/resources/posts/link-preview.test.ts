import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildKey } from '../../../test/build.ts'
import { filesOnDisk, imageFile } from '../../../test/media-files.ts'
import { openTestApp, useTestApp } from '../../../test/test-app.ts'
import type { TargetClaim } from './publish/claim.ts'
import { findJob, prepareJob } from './publish/job.ts'

const testApp = useTestApp()
let server: Server
let origin: string
let headersSeen: Record<string, unknown> = {}
const handlers = new Map<string, RequestListener>()

beforeAll(async () => {
  server = createServer((request, response) => {
    headersSeen = request.headers
    const handle = handlers.get(request.url ?? '')
    if (handle) handle(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function servePage(path: string, html: string | Buffer, type = 'text/html; charset=utf-8') {
  handlers.set(path, (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(html),
  )
  return `${origin}${path}`
}

const preview = (url: string) => testApp.call('POST', '/v1/link-previews', { url })
const unreachable = { title: null, description: null, site_name: null, image: null }

test('a page with a title and a picture returns both, the picture as a small WebP', async () => {
  const bytes = await imageFile()
  handlers.set('/rye.jpg', (_request, response) => response.end(bytes))
  const url = servePage(
    '/rye',
    '<meta property="og:title" content="Rye bread"><meta property="og:image" content="/rye.jpg">',
  )
  const { status, body } = await preview(url)
  expect(status).toBe(200)
  expect(body).toMatchObject({ object: 'link_preview', url, reachable: true, title: 'Rye bread' })
  const [prefix, data] = body.image.split(',')
  expect(prefix).toBe('data:image/webp;base64')
  expect(Buffer.from(data, 'base64').subarray(8, 12).toString()).toBe('WEBP')
})

test('a picture that cannot be decoded → the preview without a picture', async () => {
  servePage('/not-a-picture', '<script>alert(1)</script>')
  const url = servePage(
    '/broken',
    '<title>A</title><meta property="og:image" content="/not-a-picture">',
  )
  expect((await preview(url)).body).toMatchObject({ reachable: true, title: 'A', image: null })
})

test('a page in another charset is decoded by its header', async () => {
  const html = Buffer.from('<title>Brötchen</title>', 'latin1')
  const url = servePage('/latin', html, 'text/html; charset=iso-8859-1')
  expect((await preview(url)).body.title).toBe('Brötchen')
})

test('the start of a page without an end is enough', async () => {
  handlers.set('/endless', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.write('<title>Endless</title>')
    const filler = Buffer.alloc(65_536, 'x')
    const write = () => {
      while (!response.destroyed && response.write(filler));
    }
    response.on('drain', write)
    write()
  })
  expect((await preview(`${origin}/endless`)).body.title).toBe('Endless')
})

test.each([
  ['a missing page', () => `${origin}/missing`],
  ['a closed port', () => 'http://127.0.0.1:9/'],
  ['a file that is no page', () => servePage('/file', 'x', 'application/pdf')],
  ['a password in the URL', () => origin.replace('//', '//user:secret@')],
])('%s → reachable: false without a reason', async (_, urlOf) => {
  const url = urlOf()
  const { status, body } = await preview(url)
  expect(status).toBe(200)
  expect(body).toEqual({ object: 'link_preview', url, reachable: false, ...unreachable })
})

test('nothing of the caller is sent to the page', async () => {
  await preview(servePage('/plain', '<title>A</title>'))
  expect(Object.keys(headersSeen).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
})

test.each([['ftp://example.com'], ['javascript:alert(1)'], ['bakery'], [7]])(
  'the URL %j → validation_failed',
  async (url) => {
    const { status, body } = await testApp.call('POST', '/v1/link-previews', { url })
    expect([status, body.error.code]).toEqual([400, 'validation_failed'])
  },
)

test('in production a private address is not read', async () => {
  const strict = await openTestApp({ env: { ALLOW_PRIVATE_WEBHOOKS: 'false' } })
  try {
    const url = servePage('/private', '<title>Internal</title>')
    headersSeen = {}
    const { body } = await strict.call('POST', '/v1/link-previews', { url })
    expect(body).toMatchObject({ reachable: false, title: null })
    expect(headersSeen).toEqual({})
  } finally {
    await strict.close()
  }
})

test('a key without posts:draft → 403 insufficient_scope', async () => {
  const key = await buildKey(testApp, { scopes: ['posts:read'] })
  const { status, body } = await testApp.call('POST', '/v1/link-previews', { url: origin }, { key })
  expect([status, body.error.code]).toEqual([403, 'insufficient_scope'])
})

test('the 31st preview in a minute → 429 rate_limited', async () => {
  const limited = await openTestApp({ env: { RATE_LIMIT_PER_MINUTE: '1000' } })
  try {
    const url = `${origin}/missing`
    const statuses: number[] = []
    for (let each = 0; each < 31; each += 1) {
      statuses.push((await limited.call('POST', '/v1/link-previews', { url })).status)
    }
    expect(statuses).toEqual([...Array(30).fill(200), 429])
  } finally {
    await limited.close()
  }
})

test('the picture of a link card fits the limits of the network', async () => {
  const { ctx } = testApp
  const bytes = await imageFile('png', { width: 1_200, height: 630 })
  handlers.set('/card.png', (_request, response) => response.end(bytes))
  const url = servePage('/card', '<meta property="og:image" content="/card.png">')
  const account = await buildAccount(testApp, { platform: 'bluesky' })
  const target = { account_id: account.id, options: { card_url: url } }
  const { body } = await testApp.call('POST', '/v1/posts', { mode: 'draft', targets: [target] })
  const claim = { key: body.targets[0].id } as TargetClaim
  const job = await prepareJob(ctx, { ...(await findJob(ctx, claim)), claim })
  if ('unready' in job) throw new Error(job.unready.message)
  const read = (address: string) =>
    job.input.readLinkImage!(address, { bytesMax: 200_000, sideMax: 600 })
  const picture = await read(url)
  expect(picture).toMatchObject({ type: 'image/jpeg', width: 600, height: 315 })
  expect(picture!.data.length).toBeLessThanOrEqual(200_000)
  expect(await read(servePage('/plain', '<title>Bread</title>'))).toBe(null)
  expect(await read(`${origin}/missing`)).toBe(null)
  expect(await read(servePage('/film', '<meta property="og:image" content="/plain">'))).toBe(null)
  expect(filesOnDisk(testApp).incoming).toEqual([])
})
