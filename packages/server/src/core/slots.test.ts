import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slotInstants, type WeeklySlot, weekdays } from './slots.ts'
import { isTimeZone, localTimeOf } from './time-zones.ts'

const daily = (...times: string[]): WeeklySlot[] =>
  weekdays.flatMap((weekday) => times.map((time) => ({ weekday, time })))

const between = (slots: WeeklySlot[], timeZone: string, from: string, to: string) =>
  [...slotInstants(slots, timeZone, new Date(from), new Date(to))].map((slot) => slot.toISOString())

describe('summer time', () => {
  test('a skipped time occurs at the end of the skipped hour, once with the slot there', () => {
    const slots = daily('02:15', '02:30', '03:00', '03:30')
    expect(between(slots, 'Europe/Berlin', '2027-03-27T23:00:00Z', '2027-03-28T22:00:00Z')).toEqual(
      ['2027-03-28T01:00:00.000Z', '2027-03-28T01:30:00.000Z'],
    )
  })

  test('a repeated time occurs the first time only', () => {
    expect(
      between(daily('02:30'), 'Europe/Berlin', '2027-10-30T22:00:00Z', '2027-10-31T23:00:00Z'),
    ).toEqual(['2027-10-31T00:30:00.000Z'])
    // In the second of the two hours nothing is left.
    expect(
      between(daily('02:30'), 'Europe/Berlin', '2027-10-31T00:30:00Z', '2027-10-31T23:00:00Z'),
    ).toEqual([])
  })

  test('a change of half an hour, a change at midnight and a skipped day', () => {
    expect(
      between(
        daily('02:10'),
        'Australia/Lord_Howe',
        '2026-10-03T00:00:00Z',
        '2026-10-04T00:00:00Z',
      ),
    ).toEqual(['2026-10-03T15:30:00.000Z'])
    expect(
      between(daily('00:30'), 'Africa/Cairo', '2026-04-23T12:00:00Z', '2026-04-24T12:00:00Z'),
    ).toEqual(['2026-04-23T22:00:00.000Z'])
    expect(
      between(daily('12:00'), 'Pacific/Apia', '2011-12-29T00:00:00Z', '2011-12-31T21:00:00Z'),
    ).toEqual(['2011-12-29T22:00:00.000Z', '2011-12-30T10:00:00.000Z', '2011-12-30T22:00:00.000Z'])
  })

  test('the local time stays the same over the change', () => {
    expect(
      between(daily('09:00'), 'America/New_York', '2027-03-13T00:00:00Z', '2027-03-15T00:00:00Z'),
    ).toEqual(['2027-03-13T14:00:00.000Z', '2027-03-14T13:00:00.000Z'])
  })
})

test('slots are in order, after the start, and each occurs once on each of its local days', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo']
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
  const slot = fc.record({ weekday: fc.constantFrom(...weekdays), time })
  fc.assert(
    fc.property(
      fc.array(slot, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...zones),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2029-01-01'), noInvalidDate: true }),
      (slots, timeZone, from) => {
        const until = new Date(from.getTime() + 14 * 86_400_000)
        const found = [...slotInstants(slots, timeZone, from, until)]
        const times = found.map((instant) => instant.getTime())
        expect(times).toEqual([...new Set(times)].sort((left, right) => left - right))
        expect(times.every((each) => each > from.getTime() && each <= until.getTime())).toBe(true)
        const local = times.map((each) => new Date(localTimeOf(timeZone, each)).toISOString())
        const named = new Set(slots.map(({ weekday, time }) => `${weekday} ${time}`))
        const exact = local.filter((text) => {
          const day = weekdays[new Date(text).getUTCDay()]
          return named.has(`${day} ${text.slice(11, 16)}`)
        })
        // Others were skipped. No local time occurs twice.
        expect(local.length - exact.length).toBeLessThanOrEqual(2)
        expect(new Set(exact).size).toBe(exact.length)
        // Of two weeks, at most the ends and one change of summer time are different.
        expect(times.length).toBeGreaterThanOrEqual(named.size)
        expect(times.length).toBeLessThanOrEqual(named.size * 3)
      },
    ),
  )
})

test.each([
  ['UTC', true],
  ['Europe/Berlin', true],
  ['Asia/Kolkata', true],
  ['Europe/Atlantis', false],
  ['+01:00', false],
  ['', false],
])('the time zone %j exists: %s', (name, exists) => {
  expect(isTimeZone(name)).toBe(exists)
})
