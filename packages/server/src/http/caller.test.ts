import { describe, expect, test } from 'vitest'
import { loadConfig } from '../core/config.ts'
import { addressOf } from './caller.ts'

const configOf = (proxies?: string) =>
  loadConfig({
    DATA_DIR: '/tmp/postern-caller',
    ...(proxies === undefined ? {} : { TRUSTED_PROXIES: proxies }),
  })

describe('the address of a caller', () => {
  test.each([
    ['no proxy', undefined, '203.0.113.7', undefined, '203.0.113.7'],
    ['a header from an untrusted peer', undefined, '203.0.113.7', '1.2.3.4', '203.0.113.7'],
    ['a proxy on this machine', undefined, '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['over IPv6 on this machine', undefined, '::1', '203.0.113.7', '203.0.113.7'],
    ['IPv4 that comes as IPv6', undefined, '::ffff:127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['an entry of the client', undefined, '127.0.0.1', '1.1.1.1, 203.0.113.7', '203.0.113.7'],
    ['two proxies', '127.0.0.1, 10.0.0.0/8', '127.0.0.1', '203.0.113.7, 10.9.9.9', '203.0.113.7'],
    ['one proxy of another network', '10.0.0.0/8', '192.168.1.1', '203.0.113.7', '192.168.1.1'],
    ['only trusted addresses', undefined, '127.0.0.1', '127.0.0.2', '127.0.0.2'],
    ['no address in the header', undefined, '127.0.0.1', 'unknown', '127.0.0.1'],
    ['an odd zone in the header', undefined, '127.0.0.1', 'fe80::1%eth-0', '127.0.0.1'],
    ['no header', undefined, '127.0.0.1', undefined, '127.0.0.1'],
    ['no connection', undefined, undefined, '203.0.113.7', null],
    ['IPv6', undefined, '2001:db8::1', undefined, '2001:db8::1'],
  ])('with %s', (_name, proxies, peer, header, expected) => {
    expect(addressOf(configOf(proxies), peer, header)).toBe(expected)
  })

  test('invalid TRUSTED_PROXIES fail at the start', () => {
    expect(() => configOf('my-proxy')).toThrow('TRUSTED_PROXIES')
  })
})
