import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'

export type TarEntry = {
  name: string
  /** The exact size of the content in bytes. */
  size: number
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  pax?: Record<string, string>
}

export type TarWriter = {
  add(entry: TarEntry): Promise<void>
  /** Completes the file, durably, under its final name if the check of its draft passes. */
  finish(check?: (draft: string) => Promise<void>): Promise<{ bytes: number }>
  /** Deletes the incomplete file. */
  abandon(): Promise<void>
}

/**
 * Creates a gzipped tar file that only its owner can read, streamed with backpressure. Throws when the
 * file exists: a backup must not be overwritten.
 */
export async function createTar(file: string): Promise<TarWriter> {
  if (existsSync(file)) throw new Error(`${file} is there already.`)
  const draft = `${file}.${randomBytes(6).toString('hex')}.part`
  const { readable, controller } = createTarPacker()
  // Open exclusively, so as never to write to a file or link of another user.
  const target = await open(draft, 'wx', 0o600)
  await target.chmod(0o600)
  const written = pipeline(
    Readable.fromWeb(readable as never),
    createGzip({ level: 4 }),
    target.createWriteStream({ flush: true }),
  )
  // A full disk ends the pipeline; without this race the writer would wait forever.
  const broken = written.then(() => {
    throw new Error('The archive was closed before its end.')
  })
  broken.catch(() => {})
  return {
    add: async ({ name, size, content, pax }) => {
      const body = controller.add({ name, size, mode: 0o600, ...(pax ? { pax } : {}) }).getWriter()
      body.closed.catch(() => {})
      for await (const piece of content) {
        if (piece.length > 0) await Promise.race([body.write(piece), broken])
      }
      await Promise.race([body.close(), broken])
    },
    finish: async (check) => {
      controller.finalize()
      await written
      await check?.(draft)
      // Unlike a rename, a link never replaces a file created in the meantime.
      await link(draft, file)
      await rm(draft)
      await syncFolder(dirname(file))
      const { size } = await stat(file)
      return { bytes: size }
    },
    abandon: async () => {
      controller.error(new Error('abandoned'))
      await written.catch(() => {})
      await rm(draft, { force: true })
    },
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
