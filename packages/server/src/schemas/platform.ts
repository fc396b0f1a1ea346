import { z } from 'zod'
import { contentKinds, optionTypes, previewRoles, textUnits } from '../core/platform-words.ts'
import { platformValue } from './fields.ts'
import { metricKind } from './insight.ts'
import { platformMedia } from './platform-media.ts'
import { label, platformPreview, platformWriting } from './platform-writing.ts'

const textUnit = z.enum(textUnits).meta({
  id: 'TextUnit',
  description:
    'How the platform counts text. `characters`: Unicode code points. `utf16_units`: UTF-16 code units, as in JavaScript. `bytes`: UTF-8 bytes. `graphemes`: characters as people see them.',
})

const contentKind = z.enum(contentKinds).meta({
  id: 'ContentKind',
  description: 'The content of a post. `photos` has at least one image.',
})

const optionShape = z
  .object({
    name: z.string().meta({ description: 'The name of the field in `options` of a target.' }),
    type: z.enum(optionTypes).meta({
      description:
        '`texts` is a list of strings. `people` is a list of `{username, x, y}` with positions from 0 to 1.',
    }),
    label,
    opposite: label.nullable().meta({
      description:
        'For an option that forbids something, words for allowing it. A form shows these, off at first, and sends `true` until a person turns them on, because the platform wants a person to allow it. `null` for other options.',
    }),
    help: label.nullable(),
    required: z.boolean(),
    prominent: z.boolean().meta({
      description:
        'Whether most posts need a decision on it. An editor shows it without being asked.',
    }),
    default: z.boolean().nullable().meta({
      description: 'The value when the option is missing. `null` if the platform decides.',
    }),
    kinds: z
      .array(contentKind)
      .meta({ description: 'The kinds of content that accept the option.' }),
    first_part_only: z.boolean().meta({
      description:
        'Whether the option applies to the first part of a thread only. Other options apply to every part.',
    }),
    choices: z.array(z.object({ value: z.string(), label })).meta({
      description: 'The values of a `choice`. Empty for other types.',
    }),
    max: z.int().nullable().meta({
      description: 'The maximum number of characters of a text, or of entries in a list.',
    }),
    preview: z.enum(previewRoles).nullable().meta({
      description:
        'Where a preview of the post shows its value. `short_links` changes the text instead: a counter counts `example.com/path…` for a longer address.',
    }),
    refusals: z.array(z.object({ code: z.string(), text: label })).meta({
      description:
        'The texts for rejected values, by the `code` of the finding. `{{limit}}` and `{{actual}}` stand for the values of the finding.',
    }),
  })
  .meta({ id: 'PlatformOption' })

const textCounting = {
  max: z.int(),
  unit: textUnit,
  bytes_max: z.int().nullable().meta({
    description: 'A second limit: the UTF-8 bytes of the whole text. `null` if there is none.',
  }),
  url_chars: z.int().nullable().meta({
    description:
      'The number of characters that each link counts as, whatever its length. `null` if links count in full.',
  }),
  short_mentions: z.boolean().meta({ description: 'Whether `@user@host` counts as `@user`.' }),
}

/** The limits of a post's text. */
export const platformText = z
  .object({
    ...textCounting,
    max_by_kind: z
      .object({
        text: z.int().nullable(),
        photos: z.int().nullable(),
        video: z.int().nullable(),
      })
      .meta({ description: 'Replaces `max` for a kind of content. `null` where `max` applies.' }),
  })
  .meta({ id: 'PlatformText' })
export type PlatformText = z.infer<typeof platformText>

/** The limits of replies and first comments. */
export const platformReply = z
  .object({
    ...textCounting,
    mentions_author: z.boolean().meta({
      description: 'Whether the name of the author is put in front of a reply, and counts.',
    }),
  })
  .meta({ id: 'PlatformReply' })
export type PlatformReply = z.infer<typeof platformReply>

const metric = z.object({ name: z.string(), kind: metricKind })

/**
 * The limits, options and features of a social network. They are the same for every profile; where
 * limits differ by server, those of an account are in its `limits`.
 */
export const platformShape = z
  .object({
    object: z.literal('platform'),
    platform: platformValue,
    name: z.string(),
    configured: z.boolean().meta({
      description:
        'Whether accounts can be connected: this installation has the credentials of an app at the platform, or needs none.',
    }),
    problem: z.string().nullable().meta({
      description:
        'Why the platform does not work with this installation’s address. `null` if it does.',
    }),
    mark: z.string().meta({
      description: 'The icon: the path data of a 24 × 24 SVG line drawing.',
    }),
    accounts: z.enum(['people', 'pages']).meta({
      description:
        'What to show as the name of an account: `username` for people, `display_name` for pages.',
    }),
    abilities: z.object({
      connect: z.boolean(),
      publish: z.boolean(),
      first_comment: z.boolean(),
      thread: z.boolean().meta({
        description:
          'Whether a post can be a thread on the platform: several parts, of which each answers the one before it.',
      }),
      comments: z.boolean(),
      reply: z.boolean(),
      hide: z.boolean(),
      insights: z.boolean(),
      delete: z
        .boolean()
        .meta({ description: 'Whether published posts can be deleted on the platform.' }),
    }),
    text: platformText,
    reply: platformReply.nullable().meta({
      description:
        'The length of replies and first comments. `null` if comments are not supported.',
    }),
    media: platformMedia,
    options: z.array(optionShape),
    permissions: z.array(
      z.object({
        scope: z.string().meta({ description: 'The permission, as the platform calls it.' }),
        label,
        required: z.boolean(),
        enables: z.array(z.enum(['publish', 'delete', 'comments', 'reply', 'hide', 'insights'])),
      }),
    ),
    metrics: z.object({ account: z.array(metric), posts: z.array(metric) }),
    writing: platformWriting,
    preview: platformPreview,
  })
  .meta({
    id: 'Platform',
    examples: [
      {
        object: 'platform',
        platform: 'threads',
        name: 'Threads',
        configured: true,
        problem: null,
        mark: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
        accounts: 'people',
        abilities: {
          connect: true,
          publish: true,
          first_comment: true,
          thread: true,
          comments: true,
          reply: true,
          hide: true,
          insights: true,
          delete: true,
        },
        text: {
          max: 500,
          unit: 'bytes',
          bytes_max: null,
          url_chars: null,
          short_mentions: false,
          max_by_kind: { text: null, photos: null, video: null },
        },
        reply: {
          max: 500,
          unit: 'bytes',
          bytes_max: null,
          url_chars: null,
          short_mentions: false,
          mentions_author: false,
        },
        media: {
          max: 20,
          videos_max: 20,
          mixed: true,
          required: false,
          alt_text_max: 1_000,
          files: [
            {
              type: 'image',
              post: null,
              formats: ['image/jpeg', 'image/png'],
              converted: true,
              undocumented_formats: [],
              bytes_max: 8_388_608,
              ratio_min: null,
              ratio_max: 10,
              seconds_min: null,
              seconds_max: null,
              width_max: 1_440,
              side_min: 320,
              short_side_max: null,
              long_side_max: null,
              pixels_max: null,
              frame_rate_min: null,
              frame_rate_max: null,
            },
          ],
        },
        options: [
          {
            name: 'reply_control',
            type: 'choice',
            label: { en: 'Who can reply', de: 'Wer antworten kann' },
            opposite: null,
            help: null,
            required: false,
            prominent: false,
            default: null,
            kinds: ['text', 'photos', 'video'],
            first_part_only: false,
            choices: [
              { value: 'everyone', label: { en: 'Everyone', de: 'Alle' } },
              {
                value: 'accounts_you_follow',
                label: { en: 'Accounts you follow', de: 'Konten, denen Sie folgen' },
              },
            ],
            max: null,
            preview: null,
            refusals: [],
          },
        ],
        permissions: [
          {
            scope: 'threads_content_publish',
            label: { en: 'Publish posts', de: 'Beiträge veröffentlichen' },
            required: true,
            enables: ['publish'],
          },
        ],
        metrics: {
          account: [{ name: 'followers_count', kind: 'level' }],
          posts: [{ name: 'views', kind: 'sum' }],
        },
        writing: {
          mentions: true,
          mention_help: { en: 'Use the username: @name', de: 'Nutzername: @name' },
          link_card: 'first_link',
          hashtags_max: null,
        },
        preview: { layout: 'thread', fold_chars: 500, fold_lines: 12, crops_to_first: false },
      },
    ],
  })
export type PlatformResource = z.infer<typeof platformShape>
