import type { AccountFacts } from '../../core/account-facts.ts'
import type { MediaLimits, MediaRules } from './media-rules.ts'
import type { TextLimits } from './text-length.ts'

/** The text limits of an account: those of its server where they are known. */
export function accountTextLimits(limits: TextLimits, facts: AccountFacts | null): TextLimits {
  const { textMax, urlChars } = facts ?? {}
  return {
    ...limits,
    // A server has one maximum for every kind of content.
    ...(textMax === undefined ? {} : { max: textMax, maxByKind: {} }),
    ...(urlChars === undefined ? {} : { urlChars }),
  }
}

/** The media limits of an account: those of its server where they are known. */
export function accountMediaLimits<Limits extends MediaLimits>(
  limits: Limits,
  facts: AccountFacts | null,
): MediaLimits {
  const { mediaMax, altTextMax } = facts ?? {}
  return {
    ...limits,
    ...(mediaMax === undefined ? {} : { max: mediaMax }),
    ...(altTextMax === undefined ? {} : { altTextMax }),
    files: limits.files.map((rules) => accountMediaRules(rules, facts)),
  }
}

/** The limits of an account on one file. */
export function accountMediaRules(rules: MediaRules, facts: AccountFacts | null): MediaRules {
  if (!facts) return rules
  const isImage = rules.type === 'image'
  const bytesMax = isImage ? facts.imageBytesMax : facts.videoBytesMax
  const pixelsMax = isImage ? facts.imagePixelsMax : facts.videoPixelsMax
  const frameRateMax = isImage ? undefined : facts.videoFrameRateMax
  // Only types of the platform's list: what a server adds is text that anybody could have written.
  const mimeTypes =
    facts.mimeTypes && rules.mimeTypes.filter((type) => facts.mimeTypes?.includes(type))
  return {
    ...rules,
    ...(bytesMax === undefined ? {} : { bytesMax }),
    ...(pixelsMax === undefined ? {} : { pixelsMax }),
    ...(frameRateMax === undefined ? {} : { frameRateMax }),
    ...(mimeTypes === undefined ? {} : { mimeTypes, undocumentedMimeTypes: [] }),
  }
}
