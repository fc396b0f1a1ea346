import type { Findings } from './findings.ts'
import type { PostMedia } from './publish.ts'

/** What a platform takes of one medium; a member that is missing has no limit. */
export type MediaRules = {
  mimeTypes: readonly string[]
  /** Taken by experience though no document says so: a warning. */
  undocumentedMimeTypes?: readonly string[]
  bytesMax: number
  /** Width ÷ height, for messages as the platform writes it. */
  ratioMin?: number
  ratioMax?: number
  ratioText?: string
  durationMsMin?: number
  durationMsMax?: number
  /** Wider is scaled or refused, depending on the file: a warning. */
  widthMax?: number
  altTextCharsMax?: number
}

/** Pixels are whole, so the ratio of an image made to the limit is a little off. */
const ratioSlack = 0.01

/**
 * Checks one medium at `path` (`media.0`). What was not found out about the file (`null`) is not
 * judged: the platform looks itself.
 */
export function checkMedia(
  findings: Findings,
  path: string,
  media: PostMedia,
  rules: MediaRules,
): void {
  checkType(findings, path, media, rules)
  findings.atMost(path, 'media_size', rules.bytesMax, media.size, {
    what: `The ${media.type}`,
    unit: 'bytes',
  })
  checkRatio(findings, path, media, rules)
  if (media.type === 'video') checkDuration(findings, path, media, rules)
  if (rules.widthMax !== undefined && (media.width ?? 0) > rules.widthMax) {
    const message = `The ${media.type} is wider than ${rules.widthMax} pixels and may be refused.`
    findings.warning(path, 'media_width', message, rules.widthMax, media.width)
  }
  if (rules.altTextCharsMax !== undefined && media.altText !== null) {
    const chars = [...media.altText].length
    findings.atMost(`${path}.alt_text`, 'alt_text_too_long', rules.altTextCharsMax, chars, {
      what: 'The alternative text',
      unit: 'characters',
    })
  }
}

function checkType(findings: Findings, path: string, media: PostMedia, rules: MediaRules): void {
  if (rules.mimeTypes.includes(media.mimeType)) return
  const taken = rules.mimeTypes.join(', ')
  if (rules.undocumentedMimeTypes?.includes(media.mimeType)) {
    const message = `${media.mimeType} is not documented for this platform and may be refused.`
    findings.warning(path, 'media_type', message, taken, media.mimeType)
    return
  }
  const message = `This platform takes ${taken} here; convert the ${media.mimeType} file first.`
  findings.error(path, 'media_type', message, taken, media.mimeType)
}

function checkRatio(findings: Findings, path: string, media: PostMedia, rules: MediaRules): void {
  const { width, height } = media
  if (!width || !height) return
  const ratio = width / height
  const isTooTall = rules.ratioMin !== undefined && ratio < rules.ratioMin - ratioSlack
  const isTooWide = rules.ratioMax !== undefined && ratio > rules.ratioMax + ratioSlack
  if (!isTooTall && !isTooWide) return
  const limit = rules.ratioText ?? `${rules.ratioMin ?? 0}:1 to ${rules.ratioMax ?? '∞'}:1`
  const message = `The ${media.type} is ${width}×${height}; its width to height must be ${limit}.`
  findings.error(path, 'aspect_ratio', message, limit, `${Math.round(ratio * 1000) / 1000}:1`)
}

function checkDuration(
  findings: Findings,
  path: string,
  media: PostMedia,
  rules: MediaRules,
): void {
  if (media.durationMs === null) return
  const seconds = media.durationMs / 1000
  const min = rules.durationMsMin === undefined ? 0 : rules.durationMsMin / 1000
  if (seconds < min || media.durationMs <= 0) {
    const message = `The video lasts ${seconds} seconds, of at least ${min}.`
    findings.error(path, 'media_too_short', message, min, seconds)
  }
  if (rules.durationMsMax === undefined) return
  findings.atMost(path, 'media_too_long', rules.durationMsMax / 1000, seconds, {
    what: 'The video',
    unit: 'seconds',
  })
}
