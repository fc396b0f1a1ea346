import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect } from 'vitest'
import { type IdKind, idPrefixes, isId, newId } from '../../src/core/ids.ts'
import { isPublicAddress, parseWebhookUrl } from '../../src/outbound/address.ts'
import { externalId } from '../../src/schemas/profile.ts'
import { parseKeyring, seal, unseal } from '../../src/security/secrets.ts'
import { testProperty } from '../property-runs.ts'

describe('an address', () => {
  const v4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
  /** IANA's special-purpose address registry for IPv4, copied by hand. */
  const special = [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ].map((range) => ipaddr.IPv4.parseCIDR(range))
  const specialAddress = fc.constantFrom(...special).chain(([range, bits]) =>
    fc.tuple(fc.nat(255), fc.nat(255)).map(([third, fourth]) => {
      const [first, second] = range.octets as [number, number, number, number]
      return [
        first,
        second + (bits === 15 ? third % 2 : 0),
        bits <= 16 ? third : range.octets[2]!,
        fourth,
      ]
    }),
  )

  testProperty(
    'in a special-purpose range is not public in any notation that a URL accepts',
    fc.property(fc.oneof(v4, specialAddress), fc.nat(4), (octets, notation) => {
      const text = octets.join('.')
      const isSpecial = special.some((range) => ipaddr.IPv4.parse(text).match(range))
      if (isSpecial) expect(isPublicAddress(text)).toBe(false)
      const number = octets.reduce((sum, octet) => sum * 256 + octet!, 0)
      const [a, b, c, d] = octets as [number, number, number, number]
      const host = [
        text,
        String(number),
        `0x${number.toString(16)}`,
        `${a}.${b}.${c * 256 + d}`,
        `0${a.toString(8)}.${b}.${c}.${d}`,
      ][notation]!
      const parsed = parseWebhookUrl(`https://${host}/`, { allowPrivate: false })
      expect('url' in parsed).toBe(isPublicAddress(text))
    }),
  )

  testProperty(
    'that embeds an IPv4 address in IPv6 is not public',
    fc.property(
      v4,
      fc.constantFrom('::ffff:', '::', '64:ff9b::', '::ffff:0:'),
      (octets, prefix) => {
        const hex = [octets[0] * 256 + octets[1], octets[2] * 256 + octets[3]]
          .map((part) => part.toString(16))
          .join(':')
        for (const tail of [octets.join('.'), hex]) {
          expect(isPublicAddress(`${prefix}${tail}`)).toBe(false)
          const parsed = parseWebhookUrl(`https://[${prefix}${tail}]/`, { allowPrivate: false })
          expect('url' in parsed).toBe(false)
        }
        expect(isPublicAddress(`2002:${hex}::1`)).toBe(false)
      },
    ),
  )

  testProperty(
    'that is accepted uses https on port 443 without user name and fragment',
    fc.property(
      fc.oneof(
        fc.webUrl({ withFragments: true, withQueryParameters: true }),
        fc.webUrl({ validSchemes: ['https'] }),
        fc.string(),
      ),
      (text) => {
        const parsed = parseWebhookUrl(text, { allowPrivate: false })
        if (!('url' in parsed)) return
        expect([
          parsed.url.protocol,
          parsed.url.port,
          parsed.url.username,
          parsed.url.hash,
        ]).toEqual(['https:', '', '', ''])
        // Parsing the result again returns the same URL.
        expect(parseWebhookUrl(parsed.url.href, { allowPrivate: false })).toMatchObject({
          url: { href: parsed.url.href },
        })
      },
    ),
  )
})

describe('an id', () => {
  const kinds = Object.keys(idPrefixes) as IdKind[]

  testProperty(
    'has the prefix of its kind only, and no external_id has the format of a profile id',
    fc.property(fc.constantFrom(...kinds), fc.constantFrom(...kinds), (kind, otherKind) => {
      const id = newId(kind)
      expect(isId(kind, id)).toBe(true)
      expect(isId(otherKind, id)).toBe(otherKind === kind)
      expect(externalId.safeParse(id).success).toBe(kind !== 'profile')
    }),
  )

  testProperty(
    'of a profile and an external_id differ in their format',
    fc.property(
      fc.oneof(
        fc.stringMatching(/^[A-Za-z0-9._:@+-]{1,40}$/),
        fc.stringMatching(/^prof_[0-9a-z]{20,30}$/),
      ),
      (text) => {
        const isValid = externalId.safeParse(text).success
        if (text === '.' || text === '..') {
          expect(isValid).toBe(false)
          return
        }
        expect(isValid).toBe(!isId('profile', text))
        // It survives encoding in a path.
        const url = new URL(`https://x.test/v1/profiles/${encodeURIComponent(text)}`)
        expect(decodeURIComponent(url.pathname.split('/').at(-1)!)).toBe(text)
      },
    ),
  )
})

describe('a sealed secret', () => {
  const ring = () => parseKeyring([randomBytes(32).toString('base64')])

  testProperty(
    'opens only with its key and purpose, also after a key rotation',
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.string(),
      (content, purpose, otherPurpose) => {
        const text = content.toWellFormed()
        const [keys, otherKeys] = [ring(), ring()]
        const sealed = seal(keys, purpose, text)
        expect(unseal(keys, purpose, sealed)).toBe(text)
        expect(unseal([...otherKeys, ...keys] as never, purpose, sealed)).toBe(text)
        expect(() => unseal(otherKeys, purpose, sealed)).toThrow()
        if (otherPurpose !== purpose) expect(() => unseal(keys, otherPurpose, sealed)).toThrow()
      },
    ),
  )

  testProperty(
    'does not open after a bit was changed or the end was cut off',
    fc.property(fc.string(), fc.nat(), fc.nat(7), (text, offset, bit) => {
      const keys = ring()
      const sealed = seal(keys, 'x', text)
      const altered = Buffer.from(sealed)
      altered[offset % sealed.length]! ^= 1 << bit
      expect(() => unseal(keys, 'x', altered)).toThrow()
      expect(() => unseal(keys, 'x', sealed.subarray(0, offset % sealed.length))).toThrow()
    }),
  )
})
