import type { ContentKind, Media, Post } from '@postern/sdk'

export type JsonValue = Post['metadata'][string]
export type Options = Record<string, JsonValue>

/** One file of a post on its way to the service, or there already. */
export type Piece = {
  key: string
  /** Of the file; '' where it is not known any more. */
  name: string
  alt: string
  /** `interrupted`: the page was left before the file had arrived. */
  state: 'uploading' | 'ready' | 'failed' | 'interrupted'
  /** What the browser says it is, until the service has looked. */
  type: 'image' | 'video'
  media: Pick<Media, 'id' | 'url' | 'thumbnail_url' | 'width' | 'height' | 'duration_ms'> | null
}

/** What one account says differently; `null` takes what is shared. */
export type Variant = {
  text: string | null
  media: string[] | null
  firstComment: string
  options: Options
  /** A time of its own, as a local time of day. */
  at: string | null
}

export type When = 'now' | 'schedule' | 'draft'

/** A post while it is being written; plain data, so that the browser can keep it. */
export type Composition = {
  profileId: string | null
  accountIds: string[]
  text: string
  /** Keys of pieces, in their order. */
  media: string[]
  pieces: Record<string, Piece>
  variants: Record<string, Variant>
  when: When
  /** A local time as `datetime-local` writes it; '' for none. */
  at: string
  tags: string[]
  externalId: string
  /** JSON as it was typed. */
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

/** What the account would publish. */
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

/** Files that did not arrive and are in the post all the same. */
export function hasBroken(composition: Composition): boolean {
  return usedKeys(composition).some((key) => {
    const state = composition.pieces[key]?.state
    return state === 'failed' || state === 'interrupted'
  })
}

function usedKeys({ media, accountIds, variants }: Composition): string[] {
  return [...media, ...accountIds.flatMap((id) => variants[id]?.media ?? [])]
}
