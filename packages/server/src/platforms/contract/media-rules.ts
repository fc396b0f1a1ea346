import { checkMax, errorFinding, type FindingValues, warningFinding } from './findings.ts'
import type { PostMedia, PublishFinding, RenditionLimits } from './publish.ts'

/** A platform's limits on the media of a post. */
export type MediaLimits = {
  max: number
  /** Maximum number of videos, if lower than `max`. */
  videosMax?: number
  /** Whether one post can have both images and videos. */
  isMixed: boolean
  /** Whether text-only posts are impossible. */
  isRequired: boolean
  /** Maximum characters of an alternative text; missing if unlimited. */
  altTextMax?: number
  files: readonly MediaRules[]
}

/** A platform's limits on one file; a missing field means no limit. */
export type MediaRules = {
  type: 'image' | 'video'
  /** The post kind it applies to, in the platform's terms; missing for all kinds. */
  postKind?: string
  mimeTypes: readonly string[]
  /** Accepted in practice but undocumented; gives a warning. */
  undocumentedMimeTypes?: readonly string[]
  bytesMax: number
  /** Width ÷ height. */
  ratioMin?: number
  ratioMax?: number
  /** As the platform writes it: `4:5 to 1.91:1`. */
  ratioText?: string
  secondsMin?: number
  secondsMax?: number
  /** Wider files are scaled or refused, depending on the file; gives a warning. */
  widthMax?: number
  /** In pixels: minimum of both sides, maximum of the shorter and the longer side. */
  sideMin?: number
  shortSideMax?: number
  longSideMax?: number
  /** Maximum of width × height. */
  pixelsMax?: number
  /** Frames per second of a video. */
  frameRateMin?: number
  frameRateMax?: number
  /** Other rates may be accepted, so they give a warning. */
  acceptsOtherFrameRates?: true
  /**
   * Whether the platform gets a still copy in sRGB. `other_types`: a JPEG, where the image itself has
   * another type. `if_needed`: also where it has too many bytes or pixels, or the colors of print. The
   * same for every post kind.
   */
  copied?: 'always' | 'if_needed' | 'other_types'
  /** Whether a JPEG with several pictures (MPO, as 3D cameras make it) is copied, too. */
  isSinglePicture?: true
}

/** Whole pixels make the ratio of an image cropped to the limit slightly inexact. */
const ratioSlack = 0.01
/** Rates are averages of the frames that were read: 23.976 is 23.98 or 23.97. */
const frameRateSlack = 1
const megabyte = 1_000_000
/** Of a copy where the platform has no limit: none shows more. */
const copySideMax = 4_096

/** The limits of the copy to publish instead of the image; `null` if the image itself is published. */
export function copyLimits(media: PostMedia, files: readonly MediaRules[]): RenditionLimits | null {
  const rules = files.find(({ type }) => type === media.type)
  if (!rules || !copyReason(media, rules)) return null
  const { bytesMax, shortSideMax, longSideMax: sideMax = copySideMax } = rules
  return { bytesMax, sideMax, ...(shortSideMax ? { shortSideMax } : {}), isJpeg: true }
}

/**
 * Checks one file at `path` (`media.0`). Unknown properties (`null`) are not checked here: the platform
 * checks them.
 */
export function checkMedia(path: string, media: PostMedia, rules: MediaRules): PublishFinding[] {
  const copied = checkCopy(path, media, rules)
  return [
    ...(copied.length > 0 ? copied : checkFile(path, media, rules)),
    ...checkRatio(path, media, rules),
    ...(media.type === 'video' ? checkVideo(path, media, rules) : checkImage(path, media, rules)),
    ...checkWidth(path, media, rules),
    ...checkPixels(path, media, rules),
  ]
}

export function checkAltText(path: string, media: PostMedia, charsMax: number): PublishFinding[] {
  const message = `The alt text is too long. The platform allows ${charsMax} characters.`
  const chars = [...(media.altText ?? '')].length
  return checkMax({ path: `${path}.alt_text`, code: 'alt_text_too_long', message }, charsMax, chars)
}

/** What makes a copy necessary, as limit and actual value; `null` if nothing does. */
function copyReason(media: PostMedia, rules: MediaRules): FindingValues | null {
  const {
    mimeTypes,
    bytesMax,
    shortSideMax: short = Infinity,
    longSideMax: long = Infinity,
    copied,
  } = rules
  const { mimeType, size, width, height, colorSpace } = media
  const pictures = (mimeType === 'image/jpeg' && media.frameCount) || 1
  if (copied !== 'if_needed' && copied !== 'other_types') return null
  if (!mimeTypes.includes(mimeType)) {
    // A server that takes no JPEG takes no copy either.
    if (!mimeTypes.includes('image/jpeg')) return null
    return { limit: mimeTypes.join(', '), actual: mimeType }
  }
  if (copied === 'other_types') return null
  if (rules.isSinglePicture && pictures > 1) return { limit: 1, actual: pictures }
  if (size > bytesMax) return { limit: bytesMax, actual: size }
  if (colorSpace === 'cmyk') return { limit: 'srgb', actual: colorSpace }
  const sides = [width ?? 0, height ?? 0]
  if (Math.min(...sides) <= short && Math.max(...sides) <= long) return null
  return { limit: `${short}x${long}`, actual: `${width}x${height}` }
}

function checkCopy(path: string, media: PostMedia, rules: MediaRules): PublishFinding[] {
  const reason = copyReason(media, rules)
  if (!reason) return []
  const message =
    'The platform gets a JPEG copy that fits its limits. Transparent areas become white. The original is kept.'
  return [warningFinding({ path, code: 'media_converted', message }, reason)]
}

function checkFile(path: string, media: PostMedia, rules: MediaRules): PublishFinding[] {
  const message = `This ${media.type} has at most ${Math.round(rules.bytesMax / megabyte)} MB.`
  return [
    ...checkType(path, media, rules),
    ...checkMax({ path, code: 'media_size', message }, rules.bytesMax, media.size),
  ]
}

function checkType(path: string, media: PostMedia, rules: MediaRules): PublishFinding[] {
  if (rules.mimeTypes.includes(media.mimeType)) return []
  const accepted = rules.mimeTypes.join(', ')
  const facts = { limit: accepted, actual: media.mimeType }
  if (rules.undocumentedMimeTypes?.includes(media.mimeType)) {
    const message = `The platform does not document ${media.mimeType} and may reject it.`
    return [warningFinding({ path, code: 'media_type', message }, facts)]
  }
  const message = accepted
    ? `The platform does not accept ${media.mimeType} here. Convert the file to ${accepted}.`
    : `The platform does not accept any ${media.type} here. Remove the file.`
  return [errorFinding({ path, code: 'media_type', message }, facts)]
}

function checkRatio(path: string, media: PostMedia, rules: MediaRules): PublishFinding[] {
  const { width, height } = media
  if (!width || !height) return []
  const ratio = width / height
  const isTooTall = rules.ratioMin !== undefined && ratio < rules.ratioMin - ratioSlack
  const isTooWide = rules.ratioMax !== undefined && ratio > rules.ratioMax + ratioSlack
  if (!isTooTall && !isTooWide) return []
  const limit = rules.ratioText ?? `${rules.ratioMin ?? 0}:1 to ${rules.ratioMax}:1`
  const message = `The aspect ratio of the ${media.type} (${width}×${height}) must be ${limit}. Crop it.`
  const actual = `${Math.round(ratio * 1_000) / 1_000}:1`
  return [errorFinding({ path, code: 'aspect_ratio', message }, { limit, actual })]
}

function checkVideo(path: string, media: PostMedia, rules: MediaRules): PublishFinding[] {
  return [...checkDuration(path, media, rules), ...checkFrameRate(path, media, rules)]
}

function checkFrameRate(path: string, media: PostMedia, rules: MediaRules): PublishFinding[] {
  const { frameRateMin = 0, frameRateMax = Infinity } = rules
  const rate = media.frameRate ?? null
  if (rate === null) return []
  const isTooSlow = rate < frameRateMin - frameRateSlack
  if (!isTooSlow && rate <= frameRateMax + frameRateSlack) return []
  const limit = frameRateMin > 0 ? `${frameRateMin} to ${frameRateMax}` : frameRateMax
  const message = `The video must have ${limit} frames per second. Export it again with another frame rate.`
  const actual = Math.round(rate * 100) / 100
  const text = { path, code: 'media_frame_rate', message }
  const values = { limit, actual }
  return [rules.acceptsOtherFrameRates ? warningFinding(text, values) : errorFinding(text, values)]
}

function checkImage(path: string, media: PostMedia, rules: MediaRules): PublishFinding[] {
  const moves = media.mimeType !== 'image/jpeg' && (media.frameCount ?? 1) > 1
  const isCopied = rules.copied === 'always' || copyReason(media, rules) !== null
  if (isCopied && moves) {
    const message =
      'Posts on this platform have no moving images. Only the first frame is published. Use a video instead.'
    return [
      warningFinding(
        { path, code: 'media_animated', message },
        { actual: media.frameCount ?? null },
      ),
    ]
  }
  if (!isCopied && media.colorSpace === 'cmyk') {
    const message =
      'The image has the colors of print (CMYK), which the platform changes or refuses. Export it in sRGB.'
    const facts = { limit: 'srgb', actual: media.colorSpace }
    return [warningFinding({ path, code: 'media_color_space', message }, facts)]
  }
  return []
}

function checkDuration(path: string, media: PostMedia, rules: MediaRules): PublishFinding[] {
  const { secondsMin = 0, secondsMax } = rules
  if (media.durationMs === null) return []
  const actual = media.durationMs / 1_000
  if (actual <= 0 || actual < secondsMin) {
    const message = `The video is too short. It must be at least ${secondsMin} seconds long.`
    return [errorFinding({ path, code: 'media_duration', message }, { limit: secondsMin, actual })]
  }
  if (secondsMax === undefined) return []
  const message = `The video is too long. It can be at most ${secondsMax} seconds long.`
  return checkMax({ path, code: 'media_duration', message }, secondsMax, actual)
}

function checkWidth(path: string, media: PostMedia, { widthMax }: MediaRules): PublishFinding[] {
  if (widthMax === undefined || (media.width ?? 0) <= widthMax) return []
  const message = `The platform may reject a ${media.type} wider than ${widthMax} pixels.`
  return [
    warningFinding(
      { path, code: 'media_width', message },
      { limit: widthMax, actual: media.width },
    ),
  ]
}

function checkPixels(path: string, media: PostMedia, { pixelsMax }: MediaRules): PublishFinding[] {
  const { type, width, height } = media
  if (pixelsMax === undefined || !width || !height || width * height <= pixelsMax) return []
  const message = `The ${type} has more pixels than the platform accepts. Make it smaller.`
  const facts = { limit: pixelsMax, actual: width * height }
  return [errorFinding({ path, code: 'media_pixels', message }, facts)]
}
