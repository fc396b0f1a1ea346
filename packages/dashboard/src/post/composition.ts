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

/** A part of a thread after the first one, whose text and media are those of the composition. */
export type Part = {
  key: string
  text: string
  media: string[]
}

/** The overrides of one account; `null` uses the shared value. */
export type Variant = {
  text: string | null
  media: string[] | null
  thread: Part[] | null
  firstComment: string
  options: Options
  /** The account's own local time (`datetime-local`). */
  at: string | null
}

export type ThreadFallback = NonNullable<Post['thread_fallback']>

export type When = 'now' | 'schedule' | 'queue' | 'draft'

/** A post in the editor. Plain data, so that it can be stored as JSON. */
export type Composition = {
  profileId: string | null
  accountIds: string[]
  text: string
  /** Keys of `attachments`, in order. */
  media: string[]
  thread: Part[]
  /** What is published on accounts of platforms without threads. */
  threadFallback: ThreadFallback | null
  attachments: Record<string, Attachment>
  variants: Record<string, Variant>
  when: When
  /** A local time (`datetime-local`); '' for none. */
  at: string
  tags: string[]
  externalId: string
  /** The JSON text as typed. */
  metadata: string
  /** Whether the post asks for the approval of a client; `null` as before, which is no for a new post. */
  approval: boolean | null
}

export const emptyVariant: Variant = {
  text: null,
  media: null,
  thread: null,
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
    thread: [],
    threadFallback: null,
    attachments: {},
    variants: {},
    when: 'schedule',
    at: presetTimes()[0]?.at ?? '',
    tags: [],
    externalId: '',
    metadata: '',
    approval: null,
  }
}

/** The composition as a draft; only a time in the future that the form shows becomes its plan. */
export function asDraft(composition: Composition): Composition {
  const { when, at } = composition
  return { ...composition, when: 'draft', at: when === 'now' || isPast(at) ? '' : at }
}

export function variantOf(composition: Composition, accountId: string): Variant {
  return { ...emptyVariant, ...composition.variants[accountId] }
}

/** The content for one account: its overrides, else the shared values. */
export function contentOf(composition: Composition, accountId: string) {
  const { text, media, thread, ...overrides } = variantOf(composition, accountId)
  return {
    ...overrides,
    text: text ?? composition.text,
    attachments: attachmentsOf(composition, media ?? composition.media),
    thread: (thread ?? composition.thread).map((part) => ({
      text: part.text,
      attachments: attachmentsOf(composition, part.media),
    })),
  }
}

type Content = ReturnType<typeof contentOf>

/** All parts of a post, or the post as the only one. */
export function partsOf({ text, attachments, thread }: Content): Content['thread'] {
  return [{ text, attachments }, ...thread]
}

export function attachmentsOf({ attachments }: Composition, keys: readonly string[]): Attachment[] {
  return keys.flatMap((key) => attachments[key] ?? [])
}

let partCount = 0

export function newPart(text = '', media: string[] = []): Part {
  partCount += 1
  return { key: `${Date.now().toString(36)}-${partCount}`, text, media }
}

/** Whether no account has text or files yet. */
export function isBlank({ text, media, thread, variants }: Composition): boolean {
  const own = Object.values(variants)
  const written = [{ text, media }, ...thread, ...own, ...own.flatMap((each) => each.thread ?? [])]
  return written.every((each) => !each.text?.trim() && !each.media?.length)
}

/** Whether the account has overrides. */
export function isCustomized({ firstComment, options, ...others }: Variant): boolean {
  const { text, media, thread, at } = others
  const hasOwn = [text, media, thread, at].some((own) => own !== null)
  return hasOwn || firstComment !== '' || Object.keys(options).length > 0
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

function usedKeys({ accountIds, variants, ...shared }: Composition): string[] {
  return [shared, ...accountIds.flatMap((id) => variants[id] ?? [])].flatMap(mediaKeysOf)
}

/** The files of a post or of what an account has of its own, with those of its thread. */
export function mediaKeysOf({ media, thread }: Pick<Variant, 'media' | 'thread'>): string[] {
  return [...(media ?? []), ...(thread ?? []).flatMap((part) => part.media)]
}
