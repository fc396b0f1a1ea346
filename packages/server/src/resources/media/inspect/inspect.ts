import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { RenditionLimits } from '../../../platforms/contract/publish.ts'
import { checksumOf, type IncomingFile } from '../upload/incoming.ts'
import { isHeic } from './heic.ts'
import {
  type InspectionJob,
  type InspectorResponse,
  invalidMedia,
  type MediaFacts,
} from './inspection.ts'
import { type InspectorExit, runInInspector } from './inspector.ts'
import { runQueued } from './queue.ts'
import type { RenditionFacts } from './render-image.ts'

export const unexpectedResponse = 'the inspector process sent the response of another job'

/** What a crop of the dashboard can show at most. */
const jpegLimits: RenditionLimits = { bytesMax: 8_000_000, sideMax: 4_096, isJpeg: true }

type JpegFile = RenditionFacts & { path: string }

/** `jpeg` is a copy of a file that browsers cannot show. */
export type Inspected = MediaFacts & { thumbnailPath: string | null; jpeg: JpegFile | null }

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
  const { kind } = incoming
  const path = await runQueued(uploaderId, () => readablePath(ctx, uploaderId, incoming))
  const thumbnailPath = kind.type === 'image' ? join(directory, 'thumbnail') : null
  const job = thumbnailPath
    ? ({ type: 'image', path, thumbnailPath } as const)
    : ({ type: 'video', path } as const)
  const response = await runInspection(ctx, uploaderId, incoming, job)
  if (!('facts' in response)) throw new Error(unexpectedResponse)
  const jpeg = path === incoming.path ? null : await renderJpeg(ctx, uploaderId, incoming, path)
  return { ...response.facts, thumbnailPath, jpeg }
}

async function renderJpeg(
  ctx: Context,
  uploaderId: string,
  incoming: IncomingFile,
  path: string,
): Promise<JpegFile> {
  const outputPath = `${path}-jpeg`
  const job = { type: 'rendition', path, outputPath, limits: jpegLimits } as const
  const response = await runInspection(ctx, uploaderId, incoming, job)
  if (!('rendition' in response)) throw new Error(unexpectedResponse)
  return { ...response.rendition, path: outputPath }
}

/**
 * The path of the file, or of a copy beside it that sharp reads. Takes a turn of the inspector process, so
 * the caller waits for its own. Throws 422 `media_invalid` if the file cannot be decoded.
 */
export async function readablePath(
  ctx: Context,
  uploaderId: string,
  { path, kind }: Pick<IncomingFile, 'path' | 'kind'>,
): Promise<string> {
  if (!isHeic(kind.mimeType)) return path
  const outputPath = `${path}-decoded`
  const response = await runInInspector({ type: 'decode_heic', path, outputPath })
  const result = resultOf(ctx, uploaderId, 'heic', response)
  if (!('isDecoded' in result)) throw new Error(unexpectedResponse)
  return outputPath
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

/** A HEIC has another memory limit than other images. */
type FileType = 'image' | 'video' | 'heic'

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
  type: FileType,
  response: InspectorResponse | InspectorExit,
): InspectionResult {
  if ('invalid' in response) throw invalidMedia(response.invalid, response.cause)
  if ('failure' in response) throw new Error(`a file could not be inspected: ${response.failure}`)
  if (!('died' in response)) return response
  ctx.log.warn({ uploader_id: uploaderId, reason: response.died }, 'media.inspector_ended')
  throw invalidMedia(rejectionMessage(response, type))
}

function rejectionMessage({ died }: InspectorExit, type: FileType): string {
  const { heicBytesMax, inspectorBytesMax, inspectionMsMax } = limits.media
  const noun = type === 'heic' ? 'photo' : type
  switch (died) {
    case 'memory':
      if (type === 'heic')
        return `The photo needs more memory to decode than allowed (${heicBytesMax} bytes). Send it as a JPEG.`
      return `The ${type} needs more memory to decode than allowed (${inspectorBytesMax} bytes). Send a smaller file or a JPEG that is not progressive.`
    case 'timeout':
      return `The ${noun} takes longer to decode than allowed (${inspectionMsMax / 1_000} seconds). Send a smaller file.`
    case 'crash':
      return `The ${noun} cannot be read. Export it again.`
  }
}
