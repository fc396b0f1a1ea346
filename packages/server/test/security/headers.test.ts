import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/app.ts'
import type { Route } from '../../src/http/route.ts'
import { buildProfile } from '../build.ts'
import { signInOwner } from '../dashboard.ts'
import { openTestApp, type TestApp, useTestApp } from '../test-app.ts'
import { ask, pages, partsOf, pathOf } from './pages.ts'

const source = join(import.meta.dirname, '..', '..', 'src')
const publicUrl = 'https://posts.example.com'
const metricsToken = 'a token for the metrics alone'
const htmlPages = Object.keys(pages).filter((name) => pages[name]?.is === 'html')
const otherPages = Object.keys(pages).filter((name) => pages[name]?.is !== 'html')

const testApp = useTestApp({ env: { PUBLIC_URL: publicUrl, METRICS_TOKEN: metricsToken } })
let cookie: string
/** Paths that show a page in full; the other pages are 404 with the same headers. */
const fullPaths: Record<string, string> = {}

beforeAll(async () => {
  const owner = await signInOwner(testApp)
  cookie = owner.cookie()!
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: 'https://app.example.com' })
  const profile = await buildProfile(testApp)
  const { body } = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
    redirect_url: 'https://app.example.com/back',
  })
  fullPaths['GET /connect/:token'] = new URL(body.url).pathname
  fullPaths['POST /connect/:token/:platform'] = `${new URL(body.url).pathname}/threads`
  fullPaths['GET /connect/:token/:platform'] = `${new URL(body.url).pathname}/mastodon`
  const invitation = await testApp.call('POST', `/v1/profiles/${profile.id}/invitations`, {
    redirect_url: 'https://app.example.com/back',
  })
  fullPaths['GET /invite/:token'] = new URL(invitation.body.url).pathname
  fullPaths['POST /invite/:token'] = new URL(invitation.body.url).pathname
  const draft = await testApp.call('POST', '/v1/posts', { text: 'A draft' })
  const approval = await testApp.call('POST', `/v1/posts/${draft.body.id}/approval-links`, {})
  fullPaths['GET /approve/:token'] = new URL(approval.body.url).pathname
  fullPaths['POST /approve/:token'] = new URL(approval.body.url).pathname
  const report = await testApp.call('POST', `/v1/profiles/${profile.id}/report-links`, {
    month: '2026-01',
  })
  fullPaths['GET /report/:token'] = new URL(report.body.url).pathname
  fullPaths['GET /dashboard/*'] = '/dashboard/posts'
  fullPaths['GET /docs/events/:name'] = '/docs/events/post.published'
  fullPaths['GET /docs/search'] = '/docs/search?q=webhook'
  fullPaths['GET /docs/reference/:name'] = '/docs/reference/posts'
  fullPaths['GET /docs/guides/:name'] = '/docs/guides/webhooks'
  fullPaths['GET /connect/preview'] = '/connect/preview?brand_name=Acme'
})

async function open(name: string) {
  const { method, pattern } = partsOf(name)
  const path = fullPaths[name] ?? pathOf(pattern, 'threads')
  return await ask(testApp, method, path, {
    headers: { cookie, authorization: `Bearer ${metricsToken}` },
  })
}

/** The directives of a policy. */
const isStream = (route: Route) => route.responses[200]?.contentType === 'text/event-stream'

function directivesOf(policy: string | null): Map<string, string[]> {
  const parts = (policy ?? '').split(';').map((part) => part.trim().split(/\s+/))
  return new Map(parts.map(([name, ...values]) => [name!, values]))
}

test.each([...Object.keys(pages), 'GET /v1/openapi.json', 'GET /v1/me', 'GET /nothing'])(
  '%s sends Strict-Transport-Security',
  async (name) => {
    const { headers } = await open(name)
    expect(headers.get('strict-transport-security')).toBe('max-age=15552000; includeSubDomains')
  },
)

test('API responses have the headers of hono’s secureHeaders', async () => {
  const plain = new Hono().use(secureHeaders()).get('/', (call) => call.body(null))
  const expected = Object.fromEntries((await plain.request('/')).headers)
  expect(Object.keys(expected).length).toBeGreaterThan(8)
  const { headers } = await open('GET /v1/me')
  expect(Object.fromEntries(headers)).toMatchObject(expected)
})

test('without https no response sends Strict-Transport-Security', async () => {
  const plain = await openTestApp()
  for (const path of ['/', '/v1/me', '/docs', '/dashboard/']) {
    const { headers } = await plain.app.request(path)
    expect(headers.get('strict-transport-security')).toBeNull()
  }
  await plain.close()
})

describe.each(htmlPages)('the page %s', (name) => {
  test('allows only scripts of the service, and no frame', async () => {
    const { status, headers, text, location } = await open(name)
    if (location !== null) return
    expect(headers.get('content-type'), String(status)).toMatch(/^text\/html; charset=utf-8$/i)
    const policy = directivesOf(headers.get('content-security-policy'))
    expect(policy.get('default-src')).toEqual([`'none'`])
    expect(policy.get('base-uri')).toEqual([`'none'`])
    expect(policy.get('script-src') ?? [`'self'`]).toEqual([`'self'`])
    expect(policy.has('object-src')).toBe(false)
    const isFramed = pages[name]?.isFramed && text.includes('Acme')
    expect(policy.get('frame-ancestors')).toEqual([isFramed ? `'self'` : `'none'`])
    expect(headers.get('x-frame-options')).toBe(isFramed ? 'SAMEORIGIN' : 'DENY')
    for (const [directive, values] of policy) {
      const isImages = /^(img|media)-src$/.test(directive)
      expect(values, directive).not.toContain('*')
      expect(values, directive).not.toContain(`'unsafe-eval'`)
      if (!isImages) expect(values, directive).not.toContain('data:')
      if (directive !== 'style-src') expect(values, directive).not.toContain(`'unsafe-inline'`)
    }
    expect(policy.has('form-action')).toBe(true)
    if (name !== 'GET /dashboard/*') return
    const avatarsOfSandbox = expect.stringMatching(/^http:\/\/mastodon\.localhost:/)
    expect(policy.get('img-src')).toContainEqual(avatarsOfSandbox)
  })

  test('has no script, event handler or style that its policy does not allow', async () => {
    const { headers, text, location } = await open(name)
    if (location !== null) return
    for (const [, attributes, body] of text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/gi)) {
      expect(attributes).toMatch(/\ssrc="\/(dashboard|docs)\/assets\//)
      expect(body!.trim()).toBe('')
    }
    expect(text).not.toMatch(/<[^>]+\son\w+\s*=/i)
    expect(text).not.toMatch(/(?:href|src|action)\s*=\s*["']?\s*(?:javascript|vbscript|data:text)/i)
    expect(text).not.toMatch(/<(?:base|iframe|object|embed|meta http-equiv)/i)
    const styles = directivesOf(headers.get('content-security-policy')).get('style-src') ?? []
    if (styles.includes(`'unsafe-inline'`)) return
    expect(text).not.toMatch(/<[^>]+\sstyle\s*=/i)
    for (const [, style] of text.matchAll(/<style>([\s\S]*?)<\/style>/g)) {
      expect(styles).toContain(`'sha256-${createHash('sha256').update(style!).digest('base64')}'`)
    }
  })

  test('is not cached, not indexed and sends no referrer to other sites', async () => {
    const { headers, status } = await open(name)
    // The only redirect without personal data.
    if (name === 'GET /dashboard' && status === 301) return
    expect(headers.get('cache-control')).toBe(pages[name]?.isPublic ? 'no-cache' : 'no-store')
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(['no-referrer', 'same-origin']).toContain(headers.get('referrer-policy'))
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

test.each(otherPages)('%s is not a document that a browser executes', async (name) => {
  const { headers, status } = await open(name)
  // Without metrics the path is the 404 page.
  if (status === 404 && headers.get('content-security-policy')) return
  expect(headers.get('content-type') ?? '').not.toMatch(/html|xml|javascript|svg/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  if (status >= 400) expect(headers.get('cache-control') ?? 'no-store').toBe('no-store')
})

describe.each(routes.map((route) => [route.operationId, route] as const))('%s', (_id, route) => {
  const send = (headers: Record<string, string>) =>
    testApp.app.request(`${publicUrl}${route.path.replaceAll(/\{\w+\}/g, 'x')}`, {
      method: route.method.toUpperCase(),
      headers,
      ...(route.method === 'get' ? {} : { body: '{}' }),
    })

  test('is not cached, sniffed, framed or readable by another site', async () => {
    for (const credentials of [{}, { cookie }, { authorization: `Bearer ${testApp.ownerKey}` }]) {
      // No request changes anything: it is cross-site or has an empty body.
      const origin = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
      const isChange = route.method !== 'get' && 'authorization' in credentials
      if (isChange) continue
      const response = await send({ ...origin, 'content-type': 'application/json', ...credentials })
      const { headers } = response
      // A stream would not end.
      if (isStream(route)) await response.body?.cancel()
      expect(headers.get('content-type')).toMatch(/^(application\/json|text\/(csv|event-stream))/)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('strict-transport-security')).toContain('max-age=')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      const names = [...headers.keys()]
      expect(names.filter((each) => each.startsWith('access-control-'))).toEqual([])
      expect(names).not.toContain('server')
      expect(names).not.toContain('x-powered-by')
    }
  })

  if (route.method !== 'get') {
    test.each([
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: publicUrl },
      { origin: 'https://evil.test' },
      { origin: 'https://evil.posts.example.com' },
      { origin: 'https://posts.example.com.evil.test' },
      { origin: 'https://posts.example.com:8443' },
      { origin: 'http://posts.example.com' },
      { origin: 'null' },
      {},
    ] as Record<string, string>[])(
      'with a session from another site returns 403 csrf_refused: %j',
      async (from) => {
        for (const type of [
          'application/json',
          'text/plain',
          'application/x-www-form-urlencoded',
        ]) {
          const response = await send({ cookie, 'content-type': type, ...from })
          const { error } = (await response.json()) as { error: { code: string } }
          expect([response.status, error.code]).toEqual([403, 'csrf_refused'])
        }
      },
    )
  }
})

test('preflight requests get no CORS headers', async () => {
  for (const path of ['/v1/session', '/v1/posts', '/connect/x/threads', '/dashboard/', '/docs']) {
    const response = await testApp.app.request(`${publicUrl}${path}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
    })
    expect(
      [...response.headers.keys()].filter((name) => name.startsWith('access-control')),
    ).toEqual([])
  }
})

describe('a cookie', () => {
  test('cookies are set in three files only', () => {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    const setting = files.filter((file) =>
      /setCookie\(|\('set-cookie'|'set-cookie':|SignedCookie/i.test(
        readFileSync(join(source, file), 'utf8'),
      ),
    )
    expect(setting.sort()).toEqual([
      'pages/connect.ts',
      'pages/sign-in.ts',
      'resources/members/session-routes.ts',
    ])
  })

  const setters = {
    'of a session': (testApp: TestApp, path: string) => signInCookie(testApp, path),
    'of a login': async (testApp: TestApp, path: string) => {
      const { headers } = await ask(testApp, 'POST', path, {
        headers: { origin: testApp.ctx.config.publicUrl },
      })
      return headers.getSetCookie()
    },
  }

  test.each(Object.entries(setters))(
    '%s is HttpOnly and SameSite, and with https Secure with the __Host- prefix',
    async (_what, setCookie) => {
      for (const url of [publicUrl, 'http://localhost:4000']) {
        const httpsApp = await openTestApp({ env: { PUBLIC_URL: url } })
        await httpsApp.call('POST', '/v1/connect/redirect-origins', {
          origin: 'https://app.example.com',
        })
        const profile = await buildProfile(httpsApp)
        const { body } = await httpsApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
          redirect_url: 'https://app.example.com/back',
        })
        const cookies = await setCookie(httpsApp, `${new URL(body.url).pathname}/threads`)
        expect(cookies).toHaveLength(1)
        const [pair, ...flags] = cookies[0]!.split('; ')
        expect(flags).toContain('HttpOnly')
        expect(flags).toContain('SameSite=Lax')
        expect(flags.some((flag) => flag.startsWith('Max-Age='))).toBe(true)
        expect(flags.filter((flag) => flag.startsWith('Domain'))).toEqual([])
        const isSecure = url.startsWith('https:')
        expect([pair!.startsWith('__Host-'), flags.includes('Secure')]).toEqual([
          isSecure,
          isSecure,
        ])
        if (isSecure) expect(flags).toContain('Path=/')
        await httpsApp.close()
      }
    },
  )
})

async function signInCookie(testApp: TestApp, _path: string): Promise<string[]> {
  const token = new URL(testApp.signInUrl).hash.replace('#token=', '')
  const response = await testApp.call(
    'POST',
    '/v1/session/redeem',
    { token, password: 'correct horse battery', name: 'Olga', email: 'olga@example.com' },
    { key: null, headers: { 'sec-fetch-site': 'same-origin' } },
  )
  return response.headers.getSetCookie()
}
