import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandColors, contrast, readableOn, surfaces } from './color.ts'

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#0000ff', '#ffffff', 8.59],
  ['#ff0000', '#ffffff', 4],
])('the contrast of %s and %s is %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2)
  expect(contrast(other, one)).toBe(contrast(one, other))
})

test.each([
  ['#ffd400', '#000000'],
  ['#0b6e4f', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#000000', '#ffffff'],
  ['#777777', '#000000'],
])('text on %s is %s', (fill, text) => {
  expect(readableOn(fill)).toBe(text)
})

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('with any brand color, text, links and check marks have a contrast of 4.5', () => {
  fc.assert(
    fc.property(color, (fill) => {
      const colors = brandColors(fill)
      expect(colors.fill).toBe(fill)
      expect(contrast(colors.onFill, colors.fill)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colors.light, surfaces.light)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colors.dark, surfaces.dark)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('a readable brand color is unchanged', () => {
  expect(brandColors('#0B6E4F')).toMatchObject({ fill: '#0b6e4f', light: '#0b6e4f' })
  expect(brandColors('#a9b8ff')).toMatchObject({ dark: '#a9b8ff' })
})

test.each([null, '', 'red', '#fff', '#12345g', 'red;}body{display:none', '#123456;'])(
  'an invalid color is ignored: %s',
  (color) => {
    expect(brandColors(color)).toEqual(brandColors(null))
  },
)
