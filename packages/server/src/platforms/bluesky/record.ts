import type { PostMedia } from '../contract/publish.ts'
import type { Facet } from './facets.ts'
import type { BlueskyOptions } from './options.ts'

/** A strong reference: the address of a record and the hash of its content. */
export type RecordRef = { uri: string; cid: string }
/** The first post of a thread and the post that is answered. */
export type ReplyRefs = { root: RecordRef; parent: RecordRef }
/** Passed on unchanged from the upload to the record (bluesky.md §3.3). */
export type Blob = Record<string, unknown>
export type UploadedMedia = {
  blob: Blob
  media: Pick<PostMedia, 'type' | 'altText'>
  width: number | null
  height: number | null
}
export type PostRecord = { $type: 'app.bsky.feed.post'; text: string; createdAt: string } & Record<
  string,
  unknown
>

export const postCollection = 'app.bsky.feed.post'

/** The record of a post (bluesky.md §3.1). Members without a value are absent. */
export function buildRecord(parts: {
  text: string
  createdAt: Date
  facets: readonly Facet[]
  uploads: readonly UploadedMedia[]
  options: BlueskyOptions
  /** The picture of the link card. */
  thumb?: Blob | null
  quoted: RecordRef | null
  reply?: ReplyRefs | null
}): PostRecord {
  const { text, facets, options, reply } = parts
  const { languages, labels } = options
  const embed = buildEmbed(parts)
  return {
    $type: postCollection,
    text,
    createdAt: parts.createdAt.toISOString(),
    ...(languages ? { langs: languages } : {}),
    ...(facets.length > 0 ? { facets } : {}),
    ...(embed ? { embed } : {}),
    ...(reply ? { reply } : {}),
    ...(labels ? { labels: selfLabels(labels) } : {}),
  }
}

/** A quote with media or a card is a record with media (bluesky.md §3.5). */
function buildEmbed(parts: Parameters<typeof buildRecord>[0]) {
  const media = mediaEmbed(parts.uploads) ?? cardEmbed(parts.options, parts.thumb ?? null)
  if (!parts.quoted) return media
  const record = { $type: 'app.bsky.embed.record', record: parts.quoted }
  return media ? { $type: 'app.bsky.embed.recordWithMedia', record, media } : record
}

function mediaEmbed(uploads: readonly UploadedMedia[]) {
  const [first] = uploads
  if (!first) return null
  if (first.media.type === 'video') {
    const { altText } = first.media
    return {
      $type: 'app.bsky.embed.video',
      video: first.blob,
      ...(altText ? { alt: altText } : {}),
      ...aspectRatio(first),
    }
  }
  const images = uploads.map((upload) => ({
    image: upload.blob,
    alt: upload.media.altText ?? '',
    ...aspectRatio(upload),
  }))
  return { $type: 'app.bsky.embed.images', images }
}

/** Without it the apps' layout jumps while the file loads (bluesky.md §3.3). */
function aspectRatio({ width, height }: UploadedMedia) {
  return width && height ? { aspectRatio: { width, height } } : {}
}

/**
 * The network reads nothing from the page, so the card has what the options say (bluesky.md §3.5).
 */
function cardEmbed(
  { card_url: uri, card_title, card_description }: BlueskyOptions,
  thumb: Blob | null,
) {
  if (!uri) return null
  const title = card_title ?? new URL(uri).hostname
  const description = card_description ?? ''
  const external = { uri, title, description, ...(thumb ? { thumb } : {}) }
  return { $type: 'app.bsky.embed.external', external }
}

function selfLabels(labels: readonly string[]) {
  const values = [...new Set(labels)].map((val) => ({ val }))
  return { $type: 'com.atproto.label.defs#selfLabels', values }
}
