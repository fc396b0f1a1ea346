import { expect, test } from 'vitest'
import { contrastOf } from '../src/pages/brand/contrast.ts'
import {
  leastUsedColor,
  profileColor,
  profileColors,
  withColors,
} from '../src/parts/profile-color.ts'

const background = { light: '#ffffff', dark: '#242424' }

test.each(profileColors)(
  'white text on %s passes AA, and it is visible on both backgrounds',
  (color) => {
    expect(contrastOf(color, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(color, background.light)).toBeGreaterThanOrEqual(3)
    expect(contrastOf(color, background.dark)).toBeGreaterThanOrEqual(3)
  },
)

test('a profile without a color always has the same one of the palette', () => {
  const profile = { id: 'prof_01m6gavzr0fcm9nz0wm0dnc8dd', color: null }
  expect(profileColor(profile)).toBe('#e03131')
  expect(profileColor({ ...profile, color: '#123456' })).toBe('#123456')
})

test('a new profile gets the color that the fewest profiles have', () => {
  const used = [...profileColors, ...profileColors].map((color, at) => ({ id: String(at), color }))
  expect(leastUsedColor([])).toBe(profileColors[0])
  expect(leastUsedColor(used.filter((_, at) => at !== 5))).toBe(profileColors[5])
})

test('as many profiles as the palette has colors → no two have the same, whatever their order', () => {
  const automatic = profileColors.slice(2).map((_, at) => ({ id: `prof_${at + 10}`, color: null }))
  const chosen = profileColors.slice(0, 2).map((color, at) => ({ id: `prof_${at + 50}`, color }))
  const colors = withColors([...automatic, ...chosen])
  expect(new Set(colors.map(({ color }) => color)).size).toBe(profileColors.length)
  const reversed = withColors([...chosen, ...automatic].reverse())
  for (const { id, color } of reversed) {
    expect(color).toBe(colors.find((each) => each.id === id)?.color)
  }
})

test('a profile keeps its automatic color when younger profiles are added', () => {
  const first = { id: 'prof_01m6gavzr0fcm9nz0wm0dnc8dd', color: null }
  const others = Array.from({ length: 30 }, (_, at) => ({ id: `prof_02_${at}`, color: null }))
  expect(withColors([...others, first]).at(-1)?.color).toBe(profileColor(first))
})
