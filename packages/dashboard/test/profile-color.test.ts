import { expect, test } from 'vitest'
import { contrastOf } from '../src/pages/brand/contrast.ts'
import { leastUsedColor, profileColor, profileColors } from '../src/parts/profile-color.ts'

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
