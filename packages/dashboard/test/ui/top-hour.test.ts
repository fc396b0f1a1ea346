import dayjs from 'dayjs'
import { expect, test } from 'vitest'
import { topHour } from '../../src/pages/calendar/top-hour.ts'

const now = dayjs('2026-11-23T14:00')

test.each([
  ['no posts → the hour before nine', [], 8],
  ['posts of three days → the hour before the first', ['12T15:30', '13T10:30', '14T11:00'], 9],
  ['a post before six → the week does not open there', ['14T03:00', '13T10:30'], 9],
  [
    'most posts in the evening → the others are out of view',
    ['04T09:10', '05T19:10', '06T19:10'],
    18,
  ],
  ['as many at both ends of the day → the earlier ones', ['04T09:10', '05T19:10'], 8],
])('%s', (_, times, hour) => {
  expect(topHour(at('2027-01', times), now, false)).toBe(hour)
})

test.each([
  ['posts of earlier hours → the present is in view', ['24T06:10', '25T06:10', '26T06:10'], 11],
  ['posts of later hours → as many as possible with the present', ['24T18:10', '25T18:10'], 12],
  ['only posts of earlier hours today → the present is in view', ['23T07:10'], 11],
])('the current week: %s', (_, times, hour) => {
  expect(topHour(at('2026-11', times), now, true)).toBe(hour)
})

test('no post to come → the week opens at most of the past posts', () => {
  expect(topHour(at('2026-10', ['05T19:10', '06T19:10', '07T09:10']), now, false)).toBe(18)
})

function at(month: string, times: readonly string[]) {
  return times.map((time) => dayjs(`${month}-${time}`))
}
