import { z } from 'zod'
import { coverTimeLabel } from '../option-words.ts'
import { option, optionsOnlyFor } from '../options.ts'
import type { PostContent } from '../publish.ts'

/** tiktok.md §5.5. */
export const photoTitleMax = 90

/** The options of a target on TikTok, with the platform's names (tiktok.md §5.2, §5.5). */
export const tiktokOptions = z.strictObject({
  /** TikTok requires that the person chooses it, so it has no default. */
  privacy_level: option(
    z.enum(['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY']),
    {
      label: { en: 'Who can see it', de: 'Wer es sehen kann' },
      help: {
        en: 'TikTok asks that this is chosen for each post.',
        de: 'TikTok verlangt, dass dies für jeden Beitrag gewählt wird.',
      },
      required: true,
      choices: {
        PUBLIC_TO_EVERYONE: { en: 'Everyone', de: 'Alle' },
        MUTUAL_FOLLOW_FRIENDS: {
          en: 'Friends (who follow each other)',
          de: 'Freunde (die einander folgen)',
        },
        FOLLOWER_OF_CREATOR: { en: 'Followers', de: 'Follower' },
        SELF_ONLY: { en: 'Only the account itself', de: 'Nur das Konto selbst' },
      },
      refusals: {
        required: {
          en: 'Choose who can see the post.',
          de: 'Wählen Sie, wer den Beitrag sehen kann.',
        },
        option_invalid: {
          en: 'A paid partnership cannot be visible to the account itself only.',
          de: 'Eine bezahlte Partnerschaft kann nicht nur für das Konto selbst sein.',
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
    label: { en: 'No comments', de: 'Keine Kommentare' },
  }),
  disable_duet: option(z.boolean(), {
    label: { en: 'No duets', de: 'Keine Duette' },
    kinds: ['video'],
  }),
  disable_stitch: option(z.boolean(), {
    label: { en: 'No stitches', de: 'Keine Stitches' },
    kinds: ['video'],
  }),
  auto_add_music: option(z.boolean(), {
    label: { en: 'Let TikTok add music', de: 'TikTok darf Musik hinzufügen' },
    kinds: ['photos'],
  }),
  brand_organic_toggle: option(z.boolean(), {
    label: { en: 'Promotes the own brand', de: 'Wirbt für die eigene Marke' },
  }),
  brand_content_toggle: option(z.boolean(), {
    label: { en: 'Paid partnership with a brand', de: 'Bezahlte Partnerschaft mit einer Marke' },
  }),
  is_aigc: option(z.boolean(), {
    label: { en: 'Made with AI', de: 'Mit KI gemacht' },
    kinds: ['video'],
  }),
  video_cover_timestamp_ms: option(z.int().nonnegative(), {
    label: coverTimeLabel,
    kinds: ['video'],
    refusals: {
      option_invalid: {
        en: 'The cover is beyond the end of the video: {{actual}} of {{limit}} milliseconds.',
        de: 'Das Titelbild liegt hinter dem Ende des Videos: {{actual}} von {{limit}} Millisekunden.',
      },
    },
  }),
  photo_cover_index: option(z.int().nonnegative(), {
    label: { en: 'Cover photo (the first is 0)', de: 'Titelfoto (das erste ist 0)' },
    kinds: ['photos'],
    refusals: {
      option_invalid: {
        en: 'There is no photo {{actual}}: the first is 0, the last {{limit}}.',
        de: 'Ein Foto {{actual}} gibt es nicht: Das erste ist 0, das letzte {{limit}}.',
      },
    },
  }),
  /** Whether we upload the video or TikTok fetches its URL. Photos are always fetched. */
  source: option(z.enum(['upload', 'url']), {
    label: { en: 'How the video gets there', de: 'Wie das Video dorthin kommt' },
    kinds: ['video'],
    choices: {
      upload: { en: 'It is uploaded to TikTok', de: 'Es wird zu TikTok hochgeladen' },
      url: { en: 'TikTok fetches it from here', de: 'TikTok holt es von hier' },
    },
    refusals: {
      not_supported: {
        en: 'TikTok fetches photos itself: they cannot be uploaded to it.',
        de: 'Fotos holt TikTok selbst: Sie lassen sich nicht dorthin hochladen.',
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
