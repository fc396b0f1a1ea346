import type { ContentKind, Media, Post } from '@postern/sdk'
import { isPast, presetTimes } from '../parts/local-time.ts'

export type JsonValue = Post['metadata'][string]
export type Options = Record<string, JsonValue>

export type StoredMedia = Pick<
  Media,
  'id' | 'url' | 'thumbnail_url' | 'jpeg_url' | 'width' | 'height' | 'duration_ms'
>

/** A file of a post, uploaded or still uploading. */
export type Attachment = {
  key: string
  /** The file name; '' if unknown. */
  name: string
  alt: string
  /** `interrupted`: the page was closed before the upload finished. */
  state: 'uploading' | 'ready' | 'failed' | 'interrupted'
  /** From the browser's MIME type until the API reports the type. */
  type: 'image' | 'video'
  media: StoredMedia | null
  /** What a crop was made from, while the post is written. */
  original?: StoredMedia | null
}

/** The overrides of one account; `null` uses the shared value. */
export type Variant = {
  text: string | null
  media: string[] | null
  firstComment: string
  options: Options
  /** The account's own local time (`datetime-local`). */
  at: string | null
}

export type When = 'now' | 'schedule' | 'draft'

/** A post in the editor. Plain data, so that it can be stored as JSON. */
export type Composition = {
  profileId: string | null
  accountIds: string[]
  text: string
  /** Keys of `attachments`, in order. */
  media: string[]
  attachments: Record<string, Attachment>
  variants: Record<string, Variant>
  when: When
  /** A local time (`datetime-local`); '' for none. */
  at: string
  tags: string[]
  externalId: string
  /** The JSON text as typed. */
  metadata: string
}

export const emptyVariant: Variant = {
  text: null,
  media: null,
  firstComment: '',
  options: {},
  at: null,
}

export function emptyComposition(profileId: string | null): Composition {
  return {
    profileId,
    accountIds: [],
    text: '',
    media: [],
    attachments: {},
    variants: {},
    when: 'schedule',
    at: presetTimes()[0]?.at ?? '',
    tags: [],
    externalId: '',
    metadata: '',
  }
}

/** The composition as a draft; only a time in the future that the form shows becomes its plan. */
export function asDraft(composition: Composition): Composition {
  const { when, at } = composition
  return { ...composition, when: 'draft', at: when === 'now' || isPast(at) ? '' : at }
}

export function variantOf(composition: Composition, accountId: string): Variant {
  return composition.variants[accountId] ?? emptyVariant
}

/** The content for one account: its overrides, else the shared values. */
export function contentOf(composition: Composition, accountId: string) {
  const { text, media, ...overrides } = variantOf(composition, accountId)
  const keys = media ?? composition.media
  return {
    ...overrides,
    text: text ?? composition.text,
    attachments: keys.flatMap((key) => composition.attachments[key] ?? []),
  }
}

/** Whether no account has text or files yet. */
export function isBlank({ text, media, variants }: Composition): boolean {
  const written = [{ text, media }, ...Object.values(variants)]
  return written.every((each) => !each.text?.trim() && !each.media?.length)
}

/** Whether the account has overrides. */
export function isCustomized({ text, media, firstComment, options, at }: Variant): boolean {
  const hasOptions = Object.keys(options).length > 0
  return text !== null || media !== null || firstComment !== '' || at !== null || hasOptions
}

export function kindOf(attachments: readonly Pick<Attachment, 'type'>[]): ContentKind {
  if (attachments.length === 0) return 'text'
  return attachments.some(({ type }) => type === 'image') ? 'photos' : 'video'
}

/** The names of the post's files that are still uploading. */
export function uploadingNames(composition: Composition): string[] {
  const files = [...new Set(usedKeys(composition))].map((key) => composition.attachments[key])
  return files.flatMap((file) => (file?.state === 'uploading' ? [file.name] : []))
}

/** How many of the post's files were not uploaded. */
export function failedUploadCount(composition: Composition): number {
  const failed = usedKeys(composition).filter((key) => {
    const state = composition.attachments[key]?.state
    return state === 'failed' || state === 'interrupted'
  })
  return new Set(failed).size
}

function usedKeys({ media, accountIds, variants }: Composition): string[] {
  return [...media, ...accountIds.flatMap((id) => variants[id]?.media ?? [])]
}
