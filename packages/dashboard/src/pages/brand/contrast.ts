/** Background colors of the hosted page. */
export const surfaces = { light: '#ffffff', dark: '#17191e' } as const
/** WCAG 2.2 §1.4.3. */
export const textContrastMin = 4.5

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** The contrast of two `#rrggbb` colors, from 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((left, right) => left - right)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance(color: string): number {
  const weights = [0.2126, 0.7152, 0.0722]
  return weights.reduce((sum, weight, index) => {
    const share = Number.parseInt(color.slice(1 + 2 * index, 3 + 2 * index), 16) / 255
    const linear = share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    return sum + weight * linear
  }, 0)
}
