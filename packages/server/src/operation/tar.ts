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
  /** In bytes; the content must have exactly as many. */
  size: number
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  pax?: Record<string, string>
}

export type TarWriter = {
  add(entry: TarEntry): Promise<void>
  /** Ends the file; only now it has its name, and its bytes are on the disk. */
  finish(): Promise<{ bytes: number }>
  /** Leaves nothing behind. */
  abandon(): Promise<void>
}

/**
 * A compressed tar file that only its owner may read, written in pieces as fast as the disk takes
 * them. Throws when the file is there already: a backup is not to be written over.
 */
export async function createTar(file: string): Promise<TarWriter> {
  if (existsSync(file)) throw new Error(`${file} is there already.`)
  const draft = `${file}.${randomBytes(6).toString('hex')}.part`
  const { readable, controller } = createTarPacker()
  // Exclusive: a file or link that another user put there is never written to.
  const target = await open(draft, 'wx', 0o600)
  await target.chmod(0o600)
  const written = pipeline(
    Readable.fromWeb(readable as never),
    createGzip({ level: 4 }),
    target.createWriteStream({ flush: true }),
  )
  // A full disk ends the pipeline; without this race the writer would wait for it for ever.
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
    finish: async () => {
      controller.finalize()
      await written
      // Unlike a rename, this never replaces a file that somebody made meanwhile.
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
