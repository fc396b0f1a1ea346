import type { AccountFacts } from '../../core/account-facts.ts'
import {
  accountMediaLimits,
  accountMediaRules,
  accountTextLimits,
} from '../contract/account-limits.ts'
import { isBlank } from '../contract/check-text.ts'
import { checkMax, checkOptions, errorFinding, warningFinding } from '../contract/findings.ts'
import { checkAltText, checkMedia } from '../contract/media-rules.ts'
import type { PostContent, PostMedia, PublishFinding } from '../contract/publish.ts'
import { textLength } from '../contract/text-length.ts'
import { gifPixelsMax, mastodonFile, mastodonMedia, mastodonText } from './limits.ts'
import { mastodonOptions } from './options.ts'

/** The server finds links by its own rules, so its count may differ by this much (mastodon.md §3.3). */
const countToleranceChars = 25

/** Checks against the limits of the account's server, or Mastodon's defaults if they are unknown. */
export function checkMastodon(content: PostContent, facts: AccountFacts | null): PublishFinding[] {
  const { media } = content
  const { max, altTextMax = Infinity } = accountMediaLimits(mastodonMedia, facts)
  return [
    ...checkOptions(mastodonOptions, content.options),
    ...checkText(content, facts),
    ...checkCount(media, max),
    ...media.flatMap((each, index) => [
      ...checkMedia(`media.${index}`, each, accountMediaRules(mastodonFile[each.type], facts)),
      ...checkAltText(`media.${index}`, each, altTextMax),
      ...checkGif(`media.${index}`, each, facts),
    ]),
  ]
}

/** The content warning counts as text. */
function checkText(
  { text, media, options }: PostContent,
  facts: AccountFacts | null,
): PublishFinding[] {
  const path = 'text'
  if (media.length === 0 && isBlank(text)) {
    const message = 'The post is empty. Add text or media.'
    return [errorFinding({ path, code: 'text_required', message })]
  }
  const limits = accountTextLimits(mastodonText, facts)
  const limit = limits.max
  const parts = [text, mastodonOptions.safeParse(options).data?.spoiler_text ?? '']
  const lengthIn = (counting: Parameters<typeof textLength>[1]) =>
    parts.reduce((sum, part) => sum + textLength(part, counting), 0)
  const actual = lengthIn(limits)
  const isNear = actual > limit && actual - countToleranceChars <= limit
  // Counting is slow, so that the second time comes last.
  if (isNear && actual !== lengthIn({ unit: limits.unit })) {
    const message = `The server may count more than its ${limit} characters. Shorten the text to be safe.`
    return [warningFinding({ path, code: 'near_limit', message }, { limit, actual })]
  }
  const rule = `The text is too long. The server allows ${limit} characters, including the content warning.`
  return checkMax({ path, code: 'text_too_long', message: rule }, limit, actual)
}

/** The rule is in no server's limits. Programs other than Mastodon may have none. */
function checkGif(path: string, media: PostMedia, facts: AccountFacts | null): PublishFinding[] {
  const actual = (media.width ?? 0) * (media.height ?? 0)
  if (media.mimeType !== 'image/gif' || actual <= gifPixelsMax) return []
  const message = `GIFs on Mastodon have at most ${gifPixelsMax} pixels (1280 × 720). Make it smaller or use a video.`
  const text = { path, code: 'media_pixels', message }
  const values = { limit: gifPixelsMax, actual }
  return [isMastodon(facts) ? errorFinding(text, values) : warningFinding(text, values)]
}

/** Other programs name themselves in their version, as in `2.7.2 (compatible; Pleroma 2.6.0)`, or start at 0. */
function isMastodon(facts: AccountFacts | null): boolean {
  const software = facts?.software
  return software === undefined || /^[1-9]\d*\.\d+(?!.*compatible)/.test(software ?? '')
}

/** Whether it becomes a video, of which a post has one (mastodon.md §3.1). */
function isVideo({ type, mimeType, frameCount }: PostMedia): boolean {
  return type === 'video' || (mimeType === 'image/gif' && (frameCount ?? 1) > 1)
}

function checkCount(media: readonly PostMedia[], max: number): PublishFinding[] {
  const path = 'media'
  const videos = media.filter(isVideo).length
  if (videos > 0 && videos < media.length) {
    const message =
      'Mastodon does not allow both images and video, and a moving GIF is a video. Use one video or only images.'
    return [errorFinding({ path, code: 'media_mixed', message })]
  }
  const limit = videos > 0 ? mastodonMedia.videosMax : max
  const message =
    videos > 0
      ? 'Mastodon allows one video per post. Remove the others.'
      : `Too many images. The server allows ${limit} per post.`
  const values = { limit, actual: media.length }
  return media.length > limit ? [errorFinding({ path, code: 'media_count', message }, values)] : []
}
