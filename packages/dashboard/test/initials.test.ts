import { expect, test } from 'vitest'
import { initialsOf } from '../src/parts/visible-name.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['Ada Augusta King Lovelace', 'AA'],
  ['Kim 🦊 Ödegård', 'KÖ'],
  ['👩‍👩‍👧‍👦', ''],
  ['🦊kim', 'K'],
  ['𝒦im 𠮷野', '𝒦𠮷'],
  ['  «Émile»  2nd ', 'É2'],
  ['\u200B', ''],
])('the initials of %s are whole letters: %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('an account without a picture shows one letter', () => {
  expect(initialsOf('bergmann.bakery and more', 1)).toBe('B')
})
