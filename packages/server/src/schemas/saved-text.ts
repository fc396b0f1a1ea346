import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { exampleIds } from './examples.ts'
import {
  anyOf,
  type FilterOf,
  idOf,
  instant,
  lineOfText,
  profileReference,
  searchWords,
  writtenByOthers,
} from './fields.ts'

export const savedTextKinds = ['template', 'reply', 'hashtags', 'signature'] as const
export type SavedTextKind = (typeof savedTextKinds)[number]

const { nameCharsMax, textCharsMax } = limits.savedText

const kind = z.enum(savedTextKinds).meta({
  description:
    'What the text is for: the beginning of a post, a reply to a comment, a set of hashtags, or a signature. It cannot be changed.',
})

const example = {
  id: exampleIds.savedText,
  object: 'saved_text',
  profile_id: exampleIds.profile,
  kind: 'reply',
  name: 'Opening hours',
  text: 'We are open from 8 to 18, on Sundays from 10. See you soon!',
  created_at: '2026-11-10T09:30:00.000Z',
  updated_at: '2026-11-10T09:30:00.000Z',
} as const

/** A text to insert into posts and replies. Nothing inserts it automatically. */
export const savedTextShape = z
  .object({
    id: idOf('savedText'),
    object: z.literal('saved_text'),
    profile_id: idOf('profile')
      .nullable()
      .meta({ description: 'The profile that it is for. `null` means all profiles.' }),
    kind,
    name: z.string().meta(writtenByOthers),
    text: z.string().meta(writtenByOthers),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'SavedText', examples: [example] })
export type SavedText = z.infer<typeof savedTextShape>

export const deletedSavedTextShape = z
  .object({
    id: idOf('savedText'),
    object: z.literal('saved_text'),
    profile_id: idOf('profile').nullable(),
    deleted: z.literal(true),
  })
  .meta({
    id: 'SavedTextDeleted',
    examples: [
      {
        id: exampleIds.savedText,
        object: 'saved_text',
        profile_id: exampleIds.profile,
        deleted: true,
      },
    ],
  })

const name = lineOfText(nameCharsMax).meta({
  description:
    'One line of text, without control characters. Unique for its kind and profile; capitals make no difference.',
})

const text = z
  .string()
  .min(1)
  .max(textCharsMax)
  .regex(/\S/, 'It must not be blank.')
  .meta({ description: 'The text, which is stored and inserted unchanged.' })

export const savedTextCreate = z
  .strictObject({
    kind,
    name,
    text,
    profile_id: profileReference.optional().meta({
      description:
        'The ID or `external_id` of the profile that it is for. Without it, a text of an owner is for all profiles.',
    }),
  })
  .meta({
    examples: [
      { kind: example.kind, name: example.name, text: example.text, profile_id: 'cafe-aurora' },
    ],
  })
export type SavedTextCreate = z.output<typeof savedTextCreate>

export const savedTextUpdate = z
  .strictObject({ name: name.optional(), text: text.optional() })
  .meta({ examples: [{ text: example.text }] })
export type SavedTextUpdate = z.output<typeof savedTextUpdate>

export const savedTextFilters = {
  kind: anyOf(savedTextKinds, 'texts of these kinds').optional(),
  search: searchWords('the name or the text', 'opening').optional(),
}
export type SavedTextFilter = FilterOf<typeof savedTextFilters>
