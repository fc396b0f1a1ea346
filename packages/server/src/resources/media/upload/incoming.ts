import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import { limits } from '../../../core/limits.ts'
import { incomingDirectory } from '../../../storage/store.ts'
import { headBytes, kindOf, type MediaKind } from '../kinds.ts'

/** A complete file on disk; `kind` is detected from its content, `checksum` is SHA-256 in hex. */
export type IncomingFile = { path: string; kind: MediaKind; size: number; checksum: string }

/** Runs `work` with a new directory and deletes it afterwards, even after a failure. */
export async function withIncomingDirectory<T>(
  ctx: Context,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  const root = incomingDirectory(ctx)
  await mkdir(root, { recursive: true, mode: 0o700 })
  const directory = await mkdtemp(join(root, 'in-'))
  try {
    return await work(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/**
 * Writes a stream to disk chunk by chunk and computes its checksum. Throws 415 or 413
 * `payload_too_large` as soon as the kind is known to be unsupported or the size too large.
 */
export async function receiveFile(
  source: AsyncIterable<Uint8Array>,
  directory: string,
  bytesMax: number,
): Promise<IncomingFile> {
  const path = join(directory, 'file')
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  let head: Buffer | null = Buffer.alloc(0)
  let kind: MediaKind | null = null
  try {
    for await (const chunk of source) {
      size += chunk.length
      if (head) {
        head = Buffer.concat([head, chunk])
        if (head.length >= headBytes) {
          kind = await kindOf(head)
          head = null
        }
      }
      if (size > sizeLimit(kind, bytesMax)) throw tooLarge(sizeLimit(kind, bytesMax))
      hash.update(chunk)
      await writeAll(file, chunk)
    }
  } finally {
    await file.close()
  }
  kind ??= await kindOf(head ?? Buffer.alloc(0))
  return { path, kind, size, checksum: hash.digest('hex') }
}

/** The SHA-256 of a stream in hex; 413 `payload_too_large` beyond `bytesMax`. */
export async function checksumOf(
  source: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<string> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > bytesMax) throw tooLarge(bytesMax)
    hash.update(chunk)
  }
  return hash.digest('hex')
}

/** Repeats partial writes, which happen for example just before a disk is full. */
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let written = 0
  while (written < chunk.length) written += (await file.write(chunk, written)).bytesWritten
}

function sizeLimit(kind: MediaKind | null, bytesMax: number): number {
  return kind?.type === 'image' ? Math.min(limits.media.imageBytesMax, bytesMax) : bytesMax
}

function tooLarge(bytes: number): ServiceError {
  const message = `The file is larger than ${bytes} bytes, the limit for its type. Send a smaller one.`
  return new ServiceError('payload_too_large', { message })
}

/** Deletes directories of uploads whose process died. */
export async function deleteStaleIncoming(ctx: Context): Promise<void> {
  const root = incomingDirectory(ctx)
  const staleBefore = ctx.clock.now().getTime() - limits.media.incomingKeptMs
  for (const name of await readdir(root).catch(() => [])) {
    const path = join(root, name)
    const stats = await stat(path).catch(() => null)
    if (stats && stats.mtimeMs < staleBefore) await rm(path, { recursive: true, force: true })
  }
}
