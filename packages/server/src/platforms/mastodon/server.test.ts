import { describe, expect, test } from 'vitest'
import { originOfAccount, parseServer } from './server.ts'

const trusted = ['http://mastodon.localhost:4100', 'https://10.0.0.7']
const isTrustedServer = (origin: string) => trusted.includes(origin)
const rules = { isTrustedServer, publicUrl: 'https://postern.example.com' }

describe('a server', () => {
  test.each([
    ['mastodon.social', 'https://mastodon.social', null],
    [' Mastodon.Social ', 'https://mastodon.social', null],
    ['https://mastodon.social', 'https://mastodon.social', null],
    ['https://mastodon.social/', 'https://mastodon.social', null],
    ['https://mastodon.social:443/about', 'https://mastodon.social', null],
    ['@anna@bakery.example', 'https://bakery.example', 'anna'],
    ['anna@bakery.example', 'https://bakery.example', 'anna'],
    ['https://bakery.example/@anna', 'https://bakery.example', 'anna'],
    ['bakery.example/@anna', 'https://bakery.example', 'anna'],
    ['https://bakery.example/@ben@other.example', 'https://bakery.example', 'ben'],
    ['bäckerei.example', 'https://xn--bckerei-5wa.example', null],
    ['ｂａｋｅｒｙ。example', 'https://bakery.example', null],
    ['mastodon.localhost:4100', 'http://mastodon.localhost:4100', null],
    ['@anna@mastodon.localhost:4100', 'http://mastodon.localhost:4100', 'anna'],
    ['http://mastodon.localhost:4100/@anna', 'http://mastodon.localhost:4100', 'anna'],
    ['10.0.0.7', 'https://10.0.0.7', null],
  ])('%s → %s', (entered, origin, user) => {
    expect(parseServer(entered, rules)).toEqual({ origin, user })
  })

  test.each([
    '',
    '@',
    '@anna',
    'localhost',
    'mastodon',
    'mastodon.localhost:4101',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    'http://bakery.example',
    'bakery.example:8443',
    'https://anna:secret@bakery.example',
    'https://anna@bakery.example',
    'ftp://bakery.example',
    'javascript:alert(1)',
    'bakery..example',
    'bakery.example.',
    'not a server',
    'postern.example.com',
    'https://POSTERN.example.com/connect',
  ])('%s → null', (entered) => {
    expect(parseServer(entered, rules)).toBeNull()
  })
})

test.each([
  ['mastodon.social/1', 'https://mastodon.social'],
  ['mastodon.localhost:4100/1', 'http://mastodon.localhost:4100'],
  ['other.localhost:4100/1', 'https://other.localhost:4100'],
])('the account %s is at %s', (platformAccountId, origin) => {
  expect(originOfAccount({ platformAccountId }, isTrustedServer)).toBe(origin)
})
