import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../../context.ts'
import type { Rendition, RenditionLimits } from '../../platforms/publish.ts'
import { storeOf } from '../../storage/store.ts'
import { withIncomingDirectory } from './incoming.ts'
import { resultOf, unexpectedResponse } from './inspect.ts'
import { runQueued } from './inspection-queue.ts'
import { runInInspector } from './inspector.ts'
import type { MediaRow } from './queries.ts'

/**
 * A copy of a stored image within the limits (see `PostMedia.fit`), made by the inspector process.
 * One at a time with the inspections, so that only one copy is on the disk. Throws 422
 * `media_invalid` if the image cannot be decoded.
 */
export async function renderMedia(
  ctx: Context,
  row: Pick<MediaRow, 'id' | 'profile_id' | 'storage_key'>,
  limits: RenditionLimits,
): Promise<Rendition> {
  return await runQueued(row.profile_id, () =>
    withIncomingDirectory(ctx, async (directory) => {
      const [path, outputPath] = [join(directory, 'file'), join(directory, 'rendition')]
      const stream = await storeOf(ctx).open(row.storage_key, null)
      if (!stream) throw new Error(`the file of ${row.id} is missing in the store`)
      await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      const response = await runInInspector({ type: 'rendition', path, outputPath, limits })
      const result = resultOf(ctx, row.profile_id, 'image', response)
      if (!('rendition' in result)) throw new Error(unexpectedResponse)
      return { ...result.rendition, data: await readFile(outputPath) }
    }),
  )
}
