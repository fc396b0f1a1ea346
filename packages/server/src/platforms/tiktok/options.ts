import { z } from 'zod'
import { coverTimeLabel } from '../contract/option-words.ts'
import { option, optionsOnlyFor } from '../contract/options.ts'
import type { PostContent } from '../contract/publish.ts'

/** tiktok.md §5.5. */
export const photoTitleMax = 90

/** The options of a target on TikTok, with the platform's names (tiktok.md §5.2, §5.5). */
export const tiktokOptions = z.strictObject({
  /** TikTok requires that the person chooses it, so it has no default. */
  privacy_level: option(
    z.enum(['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY']),
    {
      label: { en: 'Who can view this post', de: 'Wer diesen Beitrag sehen kann' },
      help: {
        en: 'TikTok requires a choice for every post. By publishing, you agree to TikTok’s Music Usage Confirmation.',
        de: 'TikTok verlangt diese Auswahl für jeden Beitrag. Mit dem Veröffentlichen stimmen Sie TikToks Bestätigung der Musiknutzung (Music Usage Confirmation) zu.',
      },
      required: true,
      choices: {
        PUBLIC_TO_EVERYONE: { en: 'Everyone', de: 'Alle' },
        MUTUAL_FOLLOW_FRIENDS: {
          en: 'Friends (followers you follow back)',
          de: 'Freunde (Follower, denen Sie folgen)',
        },
        FOLLOWER_OF_CREATOR: { en: 'Followers', de: 'Follower' },
        SELF_ONLY: { en: 'Only you', de: 'Nur Sie' },
      },
      refusals: {
        required: {
          en: 'Choose who can view this post.',
          de: 'Wählen Sie, wer diesen Beitrag sehen kann.',
        },
        option_invalid: {
          en: 'A paid partnership can’t be visible only to you.',
          de: 'Eine bezahlte Partnerschaft darf nicht nur für Sie sichtbar sein.',
        },
      },
    },
  ),
  title: option(z.string(), {
    label: { en: 'Title', de: 'Titel' },
    kinds: ['photos'],
    charsMax: photoTitleMax,
    preview: 'title',
  }),
  disable_comment: option(z.boolean(), {
    label: { en: 'Turn off comments', de: 'Kommentare deaktivieren' },
    opposite: { en: 'Allow comments', de: 'Kommentare erlauben' },
    prominent: true,
  }),
  disable_duet: option(z.boolean(), {
    label: { en: 'Turn off Duet', de: 'Duett deaktivieren' },
    opposite: { en: 'Allow Duet', de: 'Duett erlauben' },
    prominent: true,
    kinds: ['video'],
  }),
  disable_stitch: option(z.boolean(), {
    label: { en: 'Turn off Stitch', de: 'Stitch deaktivieren' },
    opposite: { en: 'Allow Stitch', de: 'Stitch erlauben' },
    prominent: true,
    kinds: ['video'],
  }),
  auto_add_music: option(z.boolean(), {
    label: { en: 'Add music automatically', de: 'Musik automatisch hinzufügen' },
    kinds: ['photos'],
  }),
  brand_organic_toggle: option(z.boolean(), {
    label: { en: 'Your brand (promotional content)', de: 'Ihre Marke (Werbeinhalt)' },
    prominent: true,
  }),
  brand_content_toggle: option(z.boolean(), {
    label: {
      en: 'Paid partnership (branded content)',
      de: 'Bezahlte Partnerschaft (Markeninhalt)',
    },
    help: {
      en: 'By publishing it, you agree to TikTok’s Branded Content Policy.',
      de: 'Mit dem Veröffentlichen stimmen Sie TikToks Richtlinie für Markeninhalte (Branded Content Policy) zu.',
    },
    prominent: true,
  }),
  is_aigc: option(z.boolean(), {
    label: { en: 'AI-generated content', de: 'KI-generierter Inhalt' },
    kinds: ['video'],
  }),
  video_cover_timestamp_ms: option(z.int().nonnegative(), {
    label: coverTimeLabel,
    kinds: ['video'],
    refusals: {
      option_invalid: {
        en: 'The cover frame is after the end of the video: {{actual}} of {{limit}} ms.',
        de: 'Das Titelbild liegt hinter dem Ende des Videos: {{actual}} von {{limit}} ms.',
      },
    },
  }),
  photo_cover_index: option(z.int().nonnegative(), {
    label: { en: 'Cover photo (the first is 0)', de: 'Titelfoto (das erste ist 0)' },
    kinds: ['photos'],
    refusals: {
      option_invalid: {
        en: 'Photo {{actual}} doesn’t exist: the first is 0, the last is {{limit}}.',
        de: 'Foto {{actual}} gibt es nicht: Das erste ist 0, das letzte {{limit}}.',
      },
    },
  }),
  /** Whether we upload the video or TikTok fetches its URL. Photos are always fetched. */
  source: option(z.enum(['upload', 'url']), {
    label: { en: 'Transfer method', de: 'Übertragungsart' },
    kinds: ['video'],
    choices: {
      upload: { en: 'Upload to TikTok', de: 'Zu TikTok hochladen' },
      url: { en: 'TikTok pulls from this server', de: 'TikTok ruft es von diesem Server ab' },
    },
    refusals: {
      not_supported: {
        en: 'TikTok always pulls photos; they can’t be uploaded.',
        de: 'Fotos ruft TikTok immer selbst ab; sie lassen sich nicht hochladen.',
      },
    },
  }),
})
export type TiktokOptions = z.infer<typeof tiktokOptions>

/** Without `source`, as `source: url` is also valid for photos. */
export const videoOptions = optionsOnlyFor(tiktokOptions, 'video').filter(
  (name) => name !== 'source',
)

export const photoOptions = optionsOnlyFor(tiktokOptions, 'photos')

/** How the content gets to TikTok: TikTok fetches everything except uploaded videos. */
export function transferOf(
  content: PostContent,
  options: TiktokOptions,
): 'upload' | 'video_url' | 'photos' {
  if (content.media.some(({ type }) => type === 'image')) return 'photos'
  return options.source === 'url' ? 'video_url' : 'upload'
}
