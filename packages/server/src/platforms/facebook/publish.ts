import { z } from 'zod'
import { PlatformError } from '../errors.ts'
import { parseWebUrl } from '../json.ts'
import { isMissing, removeObject } from '../meta/graph.ts'
import type { PlatformSetup } from '../platform.ts'
import type {
  CommitLookup,
  CommitResult,
  FollowResult,
  PrepareResult,
  Progress,
  PublishAbility,
  PublishInput,
} from '../publish.ts'
import { type FacebookPublishApi, type FeedPost, facebookPublishApi } from './api-publish.ts'
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
 * Publishing on a page (facebook-pages.md §3). Commits are not idempotent, so after a commit without a
 * response the post is searched in the feed.
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
    find: (input) => find(jobOf(input), input.committedAt),
    discard: (input) => discard(jobOf(input)),
    comment: (input) => jobOf(input).api.writeComment(input.platformPostId, input.text),
    readPermalink: async (input) =>
      toPermalink(webBase, await jobOf(input).api.readPermalink(input.platformPostId)),
    // Ids are `PAGEID_POSTID` (facebook-pages.md §3); facebook.com redirects from an object's id.
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

/** Stages one photo per step; other content needs no preparation. */
async function prepare(job: Job): Promise<PrepareResult> {
  const { content } = job.input
  parseLink(content.options)
  const next = content.media[job.steps.photos.length]
  if (next?.type !== 'image') return { state: 'ready', progress: job.with({}) }
  const photos = [...job.steps.photos, await job.api.stagePhoto(job.page, next)]
  const progress = job.with({ photos })
  if (photos.length === content.media.length) return { state: 'ready', progress }
  return { state: 'wait', progress, seconds: 0 }
}

/** Publishes staged photos with the text, even a single photo, so that the commit is a small call. */
async function commit(job: Job): Promise<CommitResult> {
  const { text, media, options } = job.input.content
  const [video] = media
  if (video?.type === 'video') {
    const form = { file_url: video.url, ...(text ? { description: text } : {}) }
    const videoId = await job.api.publishVideo(job.page, form)
    return { state: 'accepted', progress: job.with({ videoId }), seconds: pollSeconds[0]! }
  }
  if (job.steps.photos.length < media.length) throw new PlatformError('not_ready')
  const link = parseLink(options)
  const attached = job.steps.photos.map((id, index) => [
    `attached_media[${index}]`,
    JSON.stringify({ media_fbid: id }),
  ])
  const post = await job.api.publishPost(job.page, {
    ...(text ? { message: text } : {}),
    ...(link ? { link } : {}),
    ...Object.fromEntries(attached),
  })
  return publishedPost(job, post.id, post.permalink_url)
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
  const status = video.status?.video_status
  if (status === 'error') {
    const platformMessage = 'Facebook could not fetch or process the video.'
    const detail = { platformCode: 'video_status_error', platformMessage, reason: 'media_invalid' }
    throw new PlatformError('rejected', detail)
  }
  if (status !== 'ready') {
    const polls = job.steps.polls + 1
    const seconds = pollSeconds[Math.min(polls, pollSeconds.length - 1)]!
    return { state: 'wait', progress: job.with({ polls }), seconds }
  }
  if (!video.post_id && job.steps.postPolls < postPollsMax) {
    const progress = job.with({ postPolls: job.steps.postPolls + 1 })
    return { state: 'wait', progress, seconds: pollSeconds[1]! }
  }
  const { post_id, permalink_url } = video
  return publishedPost(job, post_id ? fullId(job, post_id) : videoId, permalink_url)
}

/**
 * Searches the feed for the same message; a post without text is found by its first photo. An absent
 * post is never certain, as it may appear late.
 */
async function find(job: Job, committedAt: Date): Promise<CommitLookup> {
  if (job.steps.videoId)
    return { state: 'accepted', progress: job.with({}), seconds: pollSeconds[0]! }
  const from = committedAt.getTime() - clockToleranceMs
  const isOurs = ({ message, created_time }: FeedPost) =>
    Date.parse(created_time) >= from && isSameText(message ?? '', job.input.content.text)
  const [photo] = job.steps.photos
  if (job.input.content.text.trim()) {
    const post = (await job.api.listPosts(job.page)).find(isOurs)
    if (post) return publishedPost(job, post.id, post.permalink_url)
  } else if (photo) {
    const post = await job.api.readPhotoPost(photo)
    if (post) return publishedPost(job, post, null)
  }
  return { state: 'absent', certain: false }
}

/** Deletes staged photos, which stay visible in the page's library otherwise (facebook-pages.md §3). */
async function discard({ api, steps }: Job): Promise<void> {
  for (const photo of steps.photos) {
    // `isMissing` ignores the error of an already deleted photo.
    await isMissing(async () => {
      if (!(await api.readPhotoPost(photo))) await api.deleteObject(photo)
    })
  }
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

/** Calls need `PAGEID_POSTID`; a video returns only the second part (facebook-pages.md §8). */
function fullId({ page }: Job, id: string): string {
  return id.includes('_') ? id : `${page}_${id}`
}

/** A video's permalink is relative, without a host. */
function toPermalink(webBase: string, permalink: string | null | undefined): string | null {
  return permalink ? parseWebUrl(URL.parse(permalink, webBase)?.href) : null
}
