import { parentPort } from 'node:worker_threads'
import { ServiceError } from '../../../core/errors.ts'
import { removeLocation } from '../location/location.ts'
import { decodeHeic } from './heic.ts'
import { inspectImage } from './image.ts'
import type { InspectionJob, InspectorResponse } from './inspection.ts'
import { renderImage } from './render-image.ts'
import { inspectVideo } from './video.ts'

parentPort?.on('message', async (job: InspectionJob) => parentPort?.postMessage(await runJob(job)))

async function runJob(job: InspectionJob): Promise<InspectorResponse> {
  try {
    switch (job.type) {
      case 'image':
        return { facts: await inspectImage(job.path, job.thumbnailPath) }
      case 'video':
        return { facts: await inspectVideo(job.path) }
      case 'decode_heic':
        await decodeHeic(job.path, job.outputPath)
        return { isDecoded: true }
      case 'remove_location':
        return { isChanged: await removeLocation(job.path, job.mimeType) }
      case 'rendition':
        return { rendition: await renderImage(job.path, job.outputPath, job.limits) }
    }
  } catch (err) {
    if (!(err instanceof ServiceError)) return { failure: String(err) }
    return { invalid: err.message, cause: String(err.cause) }
  }
}
