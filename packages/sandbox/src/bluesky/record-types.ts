import type { Sandbox } from '../core/sandbox.ts'
import { blobRefs } from './blobs.ts'
import { invalidRequest, XrpcError } from './errors.ts'
import { array, type Check, integer, object, string, union } from './schema.ts'
import { settingsOf } from './settings.ts'

export const POST = 'app.bsky.feed.post'
export const THREADGATE = 'app.bsky.feed.threadgate'

const THUMB_BYTES_MAX = 1_000_000
const VIDEO_BYTES_MAX = 300_000_000
const CAPTION_BYTES_MAX = 20_000

const datetime = string({
  format: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  name: 'datetime',
})
const atUri = string({ format: /^at:\/\/[^/]+(\/[a-zA-Z.]+\/[\w.~:-]+)?$/, name: 'at-uri' })
const uri = string({ format: /^[a-z][a-z.-]*:\S+$/i, name: 'uri' })
const did = string({ format: /^did:[a-z]+:[\w.:%-]+$/, name: 'did' })
const language = string({ format: /^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8})*$/, name: 'language' })
const cid = string({ format: /^b[a-z2-7]{20,}$/, name: 'cid' })
const tag = string({ bytes: 640, graphemes: 64 })
const strongRef = object({ uri: atUri, cid })
const blob = object({
  ref: object({ $link: string() }),
  mimeType: string(),
  size: integer,
})
const ratio = object({ width: integer, height: integer })

const images = object({
  images: array(object({ image: blob, alt: string() }, { aspectRatio: ratio }), 4),
})
const gallery = object({
  items: array(object({ image: blob, alt: string(), aspectRatio: ratio }), 20),
})
const video = object(
  { video: blob },
  {
    alt: string({ bytes: 10_000, graphemes: 1_000 }),
    aspectRatio: ratio,
    captions: array(object({ lang: language, file: blob }), 20),
  },
)
const external = object({
  external: object({ uri, title: string(), description: string() }, { thumb: blob }),
})
const media = union({
  'app.bsky.embed.images': images,
  'app.bsky.embed.gallery': gallery,
  'app.bsky.embed.video': video,
  'app.bsky.embed.external': external,
})
const embed = union({
  'app.bsky.embed.images': images,
  'app.bsky.embed.gallery': gallery,
  'app.bsky.embed.video': video,
  'app.bsky.embed.external': external,
  'app.bsky.embed.record': object({ record: strongRef }),
  'app.bsky.embed.recordWithMedia': object({ record: object({ record: strongRef }), media }),
})
const feature = union({
  'app.bsky.richtext.facet#link': object({ uri }),
  'app.bsky.richtext.facet#mention': object({ did }),
  'app.bsky.richtext.facet#tag': object({ tag }),
})
const facet = object({
  index: object({ byteStart: integer, byteEnd: integer }),
  features: array(feature),
})

/** What the server knows about the form of records (bluesky.md §3.1, §4.3). */
const schemas: Record<string, Check> = {
  [POST]: object(
    { text: string({ bytes: 3000, graphemes: 300 }), createdAt: datetime },
    {
      facets: array(facet),
      reply: object({ root: strongRef, parent: strongRef }),
      embed,
      langs: array(language, 3),
      labels: union({
        'com.atproto.label.defs#selfLabels': object({
          values: array(object({ val: string({ bytes: 128 }) }), 10),
        }),
      }),
      tags: array(tag, 8),
    },
  ),
  [THREADGATE]: object(
    { post: atUri, createdAt: datetime },
    { allow: array(object({ $type: string() }), 5), hiddenReplies: array(atUri, 300) },
  ),
  'app.bsky.feed.postgate': object(
    { post: atUri, createdAt: datetime },
    { detachedEmbeddingUris: array(atUri, 50) },
  ),
}

/** Whether the form was checked. Throws XrpcError for a wrong record or a file in the wrong place. */
export function validateRecord(
  sandbox: Sandbox,
  collection: string,
  record: Record<string, unknown>,
): 'valid' | 'unknown' {
  const schema = schemas[collection]
  if (!schema) return 'unknown'
  const problem = schema(record, '$.record')
  if (problem) throw invalidRequest(`Invalid ${collection} record: ${problem}`)
  checkFiles(sandbox, record.embed)
  return 'valid'
}

/** The type and size limit of each place for a file (bluesky.md §3.3 to §3.5). */
function checkFiles(sandbox: Sandbox, embed: unknown): void {
  if (typeof embed !== 'object' || embed === null) return
  const { images, items, video, captions, external, media } = embed as Record<string, unknown>
  const imageBytesMax = settingsOf(sandbox).bluesky_image_bytes_max
  checkPlace([images, items], 'image/', imageBytesMax)
  checkPlace(external, 'image/', THUMB_BYTES_MAX)
  checkPlace(video, 'video/mp4', VIDEO_BYTES_MAX)
  checkPlace(captions, 'text/vtt', CAPTION_BYTES_MAX)
  checkFiles(sandbox, media)
}

function checkPlace(place: unknown, type: string, bytesMax: number): void {
  for (const { mimeType, size } of blobRefs(place)) {
    if (!mimeType.startsWith(type)) {
      const accepted = type.endsWith('/') ? `${type}*` : type
      throw new XrpcError(
        400,
        'InvalidMimeType',
        `Wrong type of file. It is ${mimeType} but it must match ${accepted}.`,
      )
    }
    if (size > bytesMax) {
      throw new XrpcError(
        400,
        'BlobTooLarge',
        `This file is too large. It is ${size} bytes but the maximum size is ${bytesMax} bytes.`,
      )
    }
  }
}
