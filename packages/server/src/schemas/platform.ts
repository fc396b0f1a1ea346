import { z } from 'zod'
import {
  contentKinds,
  optionTypes,
  previewLayouts,
  previewRoles,
  textUnits,
} from '../core/platform-words.ts'
import { platformValue } from './fields.ts'
import { metricKind } from './insight.ts'

const label = z
  .object({ en: z.string(), de: z.string() })
  .meta({ id: 'Label', description: 'A text for people, in each language of the dashboard.' })

const textUnit = z.enum(textUnits).meta({
  id: 'TextUnit',
  description:
    'How the platform counts. `characters`: Unicode code points. `utf16_units`: as JavaScript counts. `bytes`: of UTF-8. `graphemes`: what a reader sees as one character. `characters_emoji_bytes`: code points, but an emoji counts as its bytes.',
})

const contentKind = z.enum(contentKinds).meta({
  id: 'ContentKind',
  description: 'What a post consists of; `photos` has at least one image.',
})

const optionShape = z
  .object({
    name: z.string().meta({ description: 'Its name in `options` of a target.' }),
    type: z.enum(optionTypes).meta({
      description:
        '`usernames` is a list of texts, `people` a list of `{username, x, y}` with a position from 0 to 1.',
    }),
    label,
    help: label.nullable(),
    required: z.boolean(),
    default: z.boolean().nullable().meta({
      description: 'What counts when it is missing; `null` where the platform decides.',
    }),
    kinds: z.array(contentKind).meta({ description: 'The contents that it goes with.' }),
    choices: z.array(z.object({ value: z.string(), label })).meta({
      description: 'The values of a `choice`; empty for other types.',
    }),
    max: z.int().nullable().meta({
      description: 'The most characters of a text, or entries of a list.',
    }),
    preview: z.enum(previewRoles).nullable().meta({
      description: 'Where a preview of the post shows its value.',
    }),
    refusals: z.array(z.object({ code: z.string(), text: label })).meta({
      description:
        'What to say when a value is refused, by the code of the finding. `{{limit}}` and `{{actual}}` are its facts.',
    }),
  })
  .meta({ id: 'PlatformOption' })

const fileRules = z
  .object({
    type: z.enum(['image', 'video']),
    post: z.string().nullable().meta({
      description: 'The kind of post that it is for, in the platform’s word; `null` for every one.',
    }),
    formats: z.array(z.string()).meta({ description: 'MIME types.' }),
    undocumented_formats: z.array(z.string()).meta({
      description: 'MIME types that are often taken though no document says so.',
    }),
    bytes_max: z.int(),
    ratio_min: z.number().nullable().meta({ description: 'Width divided by height.' }),
    ratio_max: z.number().nullable(),
    seconds_min: z.number().nullable(),
    seconds_max: z.number().nullable(),
    width_max: z.int().nullable(),
    side_min: z.int().nullable().meta({ description: 'Pixels of each side.' }),
    short_side_max: z.int().nullable(),
    long_side_max: z.int().nullable(),
  })
  .meta({ id: 'PlatformFileRules' })

const metric = z.object({ name: z.string(), kind: metricKind })

/** What a social network takes and offers; the same for every profile. */
export const platformShape = z
  .object({
    object: z.literal('platform'),
    platform: platformValue,
    name: z.string(),
    configured: z.boolean().meta({
      description: 'Whether accounts can be connected here: the installation has an app there.',
    }),
    mark: z.string().meta({
      description: 'A line drawing of 24 by 24 units, as the data of an SVG path.',
    }),
    accounts: z.enum(['people', 'pages']).meta({
      description: 'What an account is: people are known by `username`, pages by `display_name`.',
    }),
    abilities: z.object({
      connect: z.boolean(),
      publish: z.boolean(),
      first_comment: z.boolean(),
      comments: z.boolean(),
      reply: z.boolean(),
      hide: z.boolean(),
      insights: z.boolean(),
      delete: z.boolean().meta({ description: 'Whether published posts can be deleted there.' }),
    }),
    text: z.object({
      max: z.int(),
      max_by_kind: z.object({
        text: z.int().nullable(),
        photos: z.int().nullable(),
        video: z.int().nullable(),
      }),
      unit: textUnit,
    }),
    reply: z
      .object({ max: z.int(), unit: textUnit })
      .nullable()
      .meta({ description: 'The length of replies and first comments; `null` without comments.' }),
    media: z.object({
      max: z.int(),
      videos_max: z.int(),
      mixed: z.boolean().meta({ description: 'Whether a post can have images and videos.' }),
      required: z.boolean().meta({ description: 'Whether there are no posts of text alone.' }),
      alt_text_max: z.int().nullable(),
      files: z.array(fileRules),
    }),
    options: z.array(optionShape),
    permissions: z.array(
      z.object({
        scope: z.string().meta({ description: 'The platform’s own word.' }),
        label,
        required: z.boolean(),
        enables: z.array(z.enum(['publish', 'comments', 'reply', 'hide', 'insights'])),
      }),
    ),
    metrics: z.object({ account: z.array(metric), posts: z.array(metric) }),
    preview: z.object({
      layout: z.enum(previewLayouts),
      fold_chars: z.int().meta({ description: 'How much of a text is shown before “more”.' }),
      fold_lines: z.int(),
    }),
  })
  .meta({ id: 'Platform' })
export type PlatformResource = z.infer<typeof platformShape>
