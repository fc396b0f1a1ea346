/** The words in which a network describes itself, in its folder and on the wire. */

/** The languages of the dashboard, in which a network names its options and permissions. */
const labelLanguages = ['en', 'de'] as const

/** A text for people. One that lacks a language does not compile. */
export type Label = Readonly<Record<(typeof labelLanguages)[number], string>>

/** How networks count the length of a text; `platforms/text-length.ts` does it. */
export const textUnits = [
  'characters',
  'utf16_units',
  'bytes',
  'graphemes',
  'characters_emoji_bytes',
] as const
export type TextUnit = (typeof textUnits)[number]

/** What a post consists of; `photos` has at least one image. */
export const contentKinds = ['text', 'photos', 'video'] as const
export type ContentKind = (typeof contentKinds)[number]

/** What is typed or chosen for an option of a post. */
export const optionTypes = [
  'choice',
  'boolean',
  'text',
  'url',
  'integer',
  'usernames',
  'people',
] as const
export type OptionType = (typeof optionTypes)[number]

/** Where a preview shows the value of an option. */
export const previewRoles = ['title', 'topic', 'link', 'placement'] as const
export type PreviewRole = (typeof previewRoles)[number]

/** How a preview arranges a post. */
export const previewLayouts = ['text_first', 'media_first', 'thread', 'full_screen'] as const
export type PreviewLayout = (typeof previewLayouts)[number]
