import type { Sandbox } from '../core/sandbox.ts'
import { invalidRequest } from './errors.ts'
import { array, blob, type Check, integer, object, string, union } from './schema.ts'
import { settingsOf } from './settings.ts'
import { isTid } from './tid.ts'

export const POST = 'app.bsky.feed.post'
export const THREADGATE = 'app.bsky.feed.threadgate'
const POSTGATE = 'app.bsky.feed.postgate'

const THUMB_BYTES_MAX = 1_000_000
const VIDEO_BYTES_MAX = 300_000_000
const CAPTION_BYTES_MAX = 20_000

const datetime = string({
  format: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  name: 'datetime',
})
const atUri = string({
  format: /^at:\/\/[^/]+(\/[a-zA-Z.]+\/[\w.~:-]+)?$/,
  name: 'AT-URI',
})
const uri = string({ format: /^[a-z][a-z.-]*:\S+$/i, name: 'uri' })
const did = string({ format: /^did:[a-z]+:[\w.:%-]+$/, name: 'DID' })
const language = string({ format: /^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8})*$/, name: 'language' })
const cid = string({ format: /^b[a-z2-7]{20,}$/, name: 'CID string' })
const tag = string({ bytes: 640, graphemes: 64 })
const strongRef = object({ uri: atUri, cid })
const ratio = object({ width: integer, height: integer })
const facet = object({
  index: object({ byteStart: integer, byteEnd: integer }),
  features: array(
    union({
      'app.bsky.richtext.facet#link': object({ uri }),
      'app.bsky.richtext.facet#mention': object({ did }),
      'app.bsky.richtext.facet#tag': object({ tag }),
    }),
  ),
})
const selfLabels = object({ values: array(object({ val: string({ bytes: 128 }) }), 10) })

/** Pictures, videos and link cards (bluesky.md §3.3 to §3.5). */
function mediaEmbeds(imageBytesMax: number): Record<string, Check> {
  const image = blob('image/*', imageBytesMax)
  const alt = string()
  const file = blob('text/vtt', CAPTION_BYTES_MAX)
  return {
    'app.bsky.embed.images': object({
      images: array(object({ image, alt }, { aspectRatio: ratio }), 4),
    }),
    'app.bsky.embed.gallery': object({
      items: array(object({ image, alt, aspectRatio: ratio }), 20),
    }),
    'app.bsky.embed.video': object(
      { video: blob('video/mp4', VIDEO_BYTES_MAX) },
      {
        alt: string({ bytes: 10_000, graphemes: 1_000 }),
        aspectRatio: ratio,
        captions: array(object({ lang: language, file }), 20),
      },
    ),
    'app.bsky.embed.external': object({
      external: object(
        { uri, title: string(), description: string() },
        { thumb: blob('image/*', THUMB_BYTES_MAX) },
      ),
    }),
  }
}

function post(imageBytesMax: number): Check {
  const media = mediaEmbeds(imageBytesMax)
  const quote = object({ record: strongRef })
  const embed = union({
    ...media,
    'app.bsky.embed.record': quote,
    'app.bsky.embed.recordWithMedia': object({ record: quote, media: union(media) }),
  })
  return object(
    { text: string({ bytes: 3000, graphemes: 300 }), createdAt: datetime },
    {
      facets: array(facet),
      reply: object({ root: strongRef, parent: strongRef }),
      embed,
      langs: array(language, 3),
      labels: union({ 'com.atproto.label.defs#selfLabels': selfLabels }),
      tags: array(tag, 8),
    },
  )
}

const threadgate = object(
  { post: atUri, createdAt: datetime },
  { allow: array(object({ $type: string() }), 5), hiddenReplies: array(atUri, 300) },
)
const postgate = object(
  { post: atUri, createdAt: datetime },
  { detachedEmbeddingUris: array(atUri, 50) },
)

/** Checks the form of a record of a known type; its key is then a TID (bluesky.md §3.1, §4.3). */
export function validateRecord(
  sandbox: Sandbox,
  collection: string,
  rkey: string,
  record: Record<string, unknown>,
): 'valid' | 'unknown' {
  const { bluesky_image_bytes_max: imageBytesMax } = settingsOf(sandbox)
  const schemas: Record<string, Check> = {
    [POST]: post(imageBytesMax),
    [THREADGATE]: threadgate,
    [POSTGATE]: postgate,
  }
  const schema = schemas[collection]
  if (!schema) return 'unknown'
  if (!isTid(rkey)) {
    const reason = `Invalid TID string (got ${JSON.stringify(rkey)}) at $`
    throw invalidRequest(`Invalid record key for ${collection}: ${reason}`)
  }
  const problem = schema(record, '$.record')
  if (problem) throw invalidRequest(`Invalid ${collection} record: ${problem}`)
  return 'valid'
}
