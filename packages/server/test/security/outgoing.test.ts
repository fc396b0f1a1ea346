import type { LookupAddress } from 'node:dns'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import type { Dispatcher } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { facebookApi } from '../../src/platforms/facebook/api.ts'
import { isUploadUrl } from '../../src/platforms/tiktok/api-publish.ts'
import { createPlatformCall, platformUrl } from '../../src/platforms/wire/call.ts'
import { fetchMedia } from '../../src/resources/media/upload/fetch.ts'
import { refusedUrls } from '../bypass.ts'
import { scriptedSetup } from '../platforms/scripted.ts'
import { openReceiver } from '../receiver.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

/**
 * URLs that are not public https, in every notation. Other ports are allowed for media, and a fragment
 * is never sent.
 */
const { 'must use port 443': _ports, 'carries no fragment': _fragments, ...rest } = refusedUrls
const inner = Object.values(rest).flat()

let testApp: TestApp
let trap: Server
let trapped = 0
let trapPort: number
/** How often a name was resolved: the first time to a public address, then to this machine. */
let lookups = 0

beforeAll(async () => {
  trap = createServer((socket) => {
    trapped += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  trapPort = (trap.address() as AddressInfo).port
  testApp = await openTestApp({ env: { ALLOW_PRIVATE_WEBHOOKS: 'false' }, lookup: lookup as never })
})
beforeEach(() => {
  trapped = 0
  lookups = 0
})
afterAll(async () => {
  await testApp.close()
  await new Promise((resolve) => trap.close(resolve))
})

/** Resolves every name to this machine. */
function lookup(_host: string, _options: unknown, done: (...found: unknown[]) => void): void {
  done(null, [{ address: '127.0.0.1', family: 4 }] satisfies LookupAddress[])
}

async function fail(): Promise<never> {
  throw new Error('something was fetched')
}

describe('media fetched from a URL', () => {
  test.each(inner)('%j is refused without a connection', async (url) => {
    const { status, body } = await testApp.call('POST', '/v1/media', { url })
    expect([400, 422]).toContain(status)
    expect(['validation_failed', 'media_unreachable']).toContain(body.error.code)
    expect(trapped).toBe(0)
  })

  test.each(inner)(
    'a public URL that redirects to %j is refused without a connection',
    async (location) => {
      const { guarded } = testApp.ctx.outbound
      const outbound = { ...testApp.ctx.outbound, guarded: redirecting(guarded, location) }
      const url = 'https://photos.public.test/'
      await expect(fetchMedia({ ...testApp.ctx, outbound }, url, fail)).rejects.toMatchObject({
        code: 'media_unreachable',
      })
      expect(trapped).toBe(0)
    },
  )

  test('a name that resolves to a private address at the redirect is refused', async () => {
    const url = `https://photos.public.test/`
    const { guarded } = testApp.ctx.outbound
    const again = redirecting(
      guarded,
      `https://photos.public.test:${trapPort}/`,
      'https://photos.public.test',
    )
    const outbound = { ...testApp.ctx.outbound, guarded: again }
    await expect(fetchMedia({ ...testApp.ctx, outbound }, url, fail)).rejects.toMatchObject({
      code: 'media_unreachable',
    })
    expect(trapped).toBe(0)
  })
})

/** Simulates a public host that redirects; other hosts go through the real guard. */
function redirecting(
  guarded: Dispatcher,
  location: string,
  host = 'https://photos.public.test',
): Dispatcher {
  return guarded.compose((dispatch) => (options, handler) => {
    if (String(options.origin) !== host) return dispatch(options, handler)
    const controller = { pause() {}, resume() {}, abort() {} } as never
    handler.onRequestStart?.(controller, {})
    // Headers are Latin-1, so other characters are encoded.
    handler.onResponseStart?.(controller, 302, { location: encodeURI(location) }, 'Found')
    handler.onResponseEnd?.(controller, {})
    return true
  })
}

describe('outbound requests', () => {
  test('a name that resolves to a private address after the check is blocked', async () => {
    const changing = ((_host: string, _options: unknown, done: (...found: unknown[]) => void) => {
      lookups += 1
      const address = lookups === 1 ? '93.184.215.14' : '127.0.0.1'
      done(null, [{ address, family: 4 }])
    }) as never
    const outbound = createOutbound({ allowPrivate: false, trustedOrigins: [], lookup: changing })
    expect(await outbound.checkHost('rebind.test', 1_000)).toBe('allowed')
    const request = outbound.request({
      method: 'POST',
      url: new URL(`https://rebind.test:${trapPort}/`),
      deadlineMs: 2_000,
      responseBytesMax: 100,
      keep: 'start',
    })
    await expect(request).rejects.toMatchObject({ kind: 'blocked_address', sent: false })
    expect(trapped).toBe(0)
    await outbound.close()
  })

  test('a delivery does not follow a redirect to this machine', async () => {
    const open = await openTestApp()
    const receiver = await openReceiver()
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.respondWith({ status, headers: { location: `http://127.0.0.1:${trapPort}/` } })
      const created = await open.call('POST', '/v1/webhooks', { url: receiver.url, events: ['*'] })
      const { body } = await open.call('POST', `/v1/webhooks/${created.body.id}/test`)
      expect(body).toMatchObject({ status: 'failed', last_error: 'redirect' })
    }
    expect(trapped).toBe(0)
    await receiver.close()
    await open.close()
  })

  test('a redirect of a platform is not followed', async () => {
    const outbound = createOutbound({ allowPrivate: true, trustedOrigins: [] })
    const receiver = await openReceiver()
    receiver.respondWith({ status: 302, headers: { location: `http://127.0.0.1:${trapPort}/` } })
    const call = createPlatformCall(outbound)
    const response = await call({ method: 'POST', url: new URL(receiver.url), json: {} })
    expect([response.status, trapped]).toEqual([302, 0])
    await receiver.close()
    await outbound.close()
  })
})

/** IDs that would change the path or add a query; Meta accepts `method=delete` in a GET. */
const hostileIds = [
  '../me/accounts',
  '..',
  '.',
  '../../oauth/access_token',
  'me/accounts',
  'me/permissions?method=delete',
  '1?method=delete#',
  '1#',
  '1%2f..%2fme',
  '%2e%2e',
  '1\\me',
  '1;x',
  '1 2',
  '1\n2',
  '1\t',
  '@evil.test',
  '//evil.test',
  'https://evil.test',
  '１',
  '',
]

describe('an ID in a platform’s URL', () => {
  // platformUrl allows slashes; the API refuses them (next test).
  test.each(hostileIds.filter((id) => id !== '' && id !== 'me/accounts'))(
    '%j is rejected',
    (id) => {
      for (const path of [`/v25.0/${id}`, `/v25.0/${id}/comments`]) {
        expect(() => platformUrl('https://graph.test', path)).toThrow('rejected')
      }
    },
  )

  test.each(hostileIds)('%j is refused as platform_post_id', async (id) => {
    const path = '/v1/posts/post_01k4wz7tq8e1n9mdh2y6c3vbfa/targets/tgt_1/resolve'
    const { status, body } = await testApp.call('POST', path, { platform_post_id: id })
    expect([status, body.error.code, body.error.param]).toEqual([
      400,
      'validation_failed',
      'platform_post_id',
    ])
  })

  test('real platform IDs are accepted', () => {
    for (const id of ['17841400000000001', '104_205', 'v_pub_url~v2-1.73', 'me', '-5']) {
      expect(platformUrl('https://graph.test', `/v1.0/${id}/x`, { a: '?b#' }).href).toBe(
        `https://graph.test/v1.0/${id}/x?a=%3Fb%23`,
      )
    }
  })
})

describe('a URL returned by a platform', () => {
  const elsewhere = [
    'https://evil.test/me/accounts?access_token=x',
    'https://platform.example.evil.test/',
    'https://platform.example@evil.test/',
    'http://platform.example/me/accounts',
    'https://platform.example:8443/me/accounts',
    '//evil.test/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://127.0.0.1/',
    'http://169.254.169.254/',
    '/relative',
    '',
  ]

  test.each(elsewhere)(
    '%j is not followed as the next page, which would send it the token',
    async (next) => {
      const page = { id: '1', name: 'One', access_token: 'page-token' }
      const { setup, requests } = scriptedSetup({
        'GET /v25.0/me/accounts': JSON.stringify({ data: [page], paging: { next } }),
      })
      const pages = await facebookApi(setup).listPages('user-token', '/me/accounts', 100)
      expect([pages.length, requests.length]).toEqual([1, 1])
    },
  )

  test.each(
    [
      ...elsewhere,
      ...inner,
      'https://tiktokapis.com.evil.test/upload',
      'https://eviltiktokapis.com/upload',
      'https://open-upload.tiktokapis.com:8443/upload',
      'http://open-upload.tiktokapis.com/upload',
      'https://open-upload.tiktokapis.com@evil.test/upload',
      'https://open-upload.tiktokapis.com.',
    ].filter((url) => !url.startsWith('https://platform.example/')),
  )('%j is refused as an upload URL', (url) => {
    expect(isUploadUrl(url, 'https://platform.example')).toBe(false)
  })

  test('a TikTok host that resolves to this machine is not called', async () => {
    const call = createPlatformCall(testApp.ctx.outbound)
    const url = new URL(`https://open-upload.tiktokapis.com:${trapPort}/upload`)
    await expect(call({ method: 'PUT', url })).rejects.toMatchObject({
      kind: 'unavailable',
      cause: { kind: 'blocked_address' },
    })
    expect(trapped).toBe(0)
  })
})
