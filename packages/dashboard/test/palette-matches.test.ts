import { expect, test } from 'vitest'
import { goKeys } from '../src/navigation/go-keys.ts'
import { isId, isPartOf, matchesLabel } from '../src/palette/matches.ts'

test.each([
  ['New post', 'post', true],
  ['New post', 'po ne', true],
  ['Neuer Beitrag', 'beitrag', true],
  ['Verbindungslink', 'link', false],
  ['Übersicht', 'uber', true],
  ['API keys', 'api-', false],
])('the label %j matches the search %j: %j', (label, search, isMatch) => {
  expect(matchesLabel(label, search)).toBe(isMatch)
})

test('a part of a name is found in any case and without accents', () => {
  expect(isPartOf(['Café Brûlot', null], 'brulot')).toBe(true)
  expect(isPartOf(['Café Brûlot', 'customer-7'], 'MER-7')).toBe(true)
  expect(isPartOf(['Café', null], 'bar')).toBe(false)
})

test.each([
  ['post_01k4wz7tq8e1n9mdh2y6c3vbfa', true],
  ['0192f3a1-7c1e-7d21-9f0e-0a1b2c3d4e5f', true],
  ['post_01k4wz7tq8e1n9mdh2y6c3vbf', false],
  ['plums', false],
])('%s is an ID: %j', (text, isOne) => expect(isId(text)).toBe(isOne))

test('each page has its own letter after g', () => {
  const letters = Object.values(goKeys)
  expect(new Set(letters).size).toBe(letters.length)
  expect(letters.every((letter) => /^[a-z]$/.test(letter))).toBe(true)
})
