import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../../../context.ts'
import type { Rendition, RenditionLimits } from '../../../platforms/contract/publish.ts'
import { storeOf } from '../../../storage/store.ts'
import { readablePath, resultOf, unexpectedResponse } from '../inspect/inspect.ts'
import { runInInspector } from '../inspect/inspector.ts'
import { runQueued } from '../inspect/queue.ts'
import type { RenditionFacts } from '../inspect/render-image.ts'
import { kindByMimeType } from '../kinds.ts'
import type { MediaRow } from '../queries.ts'
import { type IncomingFile, withIncomingDirectory } from '../upload/incoming.ts'

/**
 * A copy of a stored image within the limits (see `PostMedia.fit`). One at a time with the inspections,
 * so that only one copy is on the disk.
 */
export async function renderMedia(
  ctx: Context,
  row: RenderedRow,
  limits: RenditionLimits,
): Promise<Rendition> {
  return await runQueued(row.profile_id, () =>
    withRendition(ctx, row, limits, async ({ path, ...facts }) => ({
      ...facts,
      data: await readFile(path),
    })),
  )
}

type RenderedRow = Pick<MediaRow, 'id' | 'profile_id' | 'mime_type' | 'storage_key'>

/**
 * Lets the inspector process make a copy, passes its file to `use` and removes it afterwards. Throws 422
 * `media_invalid` if the image cannot be decoded.
 */
export async function withRendition<Result>(
  ctx: Context,
  row: RenderedRow,
  limits: RenditionLimits,
  use: (rendition: RenditionFacts & { path: string }) => Promise<Result>,
): Promise<Result> {
  return await withIncomingDirectory(ctx, async (directory) => {
    const [path, outputPath] = [join(directory, 'file'), join(directory, 'rendition')]
    const stream = await storeOf(ctx).open(row.storage_key, null)
    if (!stream) throw new Error(`the file of ${row.id} is missing in the store`)
    await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    const file = { path, kind: kindByMimeType(row.mime_type) }
    const facts = await renderFile(ctx, row.profile_id, file, outputPath, limits)
    return await use({ ...facts, path: outputPath })
  })
}

async function renderFile(
  ctx: Context,
  uploaderId: string,
  file: Pick<IncomingFile, 'path' | 'kind'>,
  outputPath: string,
  limits: RenditionLimits,
): Promise<RenditionFacts> {
  const path = await readablePath(ctx, uploaderId, file)
  const response = await runInInspector({ type: 'rendition', path, outputPath, limits })
  const result = resultOf(ctx, uploaderId, 'image', response)
  if (!('rendition' in result)) throw new Error(unexpectedResponse)
  return result.rendition
}

/** The same of a file that is not stored, such as the picture of a web page. */
export async function renderIncoming(
  ctx: Context,
  uploaderId: string,
  file: Pick<IncomingFile, 'path' | 'kind'>,
  limits: RenditionLimits,
): Promise<Rendition> {
  const outputPath = `${file.path}-rendition`
  return await runQueued(uploaderId, async () => {
    const facts = await renderFile(ctx, uploaderId, file, outputPath, limits)
    return { ...facts, data: await readFile(outputPath) }
  })
}
