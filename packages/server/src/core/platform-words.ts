/** Terms of the platform descriptions, in `platforms/` and on the wire. */

/** The languages of option and permission labels; those of the dashboard. */
const labelLanguages = ['en', 'de'] as const

/** A text in every language. */
export type Label = Readonly<Record<(typeof labelLanguages)[number], string>>

/** The units in which platforms count text length (`platforms/contract/text-length.ts`). */
export const textUnits = ['characters', 'utf16_units', 'bytes', 'graphemes'] as const
export type TextUnit = (typeof textUnits)[number]

/** The content of a post; `photos` has at least one image. */
export const contentKinds = ['text', 'photos', 'video'] as const
export type ContentKind = (typeof contentKinds)[number]

/** The value type of a post's option. */
export const optionTypes = [
  'choice',
  'boolean',
  'text',
  'url',
  'integer',
  'texts',
  'people',
] as const
export type OptionType = (typeof optionTypes)[number]

/** Where a preview shows an option's value. */
export const previewRoles = [
  'title',
  'topic',
  'link',
  'link_title',
  'link_description',
  'placement',
  // A boolean: links are shown without scheme and with at most 15 characters of their path.
  'short_links',
] as const
export type PreviewRole = (typeof previewRoles)[number]

/** When a post without media shows a link card. */
export const linkCardKinds = ['first_link', 'option', 'none'] as const
export type LinkCardKind = (typeof linkCardKinds)[number]

/** How a preview arranges a post. */
export const previewLayouts = ['text_first', 'media_first', 'thread', 'full_screen'] as const
export type PreviewLayout = (typeof previewLayouts)[number]
