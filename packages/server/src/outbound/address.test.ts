import { describe, expect, test } from 'vitest'
import { refusedUrls } from '../../test/bypass.ts'
import { isPrivateHost, isPublicAddress, parseWebhookUrl } from './address.ts'

/** Ways around the address rule; every row was used in a real attack. */
const notPublic = {
  'this host': ['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.254'],
  'private IPv4': ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'carrier grade NAT, where clouds keep metadata': ['100.64.0.1', '100.100.100.200'],
  'link local and cloud metadata': [
    '169.254.0.1',
    '169.254.169.254',
    '168.63.129.16',
    'fd00:ec2::254',
  ],
  'IETF, documentation and benchmark': [
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
  ],
  'multicast, reserved and broadcast': ['224.0.0.1', '240.0.0.1', '255.255.255.255'],
  'IPv4 inside IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:0:7f00:1',
  ],
  'translation and tunnels': [
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2620:4f:8000::1',
  ],
  'local IPv6': [
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fdff::1',
    'fec0::1',
    'ff02::1',
    '100::1',
    '5f00::1',
    '3fff::1',
    '2001:db8::1',
    '4000::1',
  ],
  'no address': ['', 'example.com', '1', '127.1', '0x7f.1', '2130706433', '1.2.3.4/8', '[::1]'],
}

const isPublic = ['1.1.1.1', '8.8.8.8', '93.184.215.14', '2606:4700::1111', '2a00:1450:4001::200e']

describe('an address that is not on the public internet is never called', () => {
  for (const [reason, addresses] of Object.entries(notPublic)) {
    test.each(addresses)(`${reason}: %s`, (address) => {
      expect(isPublicAddress(address)).toBe(false)
    })
  }
  test.each(isPublic)('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('a webhook URL', () => {
  for (const [rule, urls] of Object.entries(refusedUrls)) {
    test.each(urls)(`${rule}: %j is refused`, (text) => {
      expect(parseWebhookUrl(text, { allowPrivate: false })).toHaveProperty('reason')
    })
  }

  test.each([
    ['https://example.com', 'https://example.com/'],
    ['https://example.com:443/hook?x=1', 'https://example.com/hook?x=1'],
    ['https://example.com:0443/hook', 'https://example.com/hook'],
    ['HTTPS://EXAMPLE.com/Hook', 'https://example.com/Hook'],
    ['https://example.com./hook', 'https://example.com/hook'],
    ['https:example.com', 'https://example.com/'],
    ['https://exa\tmple.com/', 'https://example.com/'],
    ['https://1.1.1.1/', 'https://1.1.1.1/'],
    ['https://bücher.example.com/', 'https://xn--bcher-kva.example.com/'],
  ])('%s is kept as %s', (text, kept) => {
    const parsed = parseWebhookUrl(text, { allowPrivate: false })
    expect(parsed).toHaveProperty('url')
    expect('url' in parsed && parsed.url.href).toBe(kept)
  })

  test('with ALLOW_PRIVATE_WEBHOOKS private hosts may use http and any port, public ones may not', () => {
    const allowed = (text: string) => 'url' in parseWebhookUrl(text, { allowPrivate: true })
    expect(allowed('http://127.0.0.1:9000/hook')).toBe(true)
    expect(allowed('http://localhost:9000/hook')).toBe(true)
    expect(allowed('https://receiver.internal:8443/')).toBe(true)
    expect(allowed('http://example.com/')).toBe(false)
    expect(allowed('https://example.com:8443/')).toBe(false)
    expect(allowed('http://user@localhost/')).toBe(false)
    expect(allowed('ftp://localhost/')).toBe(false)
  })
})

test('a host without a dot is private', () => {
  expect(isPrivateHost('db')).toBe(true)
  expect(isPrivateHost('example.com')).toBe(false)
})
