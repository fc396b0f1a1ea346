import type { Platform } from '@postern/sdk'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { parseWebhookUrl } from '../../server/src/outbound/address.ts'
import { brandOf } from '../../server/src/resources/connect/flow/brand.ts'
import { setPlatforms } from '../src/api/platforms.ts'
import { emailOf, type PageLanguage } from '../src/connect/email-text.ts'
import {
  errorDetailMessage,
  errorMessage,
  loadApiMessages,
} from '../src/messages/api-error-message.ts'
import { expiryToActOn } from '../src/pages/accounts/access-expiry.ts'
import { mergeItems, withOpenItem } from '../src/pages/inbox/stable-list.ts'
import { comparedTotals } from '../src/pages/insights/compared-totals.ts'
import { periodBefore, rangeOf } from '../src/pages/insights/range.ts'
import { missingBodyKey } from '../src/pages/webhooks/outcome-text.ts'
import { urlFault } from '../src/pages/webhooks/url-check.ts'
import { accountHandle, accountName, isInvisible } from '../src/parts/visible-name.ts'

const of = (...ids: string[]) => ids.map((id) => ({ id }))
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).join(' ')

test('a refetched list keeps its positions: new items wait, older pages are appended', () => {
  const cases = [
    // before, items, chosen, shown, fresh
    ['', 'b a', null, 'b a', ''],
    ['b a', 'd c b a', null, 'b a', 'd c'],
    ['b a', 'b a z y', null, 'b a z y', ''],
    ['b a', 'c b a z', null, 'b a z', 'c'],
    ['b a', 'a', null, 'a', ''],
    ['b a', 'a', 'b', 'b a', ''],
    ['b', 'd c', 'b', 'b', 'd c'],
    ['b', 'd c', null, 'd c', ''],
    ['b', '', 'b', 'b', ''],
  ] as const
  for (const [before, items, chosen, shown, fresh] of cases) {
    const list = (words: string) => of(...words.split(' ').filter(Boolean))
    const result = mergeItems(list(before), list(items), chosen)
    expect([ids(result.displayed), ids(result.fresh)], `${before} → ${items}`).toEqual([
      shown,
      fresh,
    ])
  }
})

test('displayed items are updated with their new content', () => {
  const before = [{ id: 'a', text: 'old' }]
  expect(mergeItems(before, [{ id: 'a', text: 'new' }], null).displayed).toEqual([
    { id: 'a', text: 'new' },
  ])
})

test('an open item that left the list is taken from its own query', () => {
  const stale = { id: 'a', status: 'unreplied' }
  const open = { id: 'a', status: 'replied' }
  expect(withOpenItem([stale], [], open)).toEqual([open])
  expect(withOpenItem([stale], [stale], open)).toEqual([stale])
  expect(withOpenItem([stale], [], undefined)).toEqual([stale])
})

test('the expiry is shown only for a connected account that is not renewed', () => {
  const at = '2027-01-21T09:00:00.000Z'
  const end = (status: 'connected' | 'expired', access_renews: boolean) =>
    expiryToActOn({ status, access_renews, access_expires_at: at })
  expect(end('connected', false)).toBe(at)
  expect([end('connected', true), end('expired', false)]).toEqual([null, null])
})

test('a Facebook Page has its display name, other accounts their user name', () => {
  setPlatforms([{ platform: 'facebook', accounts: 'pages' } as Platform])
  const page = {
    platform: 'facebook' as const,
    username: 'nord',
    display_name: 'Nord',
    platform_account_id: '1',
    profile_url: 'https://www.facebook.com/nord',
  }
  const other = { ...page, platform: 'threads' as const }
  expect([accountName(page), accountHandle(page)]).toEqual(['Nord', 'Nord'])
  expect([accountName(other), accountHandle(other)]).toEqual(['nord', '@nord'])
  expect(accountHandle({ ...page, display_name: '\u200b' })).toBe('@nord')
})

test('an account without a profile URL has a name, not a handle', () => {
  setPlatforms([{ platform: 'tiktok', accounts: 'people' } as Platform])
  const account = {
    platform: 'tiktok' as const,
    username: 'Rossi',
    display_name: 'Rossi',
    platform_account_id: '1',
    profile_url: null,
  }
  expect(accountHandle(account)).toBe('Rossi')
  expect(accountHandle({ ...account, profile_url: 'https://x.example/@rossi' })).toBe('@Rossi')
})

test('the message for one platform names it', () => {
  const values = { kind: 'link' as const, url: 'https://x.example/', brand: 'Nord', duration: 30 }
  const bodyOf = (language: PageLanguage, platform: string | null) =>
    emailOf(language, { ...values, account: null, platform }).body
  expect(bodyOf('en', 'TikTok')).toContain('Please connect your TikTok account to Nord here:')
  expect(bodyOf('en', null)).toContain('Please connect your social media accounts to Nord here:')
  expect(bodyOf('de', 'TikTok')).toContain('bitte verbinden Sie Ihr TikTok-Konto mit Nord:')
  expect(bodyOf('es', 'TikTok')).toContain('Conecte aquí su cuenta de TikTok con Nord:')
  expect(bodyOf('ja', 'TikTok')).toContain('TikTokアカウントをNordに連携してください')
})

test('an attempt without a status code has no response, one with a code has an empty body', () => {
  expect(missingBodyKey({ status_code: null })).toBe('noResponse')
  expect(missingBodyKey({ status_code: 204 })).toBe('noBody')
})

test('sums are compared over the common days if they are a third of the period, levels as a whole', () => {
  const sum = (days: number) => ({
    kind: 'sum' as const,
    total: 90,
    previous_total: 100,
    comparison: { days, total: 80, previous_total: 75 },
  })
  expect(comparedTotals(sum(10), 30)).toEqual({ total: 80, before: 75 })
  expect(comparedTotals(sum(9), 30)).toBeNull()
  expect(comparedTotals({ ...sum(10), comparison: null }, 30)).toBeNull()
  const level = { ...sum(30), kind: 'level' as const, comparison: null }
  expect(comparedTotals(level, 30)).toEqual({ total: 90, before: 100 })
  expect(comparedTotals({ ...level, previous_total: null }, 30)).toBeNull()
})

test('a range ends today with its number of days, and the previous period precedes it', () => {
  const none = { range: null, from: null, to: null }
  expect(rangeOf(none, '2026-11-21')).toEqual({ from: '2026-10-25', to: '2026-11-21' })
  const week = rangeOf({ ...none, range: '7' }, '2026-11-21')
  expect(week).toEqual({ from: '2026-11-15', to: '2026-11-21' })
  expect(periodBefore(week)).toEqual({ from: '2026-11-08', to: '2026-11-14' })
  const own = { range: null, from: '2026-02-27', to: '2026-03-01' }
  expect(rangeOf(own, '2026-11-21')).toEqual({ from: '2026-02-27', to: '2026-03-01' })
  expect(rangeOf({ ...own, from: 'drop table' }, '2026-11-21')).toEqual(rangeOf(none, '2026-11-21'))
})

test("the URL check follows the API's rules", () => {
  const cases = [
    ['https://example.com/hooks', null, null],
    ['nonsense', 'urlInvalid', 'urlInvalid'],
    ['ftp://example.com', 'useHttps', 'useHttps'],
    ['http://example.com', 'useHttps', 'useHttps'],
    ['https://example.com:8443/', 'port', 'port'],
    ['https://example.com:443/', null, null],
    ['https://a:b@example.com/', 'credentials', 'credentials'],
    ['https://example.com/#part', 'fragment', 'fragment'],
    ['http://localhost:3000/', 'private', null],
    ['https://localhost/', 'private', null],
    ['https://192.168.1.4/', 'private', null],
    [`https://example.com/${'a'.repeat(2_048)}`, 'tooLong', 'tooLong'],
  ] as const
  for (const [url, wanted, wantedPrivate] of cases) {
    expect([urlFault(url, false), urlFault(url, true)], url).toEqual([wanted, wantedPrivate])
  }
})

test.each([
  ...['0.1.2.3', '10.1.2.3', '100.63.0.1', '100.64.0.1', '100.127.9.9', '100.128.0.1', '127.0.0.1'],
  ...['169.254.1.1', '169.255.1.1', '172.15.0.1', '172.16.0.1', '172.31.255.1', '172.32.0.1'],
  ...['192.0.0.8', '192.0.2.1', '192.88.99.1', '192.167.0.1', '192.168.0.1', '198.17.0.1'],
  ...['198.18.0.1', '198.51.100.7', '203.0.113.9', '223.1.1.1', '224.0.0.1', '255.255.255.255'],
  ...['8.8.8.8', '10.example.com', 'db.internal', 'receiver', '[::1]'],
])('the host %s is private here where it is for the API', (host) => {
  for (const allowPrivate of [false, true]) {
    for (const url of [`http://${host}:3000/hooks`, `https://${host}/hooks`]) {
      // The API checks IPv6 addresses.
      if (host.startsWith('[') && !allowPrivate) continue
      const isTaken = 'url' in parseWebhookUrl(url, { allowPrivate })
      expect(urlFault(url, allowPrivate) === null, `${url} ${allowPrivate}`).toBe(isTaken)
    }
  }
})

test.each([
  '',
  ' ',
  '\u00ad',
  '\u200b',
  '\u2060\ufe0f',
  '\u2800',
  '\u034f',
  '\u3164',
  'a',
  '猫',
  '🥖',
  '—',
])('the name %j draws nothing here where it does not on the hosted page', (brand_name) => {
  const none = { logo_url: null, color: null, privacy_url: null, support_email: null }
  expect(isInvisible(brand_name)).toBe(brandOf({ ...none, brand_name }).name === null)
})

test('an error is translated to German, the specific message first', async () => {
  await i18next.init({ lng: 'de', resources: {}, keySeparator: false, nsSeparator: false })
  const failure = { code: 'profile_not_found', message: 'This profile does not exist.' } as never
  expect(errorMessage(failure)).toBe('This profile does not exist.')
  await loadApiMessages()
  expect(errorMessage(failure)).toBe('Profil nicht gefunden.')
  const message = 'in English'
  const cases = [
    [{ path: 'x', code: 'too_small', limit: 12 }, 'Zu kurz oder zu klein: mindestens 12.'],
    [{ path: 'password', code: 'too_small', limit: 12 }, 'Verwenden Sie mindestens 12 Zeichen.'],
    // The placeholder has no value.
    [{ path: 'password', code: 'too_small' }, message],
    [
      { path: 'email', code: 'invalid_format', format: 'email' },
      'Geben Sie eine gültige E-Mail-Adresse ein.',
    ],
    [{ path: 'owners.0.name', code: 'invalid_format' }, 'Ungültiges Format.'],
    [
      { path: 'color', code: 'invalid_format', format: 'regex' },
      'Geben Sie eine Hex-Farbe ein, z. B. #1a2b3c.',
    ],
    [{ path: 'x', code: 'a_code_of_a_newer_server' }, message],
  ] as const
  for (const [detail, said] of cases) expect(errorDetailMessage({ ...detail, message })).toBe(said)

  await i18next.changeLanguage('en')
  expect(errorMessage(failure)).toBe('This profile does not exist.')
  expect(errorDetailMessage({ path: 'a', code: 'invalid_type', message })).toBe(
    'Required, or the wrong type.',
  )
})
