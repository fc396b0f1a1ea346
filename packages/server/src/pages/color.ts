/** Contrast according to WCAG 2.2, so that every brand color stays readable. */

export const surfaces = { light: '#ffffff', dark: '#17191e' } as const
const defaultColor = '#2f4bc7'

/** The minimum contrast of text (1.4.3) and of the edge of a control (1.4.11). */
const textContrastMin = 4.5
const edgeContrastMin = 3

export type BrandColors = {
  /** The background of the main button and the monogram, and the color of the text on it. */
  fill: string
  onFill: string
  /** The color of links and icons on a light and a dark page. */
  light: string
  dark: string
  /** Whether the fill has enough contrast with each page; if not, it gets a border. */
  showsOnLight: boolean
  showsOnDark: boolean
}

/** The colors of a brand, or our default if its color is missing or malformed. */
export function brandColors(color: string | null): BrandColors {
  const fill = color && isColor(color) ? color.toLowerCase() : defaultColor
  return {
    fill,
    onFill: readableOn(fill),
    light: legible(fill, surfaces.light, '#000000'),
    dark: legible(fill, surfaces.dark, '#ffffff'),
    showsOnLight: contrast(fill, surfaces.light) >= edgeContrastMin,
    showsOnDark: contrast(fill, surfaces.dark) >= edgeContrastMin,
  }
}

/** White where it can be read, else black: one of the two always has a contrast of 4.5. */
export function readableOn(fill: string): '#ffffff' | '#000000' {
  return contrast(fill, '#ffffff') >= textContrastMin ? '#ffffff' : '#000000'
}

/** The color, mixed with enough of `end` to be readable as text on the surface. */
function legible(color: string, surface: string, end: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(color, end, share)
    if (contrast(mixed, surface) >= textContrastMin) return mixed
  }
  return end
}

function mix(color: string, end: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [from, to] = [color, end].map((one) => Number.parseInt(one.slice(at, at + 2), 16))
    const value = Math.round(from! + (to! - from!) * share)
    return value.toString(16).padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** The contrast ratio of two `#rrggbb` colors, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((left, right) => left - right)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function isColor(text: string): boolean {
  return /^#[0-9a-fA-F]{6}$/.test(text)
}
