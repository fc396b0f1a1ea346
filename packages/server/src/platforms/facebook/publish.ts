import { z } from 'zod'
import { PlatformError } from '../errors.ts'
import { webAddress } from '../json.ts'
import { isGone } from '../meta/graph.ts'
import type { PlatformSetup } from '../platform.ts'
import type {
  Committed,
  Followed,
  Found,
  Prepared,
  Progress,
  PublishAbility,
  PublishInput,
} from '../publish.ts'
import { type FacebookPublishApi, type FeedPost, facebookPublishApi } from './api-publish.ts'
import { checkFacebook } from './check.ts'
import { facebookOptions } from './options.ts'

/** Between looks at a video that is processed. */
const lookSeconds = [3, 5, 10, 15, 30, 60]
/** A video that is ready has its post at once or a little later. */
const postLooksMax = 4
/** The clocks of Facebook and of this machine may differ. */
const clockMs = 60_000

const steps = z.object({
  /** Staged photos, in the order of the media. */
  photos: z.array(z.string()).default([]),
  videoId: z.string().nullish(),
  looks: z.int().default(0),
  postLooks: z.int().default(0),
})
type Steps = z.infer<typeof steps>

type Job = {
  api: FacebookPublishApi
  webBase: string
  page: string
  input: PublishInput
  at: Steps
  with(changes: Partial<Steps>): Progress
}

/**
 * Publishing on a page (facebook-pages.md §3). Nothing there makes a repeated commit harmless, so a
 * commit without an answer is looked for in the feed.
 */
export function facebookPublish(setup: PlatformSetup): PublishAbility {
  const webBase = setup.app.bases.authorize
  const jobOf = (input: PublishInput): Job => ({
    api: facebookPublishApi(setup, input.tokens.access),
    webBase,
    page: input.account.platformAccountId,
    input,
    at: steps.parse(input.progress),
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
      addressOf(webBase, await jobOf(input).api.readPermalink(input.platformPostId)),
    // Ids are `PAGEID_POSTID` (facebook-pages.md §3); the web leads from an object's id to the object.
    buildPermalink: (platformPostId) => `${webBase}/${platformPostId}`,
  }
}

/** One photo is staged; everything else needs no preparation. */
async function prepare(job: Job): Promise<Prepared> {
  const { content } = job.input
  linkOf(content.options)
  const next = content.media[job.at.photos.length]
  if (next?.type !== 'image') return { state: 'ready', progress: job.with({}) }
  const photos = [...job.at.photos, await job.api.stagePhoto(job.page, next)]
  const progress = job.with({ photos })
  if (photos.length === content.media.length) return { state: 'ready', progress }
  return { state: 'wait', progress, seconds: 0 }
}

/** Photos are published together with the text, also a single one: one small call. */
async function commit(job: Job): Promise<Committed> {
  const { text, media, options } = job.input.content
  const [video] = media
  if (video?.type === 'video') {
    const form = { file_url: video.url, ...(text ? { description: text } : {}) }
    const videoId = await job.api.publishVideo(job.page, form)
    return { state: 'accepted', progress: job.with({ videoId }), seconds: lookSeconds[0]! }
  }
  if (job.at.photos.length < media.length) throw new PlatformError('not_ready')
  const link = linkOf(options)
  const attached = job.at.photos.map((id, place) => [
    `attached_media[${place}]`,
    JSON.stringify({ media_fbid: id }),
  ])
  const post = await job.api.publishPost(job.page, {
    ...(text ? { message: text } : {}),
    ...(link ? { link } : {}),
    ...Object.fromEntries(attached),
  })
  return published(job, post.id, post.permalink_url)
}

/** Options that were never checked are `rejected`. */
function linkOf(options: PublishInput['content']['options']): string | undefined {
  const parsed = facebookOptions.safeParse(options)
  if (!parsed.success) throw new PlatformError('rejected', { reason: 'content_invalid' })
  return parsed.data.link
}

/** A video becomes a post when it is processed; one that cannot be is `rejected`. */
async function follow(job: Job): Promise<Followed> {
  const videoId = job.at.videoId ?? ''
  const video = await job.api.readVideo(videoId)
  const status = video.status?.video_status
  if (status === 'error') {
    const platformMessage = 'Facebook could not fetch or process the video.'
    const detail = { platformCode: 'video_status_error', platformMessage, reason: 'media_invalid' }
    throw new PlatformError('rejected', detail)
  }
  if (status !== 'ready') {
    const looks = job.at.looks + 1
    const seconds = lookSeconds[Math.min(looks, lookSeconds.length - 1)]!
    return { state: 'wait', progress: job.with({ looks }), seconds }
  }
  if (!video.post_id && job.at.postLooks < postLooksMax) {
    const progress = job.with({ postLooks: job.at.postLooks + 1 })
    return { state: 'wait', progress, seconds: lookSeconds[1]! }
  }
  const { post_id, permalink_url } = video
  return published(job, post_id ? fullId(job, post_id) : videoId, permalink_url)
}

/**
 * Reads the feed for the very same message; a post of photos without words is known by its photos.
 * Nothing found is never certain: a post may appear late.
 */
async function find(job: Job, committedAt: Date): Promise<Found> {
  if (job.at.videoId) return { state: 'accepted', progress: job.with({}), seconds: lookSeconds[0]! }
  const from = committedAt.getTime() - clockMs
  const isOurs = ({ message, created_time }: FeedPost) =>
    Date.parse(created_time) >= from && sameWords(message ?? '', job.input.content.text)
  const [photo] = job.at.photos
  if (job.input.content.text.trim()) {
    const post = (await job.api.listPosts(job.page)).find(isOurs)
    if (post) return published(job, post.id, post.permalink_url)
  } else if (photo) {
    const post = await job.api.readPhotoPost(photo)
    if (post) return published(job, post, null)
  }
  return { state: 'absent', certain: false }
}

/** Staged photos stay in the library of the page, where its people see them (facebook-pages.md §3). */
async function discard({ api, at }: Job): Promise<void> {
  for (const photo of at.photos) {
    // One that is gone already is as it should be.
    await isGone(async () => {
      if (!(await api.readPhotoPost(photo))) await api.deletePhoto(photo)
    })
  }
}

/** Breaks of lines are written differently, and the ends are cut. */
function sameWords(left: string, right: string): boolean {
  const plain = (text: string) => text.replaceAll('\r\n', '\n').normalize('NFC').trim()
  return plain(left) === plain(right)
}

function published(job: Job, platformPostId: string, permalink: string | null | undefined) {
  const address = addressOf(job.webBase, permalink)
  return { state: 'published' as const, platformPostId, permalink: address }
}

/** Calls need `PAGEID_POSTID`; a video names the second part only (facebook-pages.md §8). */
function fullId({ page }: Job, id: string): string {
  return id.includes('_') ? id : `${page}_${id}`
}

/** The address of a video has no host. */
function addressOf(webBase: string, permalink: string | null | undefined): string | null {
  return permalink ? webAddress(URL.parse(permalink, webBase)?.href) : null
}
