import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import type { Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { invalidField, ServiceError } from '../../../core/errors.ts'
import type { RecordAudit } from '../../../http/request.ts'
import type { ConnectSettings } from '../../../schemas/connect-link.ts'
import { inspect } from '../../media/inspect/inspect.ts'
import { headBytes } from '../../media/kinds.ts'
import { receiveFile, withIncomingDirectory } from '../../media/upload/incoming.ts'
import { logoChecksum } from './logo-url.ts'
import { getSettings, storeSettings } from './settings.ts'

const mimeTypes = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/webp'])

/**
 * Stores a logo, given in base64, in place of the current one. Only pixels that the inspector
 * process encoded again are stored, never the bytes that were sent.
 */
export async function uploadLogo(
  ctx: Context,
  scope: Scope,
  data: string,
  recordAudit: RecordAudit,
): Promise<ConnectSettings> {
  const logo = await encodeLogo(ctx, scope.ownerId, bytesOf(data))
  const logo_checksum = createHash('sha256').update(logo).digest('hex')
  const updated_at = ctx.clock.now()
  await ctx.db.transact(async (tx) => {
    await storeSettings(tx, scope.ownerId, { logo, logo_checksum, logo_url: null, updated_at })
    await recordAudit(tx, { object: 'connect_settings' })
  })
  return await getSettings(ctx, scope)
}

/** The WebP of a public logo URL; `null` if no owner uses it any more. */
export async function findLogo(ctx: Context, name: string): Promise<Buffer | null> {
  const checksum = logoChecksum(name)
  if (!checksum) return null
  const row = await ctx.db.query
    .selectFrom('connect_settings')
    .select('logo')
    .where('logo_checksum', '=', checksum)
    .limit(1)
    .executeTakeFirst()
  return row?.logo ?? null
}

function bytesOf(data: string): Buffer {
  const bytes = Buffer.from(data, 'base64')
  // Node skips characters that are not base64.
  if (bytes.toString('base64') === data) return bytes
  throw invalidField('data', 'It must be base64, without line breaks and without `data:`.')
}

/** The inspector's thumbnail: upright, at most 480 pixels wide and high, without metadata. */
async function encodeLogo(ctx: Context, ownerId: string, bytes: Buffer): Promise<Buffer> {
  const detected = await fileTypeFromBuffer(bytes.subarray(0, headBytes))
  if (!mimeTypes.has(detected?.mime ?? '')) {
    const message = 'A logo must be a PNG, JPEG or WebP image. Convert the file first.'
    throw new ServiceError('media_type_not_supported', { message })
  }
  return await withIncomingDirectory(ctx, async (directory) => {
    const received = await receiveFile(Readable.from([bytes]), directory, bytes.length)
    const { thumbnailPath } = await inspect(ctx, ownerId, received, directory)
    return await readFile(thumbnailPath!)
  })
}
