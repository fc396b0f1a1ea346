import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildProfile } from '../../test/build.ts'
import { useTestApp } from '../../test/test-app.ts'
import { describeApi } from '../app.ts'
import { docsPages } from './docs/pages.ts'

const testApp = useTestApp({ env: { PUBLIC_URL: 'https://posts.example.com' } })
let path: string
let linkId: string

beforeAll(async () => {
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: 'https://app.example.com' })
  await testApp.call('PATCH', '/v1/connect/settings', { brand_name: 'Acme', language: null })
  const profile = await buildProfile(testApp)
  const { body } = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
    redirect_url: 'https://app.example.com/connected',
  })
  path = new URL(body.url).pathname
  linkId = body.id
})

const open = (at: string, init?: RequestInit) =>
  testApp.app.request(`https://posts.example.com${at}`, init)
const sameOrigin = { 'sec-fetch-site': 'same-origin' }
const post = (at: string, headers: Record<string, string> = sameOrigin, body = '') =>
  open(at, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

describe('the headers of a page', () => {
  test('allow only the style, images and forms of the page, and hide its URL from other sites', async () => {
    const response = await open(path)
    const text = await response.text()
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)![1]!
    const hash = createHash('sha256').update(style).digest('base64')
    const policy = response.headers.get('content-security-policy')!
    expect(response.status).toBe(200)
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
    expect(policy).toContain(`img-src 'self' https: data: ${testApp.sandbox.url}`)
    expect(policy).toMatch(/img-src [^;]* http:\/\/mastodon\.localhost/)
    expect(policy).toContain(`base-uri 'none'; frame-ancestors 'none'`)
    expect(policy).not.toContain('unsafe')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'content-type': 'text/html; charset=UTF-8',
      'x-request-id': expect.any(String),
    })
  })

  test('are on redirects too, so that no URL with a code or token is cached or sent as referrer', async () => {
    const response = await post(`${path}/threads`)
    expect(response.status).toBe(303)
    expect(response.headers.get('referrer-policy')).toBe('same-origin')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

test('opening the page, by GET or HEAD and however often, leaves the link valid', async () => {
  for (const method of ['HEAD', 'GET', 'HEAD', 'GET']) {
    const response = await open(path, { method })
    expect(response.status).toBe(200)
    if (method === 'HEAD') expect(await response.text()).toBe('')
  }
  expect((await testApp.call('GET', `/v1/connect-links/${linkId}`)).body.status).toBe('valid')
})

test('the login cookie is bound to this host, hidden from scripts and secure', async () => {
  const response = await post(`${path}/threads`)
  const [cookie] = response.headers.getSetCookie()
  expect(cookie).toMatch(
    /^__Host-postern_[0-9a-f]+=[^;]+; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

describe('a form of another site', () => {
  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://posts.example.com' },
    { origin: 'http://posts.example.com' },
    { origin: 'https://posts.example.com:8443' },
    { origin: 'https://posts.example.com.evil.example' },
    // Sent by pages with referrer policy no-referrer and by sandboxed frames.
    { origin: 'null' },
    {},
  ] as Record<string, string>[])('is refused: %j', async (headers) => {
    for (const at of [`${path}/threads`, '/connect/choose/flow_1']) {
      const response = await post(at, headers)
      expect(response.status).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await response.text()).toContain('This request came from another site')
    }
  })

  test.each([
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { origin: 'https://posts.example.com' },
  ] as Record<string, string>[])('a form of this service is accepted: %j', async (headers) => {
    expect((await post(`${path}/threads`, headers)).status).toBe(303)
  })
})

test('a form that is too large returns 413 before all of it is read', async () => {
  const response = await post(
    '/connect/choose/flow_1',
    sameOrigin,
    `accounts=${'x'.repeat(70_000)}`,
  )
  expect(response.status).toBe(413)
  expect(await response.text()).toContain('Request too large')
})

test.each([
  ['GET', '/connect/unknown', 404],
  ['GET', `/connect/${'A'.repeat(43)}`, 404],
  ['GET', `/connect/${'A'.repeat(5_000)}`, 404],
  ['GET', '/connect/%00', 404],
  ['POST', '/connect/unknown/threads', 404],
  ['GET', '/connect/choose/flow_unknown', 404],
  ['POST', '/connect/choose/flow_unknown', 404],
  ['GET', '/connect/callback/threads?state=x&code=y', 400],
  ['GET', '/connect/callback/nowhere', 400],
  ['GET', '/connect', 404],
  ['DELETE', '/connect/unknown', 404],
  ['GET', '/no/such/page', 404],
])('%s %s returns a page with status %d', async (method, at, status) => {
  const response = await open(at, { method, headers: sameOrigin })
  expect(response.status).toBe(status)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await response.text()).toContain('<h1>')
})

test('a platform that the link does not offer returns 404', async () => {
  for (const platform of ['nowhere', '__proto__', '%2e%2e']) {
    expect((await post(`${path}/${platform}`)).status).toBe(404)
  }
})

test('GET on the URL of a form redirects to the page', async () => {
  const response = await open(`${path}/threads`)
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(path)
})

test('an unknown path returns a page with the request ID, and under /v1 a JSON error', async () => {
  const response = await open('/nowhere', {
    headers: { 'x-request-id': 'trace-1', 'accept-language': 'de' },
  })
  const text = await response.text()
  expect(text).toContain('Referenz für den Support: trace-1')
  expect(text).toContain('<html lang="de"')
  const { status, body } = await testApp.call('GET', '/v1/nowhere')
  expect([status, body.error.code]).toEqual([404, 'route_not_found'])
})

test('the page has the language of the link, else of the owner, else of the browser', async () => {
  const lang = async (at: string) => {
    const text = await (await open(at, { headers: { 'accept-language': 'ja, en;q=0.5' } })).text()
    return /<html lang="(\w+)"/.exec(text)![1]
  }
  expect(await lang(path)).toBe('ja')
  await testApp.call('PATCH', '/v1/connect/settings', { language: 'es' })
  expect(await lang(path)).toBe('es')
  const profile = await buildProfile(testApp)
  const { body } = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
    redirect_url: 'https://app.example.com/connected',
    language: 'de',
  })
  expect(await lang(new URL(body.url).pathname)).toBe('de')
})

test('pages without operations are served → the OpenAPI document is not built', async () => {
  let built = 0
  const pages = docsPages(testApp.ctx, () => {
    built += 1
    return describeApi()
  })
  expect((await pages.request('/docs/guides')).status).toBe(200)
  expect(built).toBe(0)
  expect((await pages.request('/docs')).status).toBe(200)
  expect(built).toBeGreaterThan(0)
})

test.each(['/docs', '/docs/errors'])('%s has the same headers', async (at) => {
  const response = await docsPages(testApp.ctx, describeApi).request(at)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
})
