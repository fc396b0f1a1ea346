import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import type {
  CommitLookup,
  CommitResult,
  FindInput,
  FollowResult,
  PublishAbility,
  PublishedPost,
} from '../contract/publish.ts'
import { readUploadsPlaylist } from './channel.ts'
import { checkYoutube } from './check.ts'
import { nothing, youtubeClient } from './client.ts'
import { isGone } from './errors.ts'
import { readJob, type YoutubeJob } from './job.ts'
import { youtubeOptions } from './options.ts'
import { prepareYoutube } from './prepare.ts'
import { clientOf } from './upload.ts'
import { listUploads, readVideo } from './videos.ts'

/** Reads after the commit until YouTube is taken to keep the video private. */
const readsMax = 4
const readSeconds = 3
/** Allowed difference between YouTube's clock and ours. */
const clockToleranceMs = 60_000

/**
 * Publishing on YouTube (youtube.md §4): the video is uploaded as private, and the commit sets its
 * privacy. Repeating that changes nothing, so that a video is never published twice.
 */
export function youtubePublish(setup: PlatformSetup): PublishAbility {
  const permalinkOf = (id: string) => permalink(setup, id)
  const publishedAs = (id: string): PublishedPost => ({
    state: 'published',
    platformPostId: id,
    permalink: permalinkOf(id),
  })
  return {
    options: youtubeOptions,
    check: checkYoutube,
    prepare: (input) => prepareYoutube(setup, readJob(input)),
    commit: (input) => commit(setup, readJob(input)),
    follow: (input) => follow(setup, readJob(input), publishedAs),
    proofOf: () => ({ by: 'container' }),
    find: (input) => find(setup, readJob(input), input, publishedAs),
    discard: (input) => discard(setup, readJob(input)),
    comment: async ({ tokens, platformPostId, text }) => {
      const snippet = {
        videoId: platformPostId,
        topLevelComment: { snippet: { textOriginal: text } },
      }
      const client = youtubeClient(setup, tokens.access)
      await client.write('POST', 'commentThreads', { part: 'snippet' }, nothing, { snippet })
    },
    buildPermalink: permalinkOf,
    remove: async ({ tokens, platformPostId }) => {
      const client = youtubeClient(setup, tokens.access)
      try {
        await client.write('DELETE', 'videos', { id: platformPostId }, nothing)
        return 'removed'
      } catch (err) {
        if (isGone(err)) return 'not_found'
        throw err
      }
    },
  }
}

/** youtube.md §4.8. */
export function permalink({ app }: PlatformSetup, videoId: string): string {
  const web = app.bases.web ?? app.bases.authorize
  return `${web}/watch?v=${encodeURIComponent(videoId)}`
}

/** Writes the whole status with the wanted privacy (youtube.md §4.5). */
async function commit(setup: PlatformSetup, job: YoutubeJob): Promise<CommitResult> {
  const { videoId, status } = job.progress
  if (!videoId || !status) throw new PlatformError('not_ready')
  const known = Object.entries(status).filter(([, value]) => value !== null)
  const json = {
    id: videoId,
    status: { ...Object.fromEntries(known), privacyStatus: job.privacy },
  }
  try {
    await clientOf(setup, job).write('PUT', 'videos', { part: 'status' }, z.unknown(), json)
  } catch (err) {
    // Somebody deleted the private video: it is uploaded again.
    if (isGone(err)) throw new PlatformError('not_ready', { platformCode: err.platformCode })
    throw err
  }
  return { state: 'accepted', progress: job.with({ reads: 0 }), seconds: 0 }
}

/** The creator's settings may keep the video private, and no response says so (youtube.md §0). */
async function follow(
  setup: PlatformSetup,
  job: YoutubeJob,
  publishedAs: (id: string) => PublishedPost,
): Promise<FollowResult> {
  const videoId = job.progress.videoId ?? ''
  const video = await readVideo(clientOf(setup, job), videoId, 'status')
  if (video?.status?.privacyStatus === job.privacy) return publishedAs(videoId)
  const reads = (job.progress.reads ?? 0) + 1
  if (reads < readsMax) {
    return { state: 'wait', progress: job.with({ reads }), seconds: readSeconds }
  }
  if (!video) throw new PlatformError('rejected', { platformCode: 'videoNotFound' })
  throw new PlatformError('rejected', {
    platformCode: 'kept_private',
    platformMessage: `YouTube keeps this video ${video.status?.privacyStatus}: https://studio.youtube.com/video/${videoId}/edit`,
    reason: 'content_rejected',
  })
}

/**
 * Reads the privacy of the uploaded video. Without its id, a commit can only have happened in steps that
 * the database lost: then it is searched among the channel's videos.
 */
async function find(
  setup: PlatformSetup,
  job: YoutubeJob,
  { committedAt, isProgressOld }: FindInput,
  publishedAs: (id: string) => PublishedPost,
): Promise<CommitLookup> {
  const { videoId } = job.progress
  if (videoId) {
    const video = await readVideo(clientOf(setup, job), videoId, 'status')
    if (video?.status?.privacyStatus === job.privacy) return publishedAs(videoId)
    return { state: 'absent', certain: true }
  }
  if (!isProgressOld) return { state: 'absent', certain: true }
  const found = await findUpload(setup, job, committedAt)
  return found ? publishedAs(found) : { state: 'absent', certain: false }
}

/** The only video since then with the title, the description and the privacy of the post. */
async function findUpload(
  setup: PlatformSetup,
  job: YoutubeJob,
  committedAt: Date,
): Promise<string | null> {
  const client = clientOf(setup, job)
  const playlist = await readUploadsPlaylist(client)
  if (!playlist) return null
  const from = job.input.key.createdAt.getTime() - clockToleranceMs
  const earliest = Math.min(from, committedAt.getTime() - clockToleranceMs)
  const { items } = await listUploads(client, playlist, null)
  const [found, another] = items.filter(
    ({ snippet, status }) =>
      snippet.title === job.options.title &&
      (snippet.description ?? '').trim() === job.input.content.text.trim() &&
      snippet.publishedAt.getTime() >= earliest &&
      status?.privacyStatus === job.privacy,
  )
  return found && !another ? found.snippet.resourceId.videoId : null
}

/**
 * Deletes the private video of a post that is not published. One that shall be private stays, and one
 * that was committed: the creator's settings keep it private, and the person is sent to it.
 */
async function discard(setup: PlatformSetup, job: YoutubeJob): Promise<void> {
  const { videoId, reads } = job.progress
  const isCommitted = typeof reads === 'number'
  if (!videoId || isCommitted || job.privacy === 'private') return
  const client = clientOf(setup, job)
  const video = await readVideo(client, videoId, 'status')
  if (video?.status?.privacyStatus !== 'private') return
  await client.write('DELETE', 'videos', { id: videoId }, nothing)
}
