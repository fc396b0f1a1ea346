import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import { incomingDirectory } from '../../storage/store.ts'
import { headBytes, kindOf, type MediaKind } from './kinds.ts'

/** A whole file on this machine's disk, known by its content. */
export type Incoming = { path: string; kind: MediaKind; size: number; checksum: string }

/** Gives `work` a directory of its own that is gone afterwards, however it ends. */
export async function withIncoming<T>(
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
 * Writes a stream to the disk chunk by chunk, never whole in memory, with its checksum. What is not
 * a supported kind, or is too large for its kind, is refused as soon as that shows.
 */
export async function receiveFile(
  source: AsyncIterable<Uint8Array>,
  directory: string,
  bytesMax: number,
): Promise<Incoming> {
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

/** The checksum of a stream; more than `bytesMax` is refused. */
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

/** A write may take less than it was given, as before a disk is full. */
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let done = 0
  while (done < chunk.length) done += (await file.write(chunk, done)).bytesWritten
}

function sizeLimit(kind: MediaKind | null, bytesMax: number): number {
  return kind?.type === 'image' ? Math.min(limits.media.imageBytesMax, bytesMax) : bytesMax
}

function tooLarge(bytes: number): ServiceError {
  const message = `The file is larger than ${bytes} bytes, the limit for its kind.`
  return new ServiceError('payload_too_large', { message })
}

/** Removes what uploads left behind that ended with their process. */
export async function sweepIncoming(ctx: Context): Promise<void> {
  const root = incomingDirectory(ctx)
  const before = ctx.clock.now().getTime() - limits.media.incomingKeptMs
  for (const name of await readdir(root).catch(() => [])) {
    const path = join(root, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtimeMs < before) await rm(path, { recursive: true, force: true })
  }
}
