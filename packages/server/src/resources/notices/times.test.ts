import { expect, test } from 'vitest'
import { nextTimeOfDay, quietEnd } from './times.ts'

const berlin = 'Europe/Berlin'

// In Berlin, summer time ended on 2026-10-25 at 01:00 UTC and begins on 2027-03-28 at 01:00 UTC.
test.each([
  ['20:00', '07:30', '2026-11-20T18:59:59Z', null],
  ['20:00', '07:30', '2026-11-20T19:00:00Z', '2026-11-21T06:30:00.000Z'],
  ['20:00', '07:30', '2026-11-21T06:29:59Z', '2026-11-21T06:30:00.000Z'],
  ['20:00', '07:30', '2026-11-21T06:30:00Z', null],
  ['12:00', '13:00', '2026-11-20T11:30:00Z', '2026-11-20T12:00:00.000Z'],
  // The night in which summer time ends is an hour longer, the one in which it begins shorter.
  ['20:00', '07:30', '2026-10-24T18:00:00Z', '2026-10-25T06:30:00.000Z'],
  ['20:00', '07:30', '2027-03-27T22:00:00Z', '2027-03-28T05:30:00.000Z'],
  // 02:30 is skipped: it ends when the clock jumps.
  ['23:00', '02:30', '2027-03-28T00:30:00Z', '2027-03-28T01:00:00.000Z'],
  // 02:30 comes twice: the first ends it.
  ['23:00', '02:30', '2026-10-25T00:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['08:00', '08:00', '2026-11-20T07:00:00Z', null],
])('quiet from %s to %s in Berlin: at %s until %s', (from, until, now, end) => {
  expect(quietEnd(new Date(now), { from, until, timeZone: berlin })?.toISOString() ?? null).toBe(
    end,
  )
})

test.each([
  ['2026-11-20T07:29:00Z', '2026-11-20T07:30:00.000Z'],
  ['2026-11-20T07:30:00Z', '2026-11-21T07:30:00.000Z'],
  ['2026-10-24T06:30:00Z', '2026-10-25T07:30:00.000Z'],
  ['2027-03-27T07:30:00Z', '2027-03-28T06:30:00.000Z'],
])('the digest at 08:30 in Berlin after %s is at %s', (now, next) => {
  expect(nextTimeOfDay(new Date(now), '08:30', berlin).toISOString()).toBe(next)
})
