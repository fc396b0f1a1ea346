import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

describe('redirect origins', () => {
  const register = (origin: unknown) =>
    testApp.call('POST', '/v1/connect/redirect-origins', { origin })

  test('an origin is stored once, as normalized scheme, host and port', async () => {
    const created = await register('HTTPS://App.Example.com:443/')
    expect([created.status, created.body.origin]).toEqual([201, 'https://app.example.com'])
    const again = await register('https://app.example.com')
    expect([again.status, again.body.id]).toEqual([200, created.body.id])
    expect((await register('http://localhost:3000')).body.origin).toBe('http://localhost:3000')
  })

  test.each([
    'app.example.com',
    'http://app.example.com',
    'https://app.example.com/path',
    'https://app.example.com?x=1',
    'https://app.example.com#x',
    'https://user@app.example.com',
    'https://*.example.com',
    'ftp://app.example.com',
    '',
    7,
    null,
  ])('the origin %j is refused with param origin', async (origin) => {
    const response = await register(origin)
    expect([response.status, response.body.error.code]).toEqual([400, 'validation_failed'])
    expect(response.body.error.param).toBe('origin')
  })

  test('a removed origin is no longer accepted', async () => {
    const { id } = (await register('https://gone.example.com')).body
    expect((await testApp.call('DELETE', `/v1/connect/redirect-origins/${id}`)).status).toBe(200)
    const repeated = await testApp.call('DELETE', `/v1/connect/redirect-origins/${id}`)
    expect([repeated.status, repeated.body.error.code]).toEqual([404, 'redirect_origin_not_found'])
    const [profile] = (await testApp.call('GET', '/v1/profiles')).body.data
    const link = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
      redirect_url: 'https://gone.example.com/x',
    })
    expect(link.body.error.code).toBe('redirect_origin_not_registered')
  })
})

describe('connect settings', () => {
  test('settings start empty, change field by field, and null clears a field', async () => {
    const path = '/v1/connect/settings'
    expect((await testApp.call('GET', path)).body).toMatchObject({ brand_name: null })
    await testApp.call('PATCH', path, { brand_name: ' Acme ', color: '#1a2B3c', language: 'ja' })
    const changed = await testApp.call('PATCH', path, { color: null })
    expect(changed.body).toMatchObject({ brand_name: 'Acme', color: null, language: 'ja' })
  })

  test.each([
    [{ brand_name: 'x'.repeat(101) }, 'brand_name'],
    [{ logo_url: 'http://plain.example.com/a.png' }, 'logo_url'],
    [{ logo_url: 'javascript:alert(1)' }, 'logo_url'],
    [{ color: 'red' }, 'color'],
    [{ language: 'xx' }, 'language'],
    [{ support_email: 'not-an-email' }, 'support_email'],
    [{ font: 'Comic Sans' }, 'font'],
  ])('%j is refused and changes nothing', async (input, param) => {
    const before = (await testApp.call('GET', '/v1/connect/settings')).body
    const response = await testApp.call('PATCH', '/v1/connect/settings', input)
    expect(response.body.error).toMatchObject({ code: 'validation_failed', param })
    expect((await testApp.call('GET', '/v1/connect/settings')).body).toEqual(before)
  })
})
