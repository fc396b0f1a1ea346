import { atMost, caution, refusal } from './findings.ts'
import type { PostMedia, PublishFinding } from './publish.ts'

/** What a platform takes of all media of a post. */
export type MediaLimits = {
  max: number
  /** Where there are fewer of a kind than `max`. */
  videosMax?: number
  /** Whether a post can have images and videos. */
  isMixed: boolean
  /** Whether there are no posts of text alone. */
  isRequired: boolean
  /** Characters of an alternative text; missing where it is not limited. */
  altTextMax?: number
  files: readonly MediaRules[]
}

/** What a platform takes of one medium; a member that is missing has no limit. */
export type MediaRules = {
  type: 'image' | 'video'
  /** The kind of post that it is for, in the platform's own word; every one when missing. */
  post?: string
  mimeTypes: readonly string[]
  /** Taken by experience though no document says so: a warning. */
  undocumentedMimeTypes?: readonly string[]
  bytesMax: number
  /** Width ÷ height. */
  ratioMin?: number
  ratioMax?: number
  /** As the platform writes it: `4:5 to 1.91:1`. */
  ratioText?: string
  secondsMin?: number
  secondsMax?: number
  /** Wider is scaled or refused, depending on the file: a warning. */
  widthMax?: number
  /** Pixels of both sides, and of the shorter and the longer one. */
  sideMin?: number
  shortSideMax?: number
  longSideMax?: number
}

/** Pixels are whole, so the ratio of an image made to the limit is a little off. */
const ratioSlack = 0.01
const megabyte = 1_000_000

/**
 * Checks one medium at `path` (`media.0`). What was not found out about the file (`null`) is not
 * judged: the platform looks itself.
 */
export function checkMedia(path: string, media: PostMedia, rules: MediaRules): PublishFinding[] {
  const size = `This ${media.type} has at most ${Math.round(rules.bytesMax / megabyte)} MB.`
  return [
    ...checkType(path, media, rules),
    ...atMost({ path, code: 'media_size', message: size }, rules.bytesMax, media.size),
    ...checkRatio(path, media, rules),
    ...(media.type === 'video' ? checkDuration(path, media, rules) : []),
    ...checkWidth(path, media, rules),
  ]
}

/** An alternative text has at most `charsMax` characters. */
export function checkAltText(path: string, media: PostMedia, charsMax: number): PublishFinding[] {
  const message = `An alternative text has at most ${charsMax} characters.`
  const chars = [...(media.altText ?? '')].length
  return atMost({ path: `${path}.alt_text`, code: 'alt_text_too_long', message }, charsMax, chars)
}

function checkType(path: string, media: PostMedia, rules: MediaRules): PublishFinding[] {
  if (rules.mimeTypes.includes(media.mimeType)) return []
  const taken = rules.mimeTypes.join(', ')
  const facts = { limit: taken, actual: media.mimeType }
  if (rules.undocumentedMimeTypes?.includes(media.mimeType)) {
    const message = `${media.mimeType} is not documented for this platform and may be refused.`
    return [caution({ path, code: 'media_type', message }, facts)]
  }
  const message = `This platform takes ${taken} here; convert the ${media.mimeType} file first.`
  return [refusal({ path, code: 'media_type', message }, facts)]
}

function checkRatio(path: string, media: PostMedia, rules: MediaRules): PublishFinding[] {
  const { width, height } = media
  if (!width || !height) return []
  const ratio = width / height
  const isTooTall = rules.ratioMin !== undefined && ratio < rules.ratioMin - ratioSlack
  const isTooWide = rules.ratioMax !== undefined && ratio > rules.ratioMax + ratioSlack
  if (!isTooTall && !isTooWide) return []
  const limit = rules.ratioText ?? `${rules.ratioMin ?? 0}:1 to ${rules.ratioMax}:1`
  const message = `The ${media.type} is ${width}×${height}; width to height must be ${limit}.`
  const actual = `${Math.round(ratio * 1_000) / 1_000}:1`
  return [refusal({ path, code: 'aspect_ratio', message }, { limit, actual })]
}

function checkDuration(path: string, media: PostMedia, rules: MediaRules): PublishFinding[] {
  const { secondsMin = 0, secondsMax } = rules
  if (media.durationMs === null) return []
  const actual = media.durationMs / 1_000
  if (actual <= 0 || actual < secondsMin) {
    const message = `This video lasts at least ${secondsMin} seconds.`
    return [refusal({ path, code: 'media_duration', message }, { limit: secondsMin, actual })]
  }
  if (secondsMax === undefined) return []
  const message = `This video lasts at most ${secondsMax} seconds.`
  return atMost({ path, code: 'media_duration', message }, secondsMax, actual)
}

function checkWidth(path: string, media: PostMedia, { widthMax }: MediaRules): PublishFinding[] {
  if (widthMax === undefined || (media.width ?? 0) <= widthMax) return []
  const message = `A ${media.type} wider than ${widthMax} pixels may be refused.`
  return [caution({ path, code: 'media_width', message }, { limit: widthMax, actual: media.width })]
}
