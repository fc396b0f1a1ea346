import { parentPort } from 'node:worker_threads'
import { ServiceError } from '../base/errors.ts'
import { inspectImage } from './inspect-image.ts'
import { inspectVideo } from './inspect-video.ts'
import type { Answer, Job } from './inspection.ts'

parentPort?.on('message', async (job: Job) => parentPort?.postMessage(await answerTo(job)))

async function answerTo(job: Job): Promise<Answer> {
  try {
    const facts =
      job.type === 'video'
        ? await inspectVideo(job.path)
        : await inspectImage(job.path, job.thumbnailPath)
    return { facts }
  } catch (err) {
    if (!(err instanceof ServiceError)) return { failure: String(err) }
    return { invalid: err.message, cause: String(err.cause) }
  }
}
