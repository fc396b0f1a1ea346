import type { ContentKind, Media, Post } from '@postern/sdk'

export type JsonValue = Post['metadata'][string]
export type Options = Record<string, JsonValue>

/** A file of a post, uploaded or still uploading. */
export type Piece = {
  key: string
  /** The file name; '' if unknown. */
  name: string
  alt: string
  /** `interrupted`: the page was closed before the upload finished. */
  state: 'uploading' | 'ready' | 'failed' | 'interrupted'
  /** From the browser's MIME type until the API reports the type. */
  type: 'image' | 'video'
  media: Pick<Media, 'id' | 'url' | 'thumbnail_url' | 'width' | 'height' | 'duration_ms'> | null
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
  /** Keys of `pieces`, in order. */
  media: string[]
  pieces: Record<string, Piece>
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
    pieces: {},
    variants: {},
    when: 'now',
    at: '',
    tags: [],
    externalId: '',
    metadata: '',
  }
}

export function variantOf(composition: Composition, accountId: string): Variant {
  return composition.variants[accountId] ?? emptyVariant
}

/** The content for one account: its overrides, else the shared values. */
export function contentOf(composition: Composition, accountId: string) {
  const { text, media, ...own } = variantOf(composition, accountId)
  const keys = media ?? composition.media
  return {
    ...own,
    text: text ?? composition.text,
    pieces: keys.flatMap((key) => composition.pieces[key] ?? []),
  }
}

export function kindOf(pieces: readonly Pick<Piece, 'type'>[]): ContentKind {
  if (pieces.length === 0) return 'text'
  return pieces.some(({ type }) => type === 'image') ? 'photos' : 'video'
}

export function isOnItsWay(composition: Composition): boolean {
  return usedKeys(composition).some((key) => composition.pieces[key]?.state === 'uploading')
}

/** Whether the post has files that were not uploaded. */
export function hasBroken(composition: Composition): boolean {
  return usedKeys(composition).some((key) => {
    const state = composition.pieces[key]?.state
    return state === 'failed' || state === 'interrupted'
  })
}

function usedKeys({ media, accountIds, variants }: Composition): string[] {
  return [...media, ...accountIds.flatMap((id) => variants[id]?.media ?? [])]
}
