import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import type {
  CommitLookup,
  CommitResult,
  FindInput,
  FollowResult,
  PublishAbility,
} from '../contract/publish.ts'
import { type TiktokPublishApi, tiktokPublishApi } from './api-publish.ts'
import { photosBody, videoBody } from './body.ts'
import { checkTiktok } from './check.ts'
import { publicationFailure } from './errors.ts'
import { readJob, type TiktokJob, videoOf } from './job.ts'
import { tiktokOptions, transferOf } from './options.ts'
import {
  isHandedOver,
  isPostId,
  isPublic,
  isSamePost,
  permalinkOf,
  toPublishedPost,
} from './outcome.ts'
import { prepareTiktok } from './prepare.ts'
import { sendChunk } from './upload.ts'

/** Poll intervals from 5 to 30 s (tiktok.md §5.7); `status/fetch` allows 30 calls per minute. */
const pollSeconds = [5, 5, 10, 15, 20, 30]
/** A public post gets its id about a minute after completion: polls to wait for it. */
const idPollsMax = 4
const idPollSeconds = 15
/** Allowed difference between TikTok's clock and ours. */
const clockToleranceMs = 60_000

/**
 * Publishing on TikTok (tiktok.md §5): a video by upload or URL, or photos by URL. Posts cannot be
 * deleted, and text-only posts do not exist.
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
    // An upload has its id before the commit; what TikTok fetches gets it in the response.
    proofOf: (content) => {
      const options = tiktokOptions.safeParse(content.options).data ?? {}
      return { by: transferOf(content, options) === 'upload' ? 'container' : 'list' }
    },
    find: (input) => find(api, webBase, readJob(input), input),

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

/** Sends the last chunk or the URLs. Makes no call if TikTok already has the whole upload. */
async function commit(api: TiktokPublishApi, job: TiktokJob): Promise<CommitResult> {
  if (job.progress.isSent) return accepted(job, {})
  if (job.transfer === 'photos') {
    return accepted(job, { publishId: await api.initPhotos(job.access, photosBody(job)) })
  }
  if (job.transfer === 'video_url') {
    return accepted(job, { publishId: await api.initVideo(job.access, videoBody(job)) })
  }
  if (!job.progress.publishId) throw new PlatformError('not_ready')
  const sent = await sendChunk(api, job)
  const { size } = videoOf(job)
  if (sent.state === 'stored' && sent.nextByte === size) return accepted(job, { nextByte: size })
  throw new PlatformError('not_ready', { platformCode: sent.state })
}

function accepted(job: TiktokJob, changes: Parameters<TiktokJob['with']>[0]): CommitResult {
  const progress = job.with({ ...changes, isSent: true, polls: 0, idPolls: 0 })
  return { state: 'accepted', progress, seconds: pollSeconds[0]! }
}

/** Throws if the publication failed; `not_ready` means that it may be prepared and committed again. */
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
    const polls = (job.progress.polls ?? 0) + 1
    const seconds = pollSeconds[Math.min(polls, pollSeconds.length - 1)]!
    return { state: 'wait', progress: job.with({ polls }), seconds }
  }
  const postId = status.publicaly_available_post_id?.[0]
  const idPolls = job.progress.idPolls ?? 0
  if (!postId && isPublic(job) && idPolls < idPollsMax) {
    return { state: 'wait', progress: job.with({ idPolls: idPolls + 1 }), seconds: idPollSeconds }
  }
  return toPublishedPost(job, webBase, postId)
}

/**
 * Reads the publication's status by its id; sending the same last chunk again cannot post twice.
 * Without an id (a URL post without a response), only the list of public posts can be searched, where
 * a new post may appear late.
 */
async function find(
  api: TiktokPublishApi,
  webBase: string,
  job: TiktokJob,
  { committedAt, isProgressOld }: FindInput,
): Promise<CommitLookup> {
  const { publishId } = job.progress
  if (!publishId) {
    const isNotSent = job.transfer === 'upload' && !isProgressOld
    return isNotSent ? absent(true) : await findInList(api, webBase, job, committedAt)
  }
  const status = await api.readStatus(job.access, publishId)
  if (status.status === 'FAILED') return absent(true)
  if (!isHandedOver(job, status)) return absent(typeof status.uploaded_bytes === 'number')
  if (status.status !== 'PUBLISH_COMPLETE') {
    return { state: 'accepted', progress: job.with({ isSent: true }), seconds: pollSeconds[0]! }
  }
  return toPublishedPost(job, webBase, status.publicaly_available_post_id?.[0])
}

async function findInList(
  api: TiktokPublishApi,
  webBase: string,
  job: TiktokJob,
  committedAt: Date,
): Promise<CommitLookup> {
  if (!isPublic(job)) return absent(false)
  const from = new Date(committedAt.getTime() - clockToleranceMs)
  const posts = await listVideos(api, job)
  const [post, another] = posts.filter((each) => isSamePost(job, each, from))
  return post && !another ? toPublishedPost(job, webBase, post.id) : absent(false)
}

/** Returns an empty list without the permission `video.list`. */
async function listVideos(api: TiktokPublishApi, job: TiktokJob) {
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
