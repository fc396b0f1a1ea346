import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { shiftedBy } from '../src/pages/posts/bulk/new-times.ts'
import { dateFormat } from '../src/parts/dates.ts'
import { toInstant, toLocal } from '../src/parts/local-time.ts'
import { clockChangeAt, clockTime, instantOf, setTimeZone } from '../src/parts/time-zone.ts'

beforeEach(() => setTimeZone('Europe/Berlin'))
afterEach(() => setTimeZone(null))

test.each([
  ['Europe/Berlin', '2026-11-24T09:00', '2026-11-24T08:00:00.000Z'],
  ['Europe/Berlin', '2026-07-24T09:00', '2026-07-24T07:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-24T09:00', '2026-11-24T03:30:00.000Z'],
  ['America/New_York', '2026-11-24T22:15', '2026-11-25T03:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-24T09:00', '2026-11-23T19:00:00.000Z'],
  ['UTC', '2026-11-24T09:00', '2026-11-24T09:00:00.000Z'],
  // The hours after a change, in which the offset of the day before no longer holds.
  ['Europe/Berlin', '2026-10-25T04:00', '2026-10-25T03:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29T04:00', '2026-03-29T02:00:00.000Z'],
])('in %s, %s is the instant %s and back', (zone, local, at) => {
  setTimeZone(zone)
  expect([toInstant(local), toLocal(at)]).toEqual([at, local])
})

test('a date format is created once per time zone and options', () => {
  const format = dateFormat('en', { hour: 'numeric' })
  expect(dateFormat('en', { hour: 'numeric' })).toBe(format)
  expect(dateFormat('en', { hour: '2-digit' })).not.toBe(format)
  setTimeZone('UTC')
  expect(dateFormat('en', { hour: 'numeric' }).resolvedOptions().timeZone).toBe('UTC')
})

test('a day begins at the first instant of its first hour', () => {
  expect(instantOf('2026-11-24').toISOString()).toBe('2026-11-23T23:00:00.000Z')
  // Clocks in Santiago skip the first hour of this day.
  setTimeZone('America/Santiago')
  expect(instantOf('2026-09-06').toISOString()).toBe('2026-09-06T04:00:00.000Z')
})

describe('when the clock is set forward', () => {
  test('a time that it skips becomes an hour later', () => {
    expect(clockChangeAt('2026-03-29T02:30')).toBe('skipped')
    const at = toInstant('2026-03-29T02:30')!
    expect([at, toLocal(at)]).toEqual(['2026-03-29T01:30:00.000Z', '2026-03-29T03:30'])
  })

  test('in Lord Howe, where it is set forward by half an hour, it becomes half an hour later', () => {
    setTimeZone('Australia/Lord_Howe')
    expect(toLocal(toInstant('2026-10-04T02:10')!)).toBe('2026-10-04T02:40')
  })
})

describe('when the clock is set back', () => {
  test('a repeated time is its first instant', () => {
    expect(clockChangeAt('2026-10-25T02:30')).toBe('repeated')
    expect(toInstant('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z')
  })

  test('the second instant of a repeated time is kept while the time is not edited', () => {
    const second = '2026-10-25T01:30:00.000Z'
    expect(toLocal(second)).toBe('2026-10-25T02:30+01:00')
    expect(toInstant(toLocal(second))).toBe(second)
  })

  test('a shift by days keeps the local time, a shift by hours the number of hours', () => {
    const post = { scheduled_at: '2026-10-24T07:30:00.000Z' } as Parameters<typeof shiftedBy>[0][0]
    expect(shiftedBy([post], 1, 'day')[0]!.at).toBe('2026-10-25T08:30:00.000Z')
    expect(shiftedBy([post], 24, 'hour')[0]!.at).toBe('2026-10-25T07:30:00.000Z')
  })
})

test('seconds of a time are kept', () => {
  expect(toLocal('2026-11-24T08:00:15.000Z')).toBe('2026-11-24T09:00:15')
  expect(toInstant('2026-11-24T09:00:15')).toBe('2026-11-24T08:00:15.000Z')
})

test.each(['', 'T09:00', '2026-11-24T', 'tomorrow'])('%j is no local time', (text) => {
  expect([toInstant(text), clockChangeAt(text)]).toEqual([null, null])
})

test('a zone that this browser does not know is that of the browser', () => {
  const at = '2026-11-24T09:00:00.000Z'
  setTimeZone(null)
  const shown = clockTime(at)
  setTimeZone('Mars/Olympus')
  expect(clockTime(at)).toBe(shown)
})

test('only dates.ts and time-zone.ts format dates, so that no date ignores the time zone', () => {
  const src = join(import.meta.dirname, '..', 'src')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  const format = /Intl\.DateTimeFormat\((?!\)\.resolvedOptions)/
  const formatting = files.filter(
    (file) => /\.tsx?$/.test(file) && format.test(readFileSync(join(src, file), 'utf8')),
  )
  expect(formatting.sort()).toEqual(['parts/dates.ts', 'parts/time-zone.ts'])
})
