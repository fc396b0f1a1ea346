import { expect, test } from 'vitest'
import { uploadDeadlineMs } from './upload-deadline.ts'

test.each([
  ['an empty file', 0, 45_000],
  ['10 MB', 10_000_000, 45_000],
  ['100 MB at 250 kB/s', 100_000_000, 400_000],
  ['1 GB', 1_000_000_000, 600_000],
])('%s → deadline in milliseconds', (_name, bytes, deadlineMs) => {
  expect(uploadDeadlineMs(bytes)).toBe(deadlineMs)
})
