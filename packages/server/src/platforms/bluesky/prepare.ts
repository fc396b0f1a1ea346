import { z } from 'zod'
import { deletedPartError, PlatformError } from '../contract/errors.ts'
import { partOptions } from '../contract/options.ts'
import type { PrepareResult, Progress, PublishInput } from '../contract/publish.ts'
import { readShape } from '../wire/json.ts'
import type { BlueskyApi } from './api.ts'
import { shortenLinks, showText } from './facets.ts'
import { findDid, findFacets } from './find-facets.ts'
import { imageLimits, olderImageLimits } from './limits.ts'
import { blueskyOptions, parsePostAddress } from './options.ts'
import {
  buildRecord,
  type PostRecord,
  postCollection,
  type RecordRef,
  type ReplyRefs,
} from './record.ts'
import { findPostRef, getRecord, recordUri, replyRefs } from './records.ts'
import { splitScope, threadgateScope } from './scopes.ts'
import { allowedRepliers } from './thread-gate.ts'
import { uploadCardImage, uploadFile } from './uploads.ts'

const size = z.number().nullable()
const blob = z.record(z.string(), z.unknown())

const preparation = z.object({
  /** How often a commit had not been ready: the server lost the files, or refused their size. */
  round: z.number(),
  /** The same in every attempt, as the record must stay the same (bluesky.md §3.6). */
  createdAt: z.string(),
  uploads: z.array(z.object({ blob, width: size, height: size })),
  /** The picture of the link card; `null` if there is none, missing before it was looked for. */
  thumb: blob.nullable().optional(),
  record: z.custom<PostRecord>().optional(),
})
type Preparation = z.infer<typeof preparation>

/** Uploads one file per step and builds the record in the last one (bluesky.md §3). */
export async function prepareRecord(
  api: BlueskyApi,
  input: PublishInput,
  now: Date,
): Promise<PrepareResult> {
  const current = currentPreparation(input.progress, now)
  if (current.record) return { state: 'ready', progress: input.progress }
  const { uploads, thumb } = current
  if (uploads.length === 0 && thumb === undefined) await checkStart(api, input)
  const next = input.content.media[uploads.length]
  if (next) {
    const limits = current.round === 0 ? imageLimits : olderImageLimits
    const upload = await uploadFile(api, next, limits)
    const progress = { ...input.progress, ...current, uploads: [...uploads, upload] }
    return { state: 'wait', progress, seconds: 0 }
  }
  const { card_url } = partOptions(blueskyOptions, input)
  if (card_url && thumb === undefined) {
    const found = await uploadCardImage(api, input, card_url)
    return { state: 'wait', progress: { ...input.progress, ...current, thumb: found }, seconds: 0 }
  }
  const record = await buildPost(api, input, current)
  return { state: 'ready', progress: { ...input.progress, ...current, record } }
}

/** Whether the record has an image that a server with the older schema refuses. */
export function hasLargeImage(progress: Progress): boolean {
  const { uploads } = preparation.parse(progress)
  return uploads.some(
    ({ blob: { mimeType, size } }) =>
      String(mimeType).startsWith('image/') && Number(size) > olderImageLimits.bytesMax,
  )
}

/** The prepared record. Throws if the post is not prepared. */
export function preparedRecord(progress: Progress): PostRecord {
  const { record } = preparation.parse(progress)
  if (!record) throw new Error('The post is not prepared.')
  return record
}

function currentPreparation(progress: Progress, now: Date): Preparation {
  const stored = preparation.safeParse(progress).data
  const round = progress.commitsNotReady ?? 0
  if (stored?.round === round) return stored
  return {
    round,
    createdAt: stored?.createdAt ?? now.toISOString(),
    uploads: [],
    record: undefined,
  }
}

/**
 * Found out before the post is public: nobody could limit the replies afterwards. The read shows
 * that the access is valid, and its response has the nonce, so that a large body is sent once
 * (bluesky.md §1.4).
 */
async function checkStart(api: BlueskyApi, input: PublishInput): Promise<void> {
  const { reply_control } = partOptions(blueskyOptions, input)
  const { granted } = splitScope(input.tokens.bound?.scope ?? '')
  if (allowedRepliers(reply_control) && !granted.includes(threadgateScope)) {
    const platformMessage = `Not granted: ${threadgateScope}`
    throw new PlatformError('permission_missing', { platformMessage })
  }
  await api.query('com.atproto.server.getSession', {}, z.unknown())
}

async function buildPost(
  api: BlueskyApi,
  input: PublishInput,
  { createdAt, uploads, thumb }: Preparation,
): Promise<PostRecord> {
  const { content } = input
  const { media } = content
  const options = partOptions(blueskyOptions, input)
  const shown = options.shorten_links ? shortenLinks(content.text) : showText(content.text)
  return buildRecord({
    text: shown.text,
    createdAt: new Date(createdAt),
    facets: await findFacets(api, shown),
    uploads: uploads.map((upload, index) => ({ ...upload, media: media[index]! })),
    options,
    thumb: thumb ?? null,
    quoted: options.quote_url ? await findQuoted(api, options.quote_url) : null,
    reply: await findAnswered(api, input),
  })
}

/**
 * The references of a part that answers another one, read at the account's own server without delay.
 * The network accepts a reply to a deleted post, so that the check is here (bluesky.md §4.2).
 */
async function findAnswered(
  api: BlueskyApi,
  { account, answers }: PublishInput,
): Promise<ReplyRefs | null> {
  if (!answers) return null
  const repo = account.platformAccountId
  const key = { repo, collection: postCollection, rkey: answers.parent.platformPostId }
  const found = await getRecord(api, key)
  if (!found) throw deletedPartError()
  const parent = { uri: recordUri(key), cid: found.cid }
  // The parent names the root, which may be deleted by now.
  const { reply } = readShape(z.object({ reply: replyRefs.nullish() }), found.value)
  return { root: reply?.root ?? parent, parent }
}

async function findQuoted(api: BlueskyApi, address: string): Promise<RecordRef> {
  const { author, rkey } = parsePostAddress(address) ?? { author: '', rkey: '' }
  const did = author.startsWith('did:') ? author : await findDid(api, author)
  const ref = did ? await findPostRef(api, did, rkey) : null
  if (ref) return ref
  const platformMessage = 'The quoted post does not exist.'
  throw new PlatformError('rejected', { platformMessage, reason: 'content_invalid' })
}
