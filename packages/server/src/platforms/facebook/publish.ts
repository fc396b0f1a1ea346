import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import type {
  CommitLookup,
  CommitResult,
  FollowResult,
  PrepareResult,
  Progress,
  PublishAbility,
  PublishInput,
} from '../contract/publish.ts'
import { isMissing, noSuchObject, removeObject } from '../meta/graph.ts'
import { parseWebUrl } from '../wire/json.ts'
import {
  type FacebookPublishApi,
  type FacebookVideo,
  type FeedPost,
  facebookPublishApi,
} from './api-publish.ts'
import { checkFacebook } from './check.ts'
import { facebookOptions } from './options.ts'

/** Intervals between polls of a video in processing. */
const pollSeconds = [3, 5, 10, 15, 30, 60]
/** The post of a ready video may appear a little later. */
const postPollsMax = 4
/** Allowed difference between Facebook's clock and ours. */
const clockToleranceMs = 60_000

const stepsShape = z.object({
  /** Ids of staged photos, in media order. */
  photos: z.array(z.string()).default([]),
  /** The id of the post that is not published yet. */
  postId: z.string().nullish(),
  videoId: z.string().nullish(),
  polls: z.int().default(0),
  postPolls: z.int().default(0),
})
type Steps = z.infer<typeof stepsShape>

type Job = {
  api: FacebookPublishApi
  webBase: string
  page: string
  input: PublishInput
  steps: Steps
  with(changes: Partial<Steps>): Progress
}

/**
 * Publishing on a page (facebook.md §3). A post is created unpublished and then published by its
 * id, which can be repeated. Only the commit of a video is not idempotent: without a response it is
 * searched in the feed.
 */
export function facebookPublish(setup: PlatformSetup): PublishAbility {
  const webBase = setup.app.bases.authorize
  const jobOf = (input: PublishInput): Job => ({
    api: facebookPublishApi(setup, input.tokens.access),
    webBase,
    page: input.account.platformAccountId,
    input,
    steps: stepsShape.parse(input.progress),
    with: (changes) => ({ ...input.progress, ...changes }),
  })
  return {
    options: facebookOptions,
    check: checkFacebook,
    prepare: (input) => prepare(jobOf(input)),
    commit: (input) => commit(jobOf(input)),
    follow: (input) => follow(jobOf(input)),
    // An unpublished post is the container; a video has none.
    proofOf: ({ media }) => ({ by: media[0]?.type === 'video' ? 'list' : 'container' }),
    find: (input) => find(jobOf(input), input.committedAt),
    findRefused: (input) => findRefused(jobOf(input), input.committedAt),
    discard: (input) => discard(jobOf(input)),
    comment: (input) => jobOf(input).api.writeComment(input.platformPostId, input.text),
    readPermalink: async (input) =>
      toPermalink(webBase, await jobOf(input).api.readPermalink(input.platformPostId)),
    // Ids are `PAGEID_POSTID` (facebook.md §3); facebook.com redirects from an object's id.
    buildPermalink: (platformPostId) => `${webBase}/${platformPostId}`,
    remove: ({ tokens, platformPostId }) => {
      const api = facebookPublishApi(setup, tokens.access)
      return removeObject(
        () => api.deleteObject(platformPostId),
        () => api.readPermalink(platformPostId),
      )
    },
  }
}

/** Stages one photo per step, then creates the unpublished post. A video needs no preparation. */
async function prepare(job: Job): Promise<PrepareResult> {
  const { text, media, options } = job.input.content
  const link = parseLink(options)
  const { photos, postId } = job.steps
  if (postId || media[0]?.type === 'video') return { state: 'ready', progress: job.with({}) }
  const next = media[photos.length]
  if (next) {
    const staged = [...photos, await job.api.stagePhoto(job.page, next)]
    return { state: 'wait', progress: job.with({ photos: staged }), seconds: 0 }
  }
  const attached = photos.map((id, index) => [
    `attached_media[${index}]`,
    JSON.stringify({ media_fbid: id }),
  ])
  const created = await job.api.createUnpublished(job.page, {
    ...(text ? { message: text } : {}),
    ...(link ? { link } : {}),
    ...Object.fromEntries(attached),
  })
  return { state: 'ready', progress: job.with({ postId: created }) }
}

async function commit(job: Job): Promise<CommitResult> {
  const { text, media } = job.input.content
  const [video] = media
  if (video?.type === 'video') {
    const form = { file_url: video.url, ...(text ? { description: text } : {}) }
    const videoId = await job.api.publishVideo(job.page, form)
    return { state: 'accepted', progress: job.with({ videoId }), seconds: pollSeconds[0]! }
  }
  const { postId } = job.steps
  if (!postId) throw new PlatformError('not_ready')
  await job.api.publishPost(postId)
  return publishedPost(job, postId, null)
}

/** Invalid options throw `rejected`. */
function parseLink(options: PublishInput['content']['options']): string | undefined {
  const parsed = facebookOptions.safeParse(options)
  if (!parsed.success) throw new PlatformError('rejected', { reason: 'content_invalid' })
  return parsed.data.link
}

/** A video becomes a post after processing; a video that cannot be processed throws `rejected`. */
async function follow(job: Job): Promise<FollowResult> {
  const videoId = job.steps.videoId ?? ''
  const video = await job.api.readVideo(videoId)
  const failure = videoFailure(video)
  if (failure) throw failure
  const { post_id, permalink_url } = video
  const isPublic = video.status?.video_status === 'ready' && isPublished(video)
  if (!isPublic) {
    const polls = job.steps.polls + 1
    const seconds = pollSeconds[Math.min(polls, pollSeconds.length - 1)]!
    return { state: 'wait', progress: job.with({ polls }), seconds }
  }
  if (!post_id && job.steps.postPolls < postPollsMax) {
    const progress = job.with({ postPolls: job.steps.postPolls + 1 })
    return { state: 'wait', progress, seconds: pollSeconds[1]! }
  }
  return publishedPost(job, post_id ? fullId(job, post_id) : videoId, permalink_url)
}

/**
 * A processed video is public once its publishing phase is complete, unless `published` denies it. One
 * decides if the other is missing; without both there is at least a post (facebook.md §3.3).
 */
function isPublished({ status, published, post_id }: FacebookVideo): boolean {
  const phase = status?.publishing_phase?.status
  if (!phase) return published ?? Boolean(post_id)
  return phase === 'complete' && published !== false
}

const failedVideo = new Set(['error', 'upload_failed', 'expired'])

/**
 * The final failure of a video: of the whole, or of a phase while the whole is in processing
 * (facebook.md §3.3).
 */
function videoFailure({ status }: FacebookVideo): PlatformError | null {
  const { video_status, uploading_phase, processing_phase, publishing_phase } = status ?? {}
  const phases = [uploading_phase, processing_phase, publishing_phase]
  const isFailed =
    failedVideo.has(video_status ?? '') || phases.some((phase) => phase?.status === 'error')
  if (!isFailed) return null
  const isUpload = video_status === 'upload_failed' || uploading_phase?.status === 'error'
  return new PlatformError('rejected', {
    platformCode: `video_status_${video_status ?? 'error'}`,
    platformMessage: isUpload
      ? 'Facebook could not fetch the video.'
      : 'Facebook could not process the video.',
    reason: isUpload ? 'media_unreachable' : 'media_invalid',
  })
}

/**
 * Reads the post by its id. A video whose id is unknown is searched in the feed by its text. If several
 * posts match, nothing tells them apart; absence is never certain, as a video may appear late.
 */
async function find(job: Job, committedAt: Date): Promise<CommitLookup> {
  const { postId, videoId } = job.steps
  if (postId) return await readPublication(job, postId)
  if (videoId) return { state: 'accepted', progress: job.with({}), seconds: pollSeconds[0]! }
  const { text } = job.input.content
  const from = committedAt.getTime() - clockToleranceMs
  const isOurs = ({ message, created_time }: FeedPost) =>
    Date.parse(created_time) >= from && isSameText(message ?? '', text)
  const [post, another] = text.trim() ? (await job.api.listPosts(job.page)).filter(isOurs) : []
  if (post && !another) return publishedPost(job, post.id, post.permalink_url)
  return { state: 'absent', certain: false }
}

/** A refused video was not accepted. */
async function findRefused(job: Job, committedAt: Date): Promise<CommitLookup> {
  return job.steps.postId ? await find(job, committedAt) : { state: 'absent', certain: true }
}

/** A post that is gone is not public either. */
async function readPublication(job: Job, postId: string): Promise<CommitLookup> {
  try {
    const { is_published, permalink_url } = await job.api.readPublication(postId)
    if (is_published) return publishedPost(job, postId, permalink_url)
  } catch (err) {
    if (!(err instanceof PlatformError) || err.platformCode !== noSuchObject) throw err
  }
  return { state: 'absent', certain: true }
}

/**
 * Deletes the unpublished post and the staged photos, which stay in the page's library otherwise
 * (facebook.md §3.1). `isMissing` ignores the error of an object that is gone, and of a photo that
 * a post has used.
 */
async function discard({ api, steps: { postId, photos } }: Job): Promise<void> {
  if (postId) {
    await isMissing(async () => {
      const { is_published } = await api.readPublication(postId)
      if (!is_published) await api.deleteObject(postId)
    })
  }
  for (const photo of photos) await isMissing(() => api.deleteObject(photo))
}

/** Facebook changes line breaks and trims the text. */
function isSameText(left: string, right: string): boolean {
  const plain = (text: string) => text.replaceAll('\r\n', '\n').normalize('NFC').trim()
  return plain(left) === plain(right)
}

function publishedPost(job: Job, platformPostId: string, permalink: string | null | undefined) {
  const fullPermalink = toPermalink(job.webBase, permalink)
  return { state: 'published' as const, platformPostId, permalink: fullPermalink }
}

/** Calls need `PAGEID_POSTID`; a video returns only the second part (facebook.md §3). */
function fullId({ page }: Job, id: string): string {
  return id.includes('_') ? id : `${page}_${id}`
}

/** A video's permalink is relative, without a host. */
function toPermalink(webBase: string, permalink: string | null | undefined): string | null {
  return permalink ? parseWebUrl(URL.parse(permalink, webBase)?.href) : null
}
