import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readInstant, readWords, types } from './types.ts'

const asPgHasIt = (oid: number) => pg.types.getTypeParser(oid as never) as (text: string) => unknown

test.each([
  '2026-11-21 09:00:00+00',
  '2026-11-21 09:00:00.1+00',
  '2026-11-21 09:00:00.12+00',
  '2026-02-29 23:59:59.123+00',
  '2026-12-31 23:59:59.999999+00',
  '2026-11-21 09:00:00.000001+00',
  '2026-11-21 09:00:00+05:30',
  '2026-11-21 09:00:00.5-08',
  '0099-01-01 00:00:00+00',
  '10000-01-01 00:00:00+00',
  '0044-03-15 12:00:00+00 BC',
  'infinity',
  '-infinity',
])('the instant %s is what node-postgres reads', (text) => {
  expect(readInstant(text)).toEqual(asPgHasIt(1184)(text))
})

test('any instant of the years that occur is what node-postgres reads', () => {
  const instants = fc.date({
    min: new Date('1000-01-01'),
    max: new Date('9999-12-31'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(instants, (at) => {
      const text = at
        .toISOString()
        .replace('T', ' ')
        .replace('Z', '+00')
        .replace(/\.?0+\+/, '+')
      const whole =
        text.includes('.') || text.length >= 22
          ? text
          : `${at.toISOString().slice(0, 19).replace('T', ' ')}+00`
      expect(readInstant(whole)).toEqual(at)
    }),
  )
})

test.each([
  '{}',
  '{one}',
  '{one,two}',
  '{"a b",c}',
  '{NULL,a}',
  '{"NULL"}',
  '{a,"b,c"}',
  '{"q\\"q"}',
  '{{a},{b}}',
  '[0:1]={a,b}',
  '{"",x}',
  '{null_words,nullable}',
])('the list %s is what node-postgres reads', (text) => {
  expect(readWords(text)).toEqual(asPgHasIt(1009)(text))
})

test('other types and binary values are read as node-postgres reads them', () => {
  expect(types.getTypeParser(20)).toBe(pg.types.getTypeParser(20))
  expect(types.getTypeParser(1184, 'binary')).toBe(pg.types.getTypeParser(1184, 'binary'))
})
