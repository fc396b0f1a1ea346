import type { AccountFacts } from '../../core/account-facts.ts'
import { accountMediaLimits, accountTextLimits } from '../../platforms/contract/account-limits.ts'
import type { MediaLimits, MediaRules } from '../../platforms/contract/media-rules.ts'
import type { Platform } from '../../platforms/contract/platform.ts'
import type { TextLimits } from '../../platforms/contract/text-length.ts'
import type { PlatformReply, PlatformText } from '../../schemas/platform.ts'
import type { PlatformMedia } from '../../schemas/platform-media.ts'

/** The limits of a platform, or of one of its accounts, as the API returns them. */
export function showLimits(
  { text, media, comments }: Platform,
  facts: AccountFacts | null,
): { text: PlatformText; reply: PlatformReply | null; media: PlatformMedia } {
  const reply = comments?.reply && accountTextLimits(comments.replyText, facts)
  return {
    text: showPostText(accountTextLimits(text, facts)),
    reply: reply ? { ...showText(reply), mentions_author: Boolean(comments.completeReply) } : null,
    media: showMedia(accountMediaLimits(media, facts)),
  }
}

function showPostText(limits: TextLimits): PlatformText {
  const { text = null, photos = null, video = null } = limits.maxByKind ?? {}
  return { ...showText(limits), max_by_kind: { text, photos, video } }
}

function showText(limits: TextLimits): Omit<PlatformReply, 'mentions_author'> {
  return {
    max: limits.max,
    unit: limits.unit,
    bytes_max: limits.bytesMax ?? null,
    url_chars: limits.urlChars ?? null,
    short_mentions: limits.shortMentions ?? false,
  }
}

function showMedia(media: MediaLimits): PlatformMedia {
  return {
    max: media.max,
    videos_max: media.videosMax ?? media.max,
    mixed: media.isMixed,
    required: media.isRequired,
    alt_text_max: media.altTextMax ?? null,
    files: media.files.map(showFile),
  }
}

function showFile(rules: MediaRules): PlatformMedia['files'][number] {
  return {
    type: rules.type,
    post: rules.postKind ?? null,
    formats: [...rules.mimeTypes],
    converted: rules.copied === 'if_needed' || rules.copied === 'other_types',
    undocumented_formats: [...(rules.undocumentedMimeTypes ?? [])],
    bytes_max: rules.bytesMax,
    ratio_min: rules.ratioMin ?? null,
    ratio_max: rules.ratioMax ?? null,
    seconds_min: rules.secondsMin ?? null,
    seconds_max: rules.secondsMax ?? null,
    width_max: rules.widthMax ?? null,
    side_min: rules.sideMin ?? null,
    short_side_max: rules.shortSideMax ?? null,
    long_side_max: rules.longSideMax ?? null,
    pixels_max: rules.pixelsMax ?? null,
    frame_rate_min: rules.frameRateMin ?? null,
    frame_rate_max: rules.frameRateMax ?? null,
  }
}
