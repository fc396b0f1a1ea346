import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildProfile } from '../../test/build.ts'
import { openBrowser } from '../../test/client.ts'
import { allow, buildLink, registerOrigin } from '../../test/connect-flow.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'

const publicUrl = 'https://posts.example.com'
const paths = ['/oauth-client-metadata.json', '/oauth/jwks.json']

describe('with an https address', () => {
  let testApp: TestApp
  beforeAll(async () => {
    testApp = await openTestApp({ env: { PUBLIC_URL: publicUrl } })
  })
  afterAll(() => testApp.close())
  const read = async (path: string) => await testApp.app.request(`${publicUrl}${path}`)

  test('the document names our callback and our keys', async () => {
    const response = await read('/oauth-client-metadata.json')
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    const document = (await response.json()) as { scope: string }
    expect(document).toMatchObject({
      client_id: `${publicUrl}/oauth-client-metadata.json`,
      client_uri: publicUrl,
      redirect_uris: [`${publicUrl}/connect/callback/bluesky`],
      jwks_uri: `${publicUrl}/oauth/jwks.json`,
      token_endpoint_auth_method: 'private_key_jwt',
      dpop_bound_access_tokens: true,
    })
    expect(document.scope.split(' ')).toEqual(
      expect.arrayContaining(['atproto', 'transition:generic', 'repo:app.bsky.feed.post']),
    )
  })

  test('the key set has one public key, which stays the same', async () => {
    const [first, second] = await Promise.all([
      (await read('/oauth/jwks.json')).json(),
      (await read('/oauth/jwks.json')).json(),
    ])
    expect(first).toEqual({
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          x: expect.any(String),
          y: expect.any(String),
          kid: expect.any(String),
          use: 'sig',
          alg: 'ES256',
        },
      ],
    })
    expect(second).toEqual(first)
  })

  test.each(paths)('%s may be cached for minutes and sets no cookie', async (path) => {
    const { headers } = await read(path)
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect(headers.get('set-cookie')).toBeNull()
  })
})

describe('with http://localhost', () => {
  let testApp: TestApp
  beforeAll(async () => {
    testApp = await openTestApp()
    await registerOrigin(testApp)
  })
  afterAll(() => testApp.close())
  const local = 'http://127.0.0.1:4000/connect/callback/bluesky'

  test.each(paths)('%s is not found, as the client describes itself', async (path) => {
    expect((await testApp.app.request(`http://localhost:4000${path}`)).status).toBe(404)
  })

  test('a login returns to 127.0.0.1 and is finished at the public address', async () => {
    const browser = openBrowser(testApp)
    const link = await buildLink(testApp, (await buildProfile(testApp)).id)
    const back = await browser.decide(await browser.begin(link.url, 'bluesky'), {
      ...allow,
      account: 'anna.test',
    })
    const redirect = await testApp.app.request(`http://127.0.0.1:4000${back}`)
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      302,
      `http://localhost:4000${back}`,
    ])
    const landing = await browser.visit('GET', back)
    expect(landing.location).toContain('status=connected')
  })

  test.each([
    ['without state', `${local}?iss=https://x.example&code=1`],
    ['without issuer', `${local}?state=1&code=1`],
    ['of another platform', 'http://127.0.0.1:4000/connect/callback/threads?state=1&iss=x'],
    ['at another host', 'http://evil.test/connect/callback/bluesky?state=1&iss=x'],
  ])('a callback %s is not redirected', async (_case, url) => {
    expect((await testApp.app.request(url)).status).toBe(400)
  })
})

test('with a port in PUBLIC_URL the platform is listed with the reason', async () => {
  const testApp = await openTestApp({ env: { PUBLIC_URL: 'https://posts.example.com:8443' } })
  const { data } = (await testApp.call('GET', '/v1/platforms')).body
  const { platforms } = (await testApp.call('GET', '/v1/system')).body
  await testApp.close()
  const isBluesky = (each: { platform: string }) => each.platform === 'bluesky'
  const problem = 'Bluesky needs a PUBLIC_URL without a port.'
  expect(data.find(isBluesky)).toMatchObject({ configured: false, problem })
  expect(platforms.find(isBluesky)).toMatchObject({ configured: false, problem })
})
