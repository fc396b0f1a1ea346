import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import { checksumOf, type IncomingFile } from './incoming.ts'
import {
  type InspectionJob,
  type InspectorResponse,
  invalidMedia,
  type MediaFacts,
} from './inspection.ts'
import { runQueued } from './inspection-queue.ts'
import { type InspectorExit, runInInspector } from './inspector.ts'

export const unexpectedResponse = 'the inspector process sent the response of another job'

export type Inspected = MediaFacts & { thumbnailPath: string | null }

/**
 * Checks that a file is complete and returns its displayed dimensions. Throws 422 `media_invalid`
 * if it is damaged, truncated, or needs too much memory or time to decode.
 */
export async function inspect(
  ctx: Context,
  uploaderId: string,
  incoming: IncomingFile,
  directory: string,
): Promise<Inspected> {
  const { path, kind } = incoming
  const thumbnailPath = kind.type === 'image' ? join(directory, 'thumbnail') : null
  const job = thumbnailPath
    ? ({ type: 'image', path, thumbnailPath } as const)
    : ({ type: 'video', path } as const)
  const response = await runInspection(ctx, uploaderId, incoming, job)
  if (!('facts' in response)) throw new Error(unexpectedResponse)
  return { ...response.facts, thumbnailPath }
}

/** Removes the location metadata in place. File size and image pixels stay the same. */
export async function withoutLocation(
  ctx: Context,
  uploaderId: string,
  incoming: IncomingFile,
): Promise<IncomingFile> {
  const { path, kind, size } = incoming
  const job = { type: 'remove_location', path, mimeType: kind.mimeType } as const
  const response = await runInspection(ctx, uploaderId, incoming, job)
  if (!('isChanged' in response)) throw new Error(unexpectedResponse)
  if (!response.isChanged) return incoming
  return { ...incoming, checksum: await checksumOf(createReadStream(path), size) }
}

type InspectionResult = Exclude<InspectorResponse, { invalid: string } | { failure: string }>

async function runInspection(
  ctx: Context,
  uploaderId: string,
  incoming: IncomingFile,
  job: InspectionJob,
): Promise<InspectionResult> {
  const response = await runQueued(uploaderId, () => runInInspector(job))
  return resultOf(ctx, uploaderId, incoming.kind.type, response)
}

/** The result of a job; throws `media_invalid` or, for a failure on our side, an `Error`. */
export function resultOf(
  ctx: Context,
  uploaderId: string,
  type: 'image' | 'video',
  response: InspectorResponse | InspectorExit,
): InspectionResult {
  if ('invalid' in response) throw invalidMedia(response.invalid, response.cause)
  if ('failure' in response) throw new Error(`a file could not be inspected: ${response.failure}`)
  if (!('died' in response)) return response
  ctx.log.warn({ uploader_id: uploaderId, reason: response.died }, 'media.inspector_ended')
  throw invalidMedia(rejectionMessage(response, type))
}

function rejectionMessage({ died }: InspectorExit, type: 'image' | 'video'): string {
  const { inspectorBytesMax, inspectionMsMax } = limits.media
  switch (died) {
    case 'memory':
      return `The ${type} needs more memory to decode than allowed (${inspectorBytesMax} bytes). Send a smaller file or a JPEG that is not progressive.`
    case 'timeout':
      return `The ${type} takes longer to decode than allowed (${inspectionMsMax / 1_000} seconds). Send a smaller file.`
    case 'crash':
      return `The ${type} cannot be read. Export it again.`
  }
}
