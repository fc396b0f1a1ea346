import type { LookupAddress } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Dispatcher } from 'undici'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { imageFile, videoFixture } from '../../../../test/media-files.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { limits } from '../../../core/limits.ts'
import { countUse } from '../../../http/rate-limit.ts'
import { fetchMedia } from './fetch.ts'

let testApp: TestApp
let server: Server
let origin: string
let requestedPaths: string[] = []
const handlers = new Map<string, RequestListener>()

beforeAll(async () => {
  testApp = await openTestApp({ env: { MEDIA_BYTES_MAX: '2000000' } })
  server = createServer((request, response) => {
    requestedPaths.push(request.url ?? '')
    const handle = handlers.get(request.url ?? '')
    if (handle) handle(request, response)
    else response.writeHead(404).end('nothing here')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await testApp.close()
})

function serve(path: string, handle: RequestListener): string {
  handlers.set(path, handle)
  return `${origin}${path}`
}

const redirect =
  (to: string, status = 302): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { location: to }).end('moved')

async function importFrom(url: string, target: TestApp = testApp) {
  return await target.call('POST', '/v1/media', { url, alt_text: 'From afar' })
}

describe('importing', () => {
  test('a downloaded file is stored like an upload; its content-type is ignored', async () => {
    const bytes = videoFixture('clip.webm')
    const url = serve('/photo.jpg', (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes),
    )
    const { status, body } = await importFrom(url)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      type: 'video',
      mime_type: 'video/webm',
      size: bytes.length,
      alt_text: 'From afar',
    })
  })

  test('three redirects, relative ones too, are followed; a fourth → media_unreachable', async () => {
    const bytes = await imageFile()
    serve('/hop/0', (_request, response) => response.end(bytes))
    for (const hop of [1, 2, 3, 4]) serve(`/hop/${hop}`, redirect(`/hop/${hop - 1}`, 307))
    expect((await importFrom(`${origin}/hop/3`)).status).toBe(201)
    const { status, body } = await importFrom(`${origin}/hop/4`)
    expect([status, body.error.code]).toEqual([422, 'media_unreachable'])
    expect(body.error.message).toContain('more than 3 times')
  })

  test('two equal imports with one Idempotency-Key → one media', async () => {
    const bytes = await imageFile()
    const url = serve('/once.jpg', (_request, response) => response.end(bytes))
    const headers = { 'idempotency-key': 'import-1' }
    requestedPaths = []
    const first = await testApp.call('POST', '/v1/media', { url }, { headers })
    const again = await testApp.call('POST', '/v1/media', { url }, { headers })
    expect(again.body).toEqual(first.body)
    expect(requestedPaths).toEqual(['/once.jpg'])
  })

  test.each([
    [{}, 'url'],
    [{ url: 'ftp://example.com/a.jpg' }, 'url'],
    [{ url: 'file:///etc/passwd' }, 'url'],
    [{ url: 'data:image/png;base64,AAAA' }, 'url'],
    [{ url: 7 }, 'url'],
    [{ url: 'https://example.com/a.jpg', color: 'red' }, 'color'],
    [{ url: `https://example.com/${'x'.repeat(2_100)}` }, 'url'],
  ])('%j → validation_failed for %s', async (input, param) => {
    const { status, body } = await testApp.call('POST', '/v1/media', input)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'validation_failed', param })
  })
})

test('more than 120 imports in a minute by a key return 429', async () => {
  const limited = await openTestApp({ env: { RATE_LIMIT_PER_MINUTE: '600' } })
  onTestFinished(() => limited.close())
  const { body: me } = await limited.call('GET', '/v1/me')
  const use = () => countUse(limited.ctx, 'media_url', me.key.id)
  for (let index = 1; index < limits.media.urlsPerMinute; index += 1) await use()
  const url = 'https://127.0.0.1/a.jpg'
  expect((await importFrom(url, limited)).status).toBe(422)
  const refused = await importFrom(url, limited)
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited'])
  limited.clock.advance(60_000)
  expect((await importFrom(url, limited)).status).toBe(422)
})

describe('a URL without a complete file', () => {
  test.each([
    ['an error', (() => ({})) as never, '/missing'],
    ['half a file', truncatedBody, '/half'],
    ['a redirect without a location', noLocation, '/nowhere'],
    ['a redirect to another protocol', redirect('file:///etc/passwd'), '/file'],
    ['a redirect with a password', redirect('http://user:word@127.0.0.1/'), '/password'],
    ['a closed connection', ((request) => request.socket.destroy()) as RequestListener, '/closed'],
  ] as const)('%s → media_unreachable', async (name, handle, path) => {
    if (name !== 'an error') serve(path, handle)
    const { status, body } = await importFrom(`${origin}${path}`)
    expect([status, body.error.code, body.error.param]).toEqual([422, 'media_unreachable', 'url'])
  })

  function truncatedBody(_request: unknown, response: Parameters<RequestListener>[1]) {
    response.writeHead(200, { 'content-length': '100000' })
    response.write(videoFixture('clip.mp4'), () => response.destroy())
  }
  function noLocation(_request: unknown, response: Parameters<RequestListener>[1]) {
    response.writeHead(301).end()
  }

  test('a host name that does not resolve → media_unreachable', async () => {
    const { body } = await importFrom('https://does-not-exist.invalid/a.jpg')
    expect(body.error.code).toBe('media_unreachable')
  })

  test('an endless response is aborted at the size limit', async () => {
    const chunk = Buffer.alloc(65_536, 1)
    let sent = 0
    const url = serve('/endless', (_request, response) => {
      response.write(videoFixture('clip.mp4').subarray(0, 64))
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length
        response.once('drain', more)
      }
      more()
    })
    const { status, body } = await importFrom(url)
    expect([status, body.error.code]).toEqual([413, 'payload_too_large'])
    expect(sent).toBeLessThan(20_000_000)
  })

  test('a slow or hanging response is aborted at the deadline', async () => {
    const save = async (body: AsyncIterable<Uint8Array>) => {
      for await (const _chunk of body);
    }
    const drip = serve('/drip', (_request, response) => {
      response.write('x')
      const timer = setInterval(() => response.write('x'), 20)
      response.once('close', () => clearInterval(timer))
    })
    const hang = serve('/hang', () => {})
    const patience = { deadlineMs: 200, idleMsMax: 60_000 }
    for (const url of [drip, hang]) {
      const failure = { code: 'media_unreachable', message: expect.stringContaining('in time') }
      await expect(fetchMedia(testApp.ctx, url, save, patience)).rejects.toMatchObject(failure)
    }
  })

  test('a response that stalls is aborted long before the deadline', async () => {
    const save = async (body: AsyncIterable<Uint8Array>) => {
      for await (const _chunk of body);
    }
    const stalled = serve('/stalled', (_request, response) => response.write('x'))
    const hang = serve('/hang', () => {})
    // Bytes arrive, but the status line never ends.
    const flood = serve('/flood', ({ socket }) => {
      socket.write('HTTP/1.1 200 ')
      const timer = setInterval(() => socket.write('x'.repeat(1_000)), 5)
      socket.once('close', () => clearInterval(timer)).on('error', () => {})
    })
    const patience = { deadlineMs: 60_000, idleMsMax: 200 }
    for (const url of [stalled, hang, flood]) {
      const failure = { code: 'media_unreachable', message: expect.stringContaining('in time') }
      await expect(fetchMedia(testApp.ctx, url, save, patience)).rejects.toMatchObject(failure)
    }
  })

  test('an HTML page → media_type_not_supported', async () => {
    const url = serve('/page.jpg', (_request, response) => response.end('<!doctype html><p>Hi'))
    expect((await importFrom(url)).body.error.code).toBe('media_type_not_supported')
  })
})

describe('with private addresses blocked', () => {
  let strict: TestApp
  const names: Record<string, LookupAddress[]> = {
    'inside.example.com': [{ address: '10.0.0.7', family: 4 }],
    'both.example.com': [
      { address: '93.184.215.14', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
  }

  beforeAll(async () => {
    strict = await openTestApp({
      env: { ALLOW_PRIVATE_WEBHOOKS: 'false' },
      lookup: ((host: string, _options: unknown, done: (...all: unknown[]) => void) => {
        const addresses = names[host]
        if (addresses) done(null, addresses)
        else if (host === 'later.example.com')
          done(Object.assign(new Error('try again'), { code: 'EAI_AGAIN' }))
        else done(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))
      }) as never,
    })
  })
  afterAll(() => strict.close())

  test.each([
    'https://127.0.0.1/a.jpg',
    'https://[::1]/a.jpg',
    'https://169.254.169.254/latest/meta-data/',
    'https://2130706433/a.jpg',
    'https://inside.example.com/a.jpg',
    'https://both.example.com/a.jpg',
    'http://93.184.215.14/a.jpg',
  ])('%s → media_unreachable without a request', async (url) => {
    requestedPaths = []
    const { status, body } = await importFrom(url, strict)
    expect([status, body.error.code]).toEqual([422, 'media_unreachable'])
    expect(body.error.message).toContain('public address')
    expect(requestedPaths).toEqual([])
  })

  test('a name that does not exist and a private one get the same answer', async () => {
    const answers = await Promise.all(
      ['nothing.example.com', 'inside.example.com'].map((host) =>
        importFrom(`https://${host}/a.jpg`, strict),
      ),
    )
    const [missing, inside] = answers.map(({ status, body: { error } }) => ({
      ...{ status, code: error.code, message: error.message, retryable: error.retryable },
    }))
    expect(missing).toEqual(inside)
  })

  test('a name that cannot be resolved at the moment → 503, retryable', async () => {
    const { status, body, headers } = await importFrom('https://later.example.com/a.jpg', strict)
    expect([status, body.error.code, body.error.retryable]).toEqual([503, 'unavailable', true])
    expect(body.error.message).toContain('cannot be resolved at the moment')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test.each([
    'https://127.0.0.1/a.jpg',
    'https://inside.example.com/a.jpg',
    'http://169.254.169.254/latest/meta-data/',
  ])('a public URL that redirects to %s → media_unreachable', async (location) => {
    const { guarded } = strict.ctx.outbound
    const outbound = { ...strict.ctx.outbound, guarded: withRedirect(guarded, location) }
    const fetching = fetchMedia({ ...strict.ctx, outbound }, 'https://photos.example.com/', fail)
    const failure = {
      code: 'media_unreachable',
      message: expect.stringContaining('public address'),
    }
    await expect(fetching).rejects.toMatchObject(failure)
  })

  async function fail(): Promise<never> {
    throw new Error('a file was downloaded')
  }

  /** Redirects photos.example.com to `location`; every other host goes to the real guard. */
  function withRedirect(guarded: Dispatcher, location: string): Dispatcher {
    return guarded.compose((dispatch) => (options, handler) => {
      if (String(options.origin) !== 'https://photos.example.com') return dispatch(options, handler)
      const controller = { pause() {}, resume() {}, abort() {} } as never
      handler.onRequestStart?.(controller, {})
      handler.onResponseStart?.(controller, 302, { location }, 'Found')
      handler.onResponseEnd?.(controller, {})
      return true
    })
  }

  test('the sandbox URL, although trusted for platforms → media_unreachable', async () => {
    const { body } = await importFrom(`${strict.sandbox.url}/inbox`, strict)
    expect(body.error.code).toBe('media_unreachable')
  })
})
