import type { Account, PlatformValue } from '@postern/sdk'

/** The choices of the crop dialog besides the image's own ratio, as width to height. */
export const cropRatios: readonly number[] = [1, 4 / 5, 1.91, 9 / 16]

type Range = { platform: PlatformValue; min: number | null; max: number | null }

/** As the server: whole pixels make the ratio of a cropped image slightly inexact. */
const slack = 0.01

/** The ratios of images that each platform accepts, of those that limit them to a visible extent. */
export function imageRanges(accounts: readonly Account[]): Range[] {
  const ranges = accounts.flatMap(({ platform, limits }) => {
    // The first rule is that of a plain post, before those of stories and the like.
    const rule = limits.media.files.find(({ type }) => type === 'image')
    const { ratio_min: min = null, ratio_max: max = null } = rule ?? {}
    const isTight = (min ?? 0) > 0.1 || (max ?? 100) < 8
    return isTight ? [{ platform, min, max }] : []
  })
  return ranges.filter(
    ({ platform }, index) => ranges.findIndex((range) => range.platform === platform) === index,
  )
}

export function isAccepted(ratio: number, { min, max }: Pick<Range, 'min' | 'max'>): boolean {
  return ratio >= (min ?? 0) * (1 - slack) && ratio <= (max ?? Infinity) * (1 + slack)
}

/** The platforms that would refuse an image of this ratio. */
export function refusing(ratio: number, accounts: readonly Account[]): PlatformValue[] {
  return imageRanges(accounts)
    .filter((range) => !isAccepted(ratio, range))
    .map(({ platform }) => platform)
}

/** The ratio that loses least of the image and that every platform accepts; `null`: its own. */
export function suggestedRatio(ratio: number, accounts: readonly Account[]): number | null {
  if (refusing(ratio, accounts).length === 0) return null
  const accepted = cropRatios.filter((each) => refusing(each, accounts).length === 0)
  const lost = (each: number) => Math.abs(Math.log(each / ratio))
  const [best] = accepted.toSorted((one, two) => lost(one) - lost(two))
  return best ?? null
}

/** `4:5` where that is exact, else `1.91:1`. */
export function ratioText(ratio: number, language: string): string {
  const known = [
    [4, 5],
    [9, 16],
    [1, 1],
  ].find(([width, height]) => Math.abs(width! / height! - ratio) < 0.001)
  const number = ratio.toLocaleString(language, { maximumFractionDigits: 2 })
  return known ? known.join(':') : `${number}:1`
}
