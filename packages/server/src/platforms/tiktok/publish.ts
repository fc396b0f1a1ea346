import { PlatformError } from '../errors.ts'
import type { PlatformSetup } from '../platform.ts'
import type { CommitLookup, CommitResult, FollowResult, PublishAbility } from '../publish.ts'
import { type TiktokPublishApi, tiktokPublishApi } from './api-publish.ts'
import { photosBody, videoBody } from './body.ts'
import { checkTiktok } from './check.ts'
import { publicationFailure } from './errors.ts'
import { readJob, type TiktokJob, videoOf } from './job.ts'
import { tiktokOptions } from './options.ts'
import {
  isHandedOver,
  isPostId,
  isPublic,
  isSamePost,
  permalinkOf,
  publishedAs,
} from './outcome.ts'
import { prepareTiktok } from './prepare.ts'
import { sendChunk } from './upload.ts'

/** Between looks: 5 s at first, 30 s at last (tiktok.md §5.7); `status/fetch` may be called 30/min. */
const lookSeconds = [5, 5, 10, 15, 20, 30]
/** A public post has its id about a minute after it is complete; it is awaited for so many looks. */
const idLooksMax = 4
const idSeconds = 15
/** The clocks of TikTok and of this machine may differ. */
const clockMs = 60_000

/**
 * Publishing on TikTok (tiktok.md §5): a video by upload or by address, or photos by address.
 * Nothing there can be deleted, and no text is posted alone.
 */
export function tiktokPublish(setup: PlatformSetup): PublishAbility {
  const api = tiktokPublishApi(setup)
  const webBase = setup.app.bases.authorize
  return {
    options: tiktokOptions,
    check: checkTiktok,
    prepare: (input) => prepareTiktok(api, setup.now, readJob(input)),
    commit: (input) => commit(api, readJob(input)),
    follow: (input) => follow(api, webBase, readJob(input)),
    find: (input) => find(api, webBase, readJob(input), input.committedAt),

    readPostId: (input) => readPostId(api, readJob(input), input.platformPostId),
    readPermalink: async (input) => {
      const job = readJob(input)
      const postId = await readPostId(api, job, input.platformPostId)
      return postId ? permalinkOf(job, webBase, postId) : null
    },
  }
}

async function readPostId(
  api: TiktokPublishApi,
  job: TiktokJob,
  platformPostId: string,
): Promise<string | null> {
  if (isPostId(platformPostId)) return platformPostId
  const status = await api.readStatus(job.access, platformPostId)
  return status.publicaly_available_post_id?.[0] ?? null
}

/**
 * The last chunk, or the call that names the addresses. A publication that TikTok already has is
 * handed over once: no second call is made for it.
 */
async function commit(api: TiktokPublishApi, job: TiktokJob): Promise<CommitResult> {
  if (job.progress.isSent) return accepted(job, {})
  if (job.way === 'photos') {
    return accepted(job, { publishId: await api.initPhotos(job.access, photosBody(job)) })
  }
  if (job.way === 'video_url') {
    return accepted(job, { publishId: await api.initVideo(job.access, videoBody(job)) })
  }
  if (!job.progress.publishId) throw new PlatformError('not_ready')
  const sent = await sendChunk(api, job)
  const { size } = videoOf(job)
  if (sent.state === 'stored' && sent.nextByte === size) return accepted(job, { nextByte: size })
  throw new PlatformError('not_ready', { platformCode: sent.state })
}

function accepted(job: TiktokJob, changes: Parameters<TiktokJob['with']>[0]): CommitResult {
  const progress = job.with({ ...changes, isSent: true, looks: 0, idLooks: 0 })
  return { state: 'accepted', progress, seconds: lookSeconds[0]! }
}

/**
 * Throws why the publication failed: `not_ready` when it was TikTok's own failure, after which it
 * may be prepared and committed again.
 */
async function follow(
  api: TiktokPublishApi,
  webBase: string,
  job: TiktokJob,
): Promise<FollowResult> {
  const status = await api.readStatus(job.access, job.progress.publishId ?? '')
  if (status.status === 'FAILED') {
    throw publicationFailure(status.fail_reason, job.progress.restarts ?? 0)
  }
  if (status.status !== 'PUBLISH_COMPLETE') {
    const looks = (job.progress.looks ?? 0) + 1
    const seconds = lookSeconds[Math.min(looks, lookSeconds.length - 1)]!
    return { state: 'wait', progress: job.with({ looks }), seconds }
  }
  const postId = status.publicaly_available_post_id?.[0]
  const idLooks = job.progress.idLooks ?? 0
  if (!postId && isPublic(job) && idLooks < idLooksMax) {
    return { state: 'wait', progress: job.with({ idLooks: idLooks + 1 }), seconds: idSeconds }
  }
  return publishedAs(job, webBase, postId)
}

/**
 * A publication that has an id is asked for; sending the last chunk of the same upload again cannot
 * post twice. Without an id (an address whose call had no answer) only the list of public posts is
 * left, in which a new post may appear late.
 */
async function find(
  api: TiktokPublishApi,
  webBase: string,
  job: TiktokJob,
  committedAt: Date,
): Promise<CommitLookup> {
  const { publishId } = job.progress
  if (!publishId)
    return job.way === 'upload' ? absent(true) : search(api, webBase, job, committedAt)
  const status = await api.readStatus(job.access, publishId)
  if (status.status === 'FAILED') return absent(true)
  if (!isHandedOver(job, status)) return absent(typeof status.uploaded_bytes === 'number')
  if (status.status !== 'PUBLISH_COMPLETE') {
    return { state: 'accepted', progress: job.with({ isSent: true }), seconds: lookSeconds[0]! }
  }
  return publishedAs(job, webBase, status.publicaly_available_post_id?.[0])
}

async function search(
  api: TiktokPublishApi,
  webBase: string,
  job: TiktokJob,
  committedAt: Date,
): Promise<CommitLookup> {
  if (!isPublic(job)) return absent(false)
  const from = new Date(committedAt.getTime() - clockMs)
  const posts = await listed(api, job)
  const post = posts.find((each) => isSamePost(job, each, from))
  return post ? publishedAs(job, webBase, post.id) : absent(false)
}

/** Without `video.list` nothing can be looked up, and nothing is known. */
async function listed(api: TiktokPublishApi, job: TiktokJob) {
  try {
    return await api.listVideos(job.access)
  } catch (err) {
    if (err instanceof PlatformError && err.kind === 'permission_missing') return []
    throw err
  }
}

function absent(certain: boolean): CommitLookup {
  return { state: 'absent', certain }
}
