import { beforeAll, describe, expect, test } from 'vitest'
import { type DashboardBrowser, signInOwner } from '../../test/dashboard.ts'
import { useTestApp } from '../../test/test-app.ts'

const testApp = useTestApp()
let owner: DashboardBrowser

beforeAll(async () => {
  owner = await signInOwner(testApp)
})

const preview = (query: Record<string, string>) =>
  owner.call('GET', `/connect/preview?${new URLSearchParams(query)}`)

test('an owner sees the hosted page with the brand that is being typed', async () => {
  const { status, body } = await preview({
    brand_name: 'Atelier <Nord>',
    color: '#1a4b8c',
    language: 'de',
    privacy_url: 'https://nord.example.com/privacy',
    support_email: 'help@nord.example.com',
  })
  expect(status).toBe(200)
  expect(body).toContain('<html lang="de"')
  expect(body).toContain('Atelier &lt;Nord&gt;')
  expect(body).toContain('--fill:#1a4b8c')
  expect(body).toContain('https://nord.example.com/privacy')
  expect(body).toContain('mailto:help@nord.example.com')
})

test('invalid values are ignored instead of failing', async () => {
  const { status, body } = await preview({
    brand_name: 'x'.repeat(101),
    color: 'red',
    language: 'tlh',
    logo_url: 'javascript:alert(1)',
    privacy_url: 'http://nord.example.com',
    support_email: 'no-email',
    another: 'field',
  })
  expect(status).toBe(200)
  for (const word of ['xxx', '--fill:red', 'alert(1)', 'nord.example', 'no-email']) {
    expect(body).not.toContain(word)
  }
})

test.each(['\u200b', '\u2060\ufe0f', '\u2800 \u200e', '\u034f'])(
  'an invisible name counts as no name (%j)',
  async (name) => {
    const { body } = await preview({ brand_name: name, language: 'en' })
    const { body: without } = await preview({ language: 'en' })
    const withoutTimes = (page: string) => page.replaceAll(/\d\d:\d\d/g, '')
    expect(withoutTimes(body)).toBe(withoutTimes(without))
  },
)

describe('the preview', () => {
  test('may be framed only by this service, and its forms and links do not work', async () => {
    const { headers, body } = await preview({ brand_name: 'Nord' })
    const policy = headers.get('content-security-policy')
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).toContain(`form-action 'none'`)
    expect(policy).toContain(`frame-ancestors 'self'`)
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(body).toContain('<body inert>')
  })

  test('returns 404 unless signed in as an owner', async () => {
    const signedOut = await testApp.call('GET', '/connect/preview?brand_name=Nord', undefined, {
      key: null,
    })
    expect(signedOut.status).toBe(404)
    const withKey = await testApp.call('GET', '/connect/preview?brand_name=Nord')
    expect(withKey.status).toBe(404)
    expect(withKey.headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`)
  })
})
