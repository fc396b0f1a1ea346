import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import type { PostMedia, PrepareResult } from '../contract/publish.ts'
import { parseJson, readShape } from '../wire/json.ts'
import { encodeUrn, type LinkedinClient, linkedinClient } from './client.ts'
import { isPage, type LinkedinJob } from './job.ts'
import { linkImageLimits } from './limits.ts'
import { prepareVideo } from './video.ts'

/** Intervals between reads while LinkedIn processes an image. */
const pollSeconds = [1, 2, 5, 10, 20]
const pollsMax = 30

const started = z.object({
  value: z.object({ uploadUrl: z.string().min(1), image: z.string().min(1) }),
})
const imageStatus = z.object({ status: z.string() })

/**
 * One step: upload an image or a part of a video, or wait until it is processed. An upload that was cut begins anew with
 * another image, as what no post has is never shown (linkedin.md §4.3).
 */
export async function prepareLinkedin(
  setup: PlatformSetup,
  job: LinkedinJob,
): Promise<PrepareResult> {
  const { progress, input } = job
  const client = linkedinClient(setup, input.tokens.access)
  const { images } = progress
  const waiting = images.findIndex(({ isReady }) => !isReady)
  if (waiting >= 0) return await readStatus(client, job, waiting)
  const next = input.content.media[images.length]
  if (next?.type === 'video') {
    if (progress.video?.state !== 'ready') return await prepareVideo(client, job, next)
  } else if (next) return await addImage(client, job, await readFile(next))
  if (job.options.link && images.length === 0 && !progress.hasNoPicture) {
    return await addPicture(client, job, job.options.link)
  }
  const preparedAt = progress.preparedAt ?? setup.now().toISOString()
  return { state: 'ready', progress: job.with({ preparedAt }) }
}

async function readFile({ id, size, read }: PostMedia): Promise<Buffer> {
  const data = await read(0, size - 1)
  if (data.length !== size) throw new Error(`media ${id} is truncated at byte ${data.length}`)
  return data
}

/** LinkedIn does not read the page of a link. A link without a picture is better than no post. */
async function addPicture(
  client: LinkedinClient,
  job: LinkedinJob,
  link: string,
): Promise<PrepareResult> {
  const picture = (await job.input.readLinkImage?.(link, linkImageLimits)) ?? null
  if (!picture) return { state: 'wait', progress: job.with({ hasNoPicture: true }), seconds: 0 }
  return await addImage(client, job, picture.data)
}

async function addImage(
  client: LinkedinClient,
  job: LinkedinJob,
  data: Buffer,
): Promise<PrepareResult> {
  const body = { initializeUploadRequest: { owner: job.author } }
  const { text } = await client.rest('POST', 'images?action=initializeUpload', body)
  const { value } = readShape(started, parseJson(text))
  await client.upload(value.uploadUrl, data)
  // The status of a person's image cannot be read: the commit tells whether it is ready.
  const image = { urn: value.image, isReady: !isPage(job) }
  const images = [...job.progress.images, image]
  return { state: 'wait', progress: job.with({ images, polls: 0 }), seconds: image.isReady ? 0 : 1 }
}

async function readStatus(
  client: LinkedinClient,
  job: LinkedinJob,
  index: number,
): Promise<PrepareResult> {
  const { images } = job.progress
  const image = images[index]!
  const { text } = await client.rest('GET', `images/${encodeUrn(image.urn)}`)
  const { status } = readShape(imageStatus, parseJson(text))
  if (status === 'AVAILABLE') {
    const ready = images.with(index, { ...image, isReady: true })
    return { state: 'wait', progress: job.with({ images: ready, polls: 0 }), seconds: 0 }
  }
  const polls = job.progress.polls + 1
  if (status === 'PROCESSING_FAILED') {
    const platformMessage = `LinkedIn could not process image ${index + 1}.`
    throw new PlatformError('rejected', {
      platformCode: status,
      platformMessage,
      reason: 'media_invalid',
    })
  }
  if (polls > pollsMax) throw new PlatformError('unavailable', { platformCode: status })
  const seconds = pollSeconds[Math.min(polls, pollSeconds.length) - 1]!
  return { state: 'wait', progress: job.with({ polls }), seconds }
}
