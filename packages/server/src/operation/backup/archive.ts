import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { createTar } from '../tar.ts'

/**
 * A gzipped tar file. Item sizes are not known in advance, so each item is split into numbered parts
 * (`files/<key>/000001`) with their SHA-256 in the header. The last entry, `end.json`, has the number of
 * parts and a SHA-256 over their hashes; without it the archive is incomplete. Writing and reading keep
 * only a few parts in memory.
 */
export type ArchiveWriter = {
  add(name: string, content: Content, mime?: string): Promise<void>
  /** Completes the archive, durably, under its final name if the check of its draft passes. */
  finish(check?: (draft: string) => Promise<void>): Promise<{ bytes: number }>
  abandon(): Promise<void>
}

export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>
export type ArchiveItem = { name: string; mime: string | null; content: AsyncIterable<Uint8Array> }

const partBytes = 4_194_304
const sumKey = 'POSTERN.sha256'
const mimeKey = 'POSTERN.mime'
const endName = 'end.json'

export async function createArchive(file: string): Promise<ArchiveWriter> {
  const tar = await createTar(file)
  const total = createHash('sha256')
  let parts = 0

  const write = async (name: string, data: Uint8Array, mime?: string) => {
    const sum = createHash('sha256').update(data).digest('hex')
    if (name !== endName) {
      parts += 1
      total.update(sum)
    }
    const pax = { [sumKey]: sum, ...(mime ? { [mimeKey]: mime } : {}) }
    await tar.add({ name, size: data.length, content: [data], pax })
  }
  return {
    add: async (name, content, mime) => {
      let number = 0
      for await (const part of inParts(content)) {
        number += 1
        await write(`${name}/${String(number).padStart(6, '0')}`, part, mime)
      }
    },
    finish: async (check) => {
      await write(endName, Buffer.from(JSON.stringify({ parts, sha256: total.digest('hex') })))
      return await tar.finish(check)
    },
    abandon: tar.abandon,
  }
}

/** Regroups chunks into parts of `partBytes`; empty content becomes one empty part. */
async function* inParts(content: Content): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let bytes = 0
  let hasParts = false
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + partBytes - bytes)
      pieces.push(piece)
      bytes += piece.length
      from += piece.length
      if (bytes < partBytes) continue
      yield Buffer.concat(pieces)
      hasParts = true
      pieces = []
      bytes = 0
    }
  }
  if (bytes > 0 || !hasParts) yield Buffer.concat(pieces)
}

/**
 * Yields the items of an archive in order; what the caller leaves unread of an item is skipped. Throws
 * when a part is damaged, and at the end when parts are missing.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveItem> {
  const { readable, writable } = createTarDecoder({ strict: true })
  const feeding = pipeline(createReadStream(file), createGunzip(), Writable.fromWeb(writable))
  feeding.catch((err) => void writable.abort(err).catch(() => {}))
  const entries = readable.getReader()
  const next = async () => {
    try {
      return (await entries.read()).value ?? null
    } catch (cause) {
      // A missing or unreadable file is not a damaged archive.
      if ((cause as NodeJS.ErrnoException).syscall) throw cause
      throw damaged((cause as Error).message, cause)
    }
  }
  const total = createHash('sha256')
  let parts = 0

  const readPart = async (entry: ParsedTarEntry): Promise<Buffer> => {
    const data = await contentOf(entry)
    const sum = createHash('sha256').update(data).digest('hex')
    if (sum !== entry.header.pax?.[sumKey]) throw damaged(`${entry.header.name} has another sum`)
    if (entry.header.name !== endName) {
      parts += 1
      total.update(sum)
    }
    return data
  }
  try {
    let entry = await next()
    while (entry && entry.header.name !== endName) {
      const name = itemOf(entry.header.name)
      const first = entry
      const parse = async function* (): AsyncGenerator<Uint8Array> {
        entry = first
        while (entry && itemOf(entry.header.name) === name) {
          yield await readPart(entry)
          entry = await next()
        }
      }
      const item = { name, mime: first.header.pax?.[mimeKey] ?? null, content: parse() }
      yield item
      for await (const _ of item.content);
    }
    if (!entry) throw damaged('it has no end')
    const end = JSON.parse((await readPart(entry)).toString('utf8'))
    if (end.parts !== parts || end.sha256 !== total.digest('hex'))
      throw damaged('parts are missing')
    await feeding.catch(() => {})
  } finally {
    await entries.cancel().catch(() => {})
  }
}

async function contentOf({ body }: ParsedTarEntry): Promise<Buffer> {
  try {
    return Buffer.from(await new Response(body as never).arrayBuffer())
  } catch (cause) {
    throw damaged((cause as Error).message, cause)
  }
}

function itemOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/'))
}

function damaged(problem: string, cause?: unknown): Error {
  return new Error(`The archive is damaged or not whole: ${problem}.`, { cause })
}
