import { mkdirSync, rmSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const MEMORY_BYTES_MAX = 512_000_000

export type MediaStore = {
  put(id: string, bytes: Uint8Array): Promise<void>
  get(id: string): Promise<Uint8Array | undefined>
  remove(id: string): Promise<void>
  clear(): void
}

/** Stores media bytes in `directory`, or without one in memory, up to 512 MB. */
export function createMediaStore(directory: string | undefined): MediaStore {
  return directory ? storeInFolder(directory) : storeInMemory()
}

function storeInFolder(directory: string): MediaStore {
  const path = (id: string) => join(directory, encodeURIComponent(id))
  return {
    async put(id, bytes) {
      mkdirSync(directory, { recursive: true })
      await writeFile(path(id), bytes)
    },
    get: (id) => readFile(path(id)).catch(() => undefined),
    remove: (id) => rm(path(id), { force: true }),
    clear: () => rmSync(directory, { recursive: true, force: true }),
  }
}

function storeInMemory(): MediaStore {
  const files = new Map<string, Uint8Array>()
  let total = 0
  return {
    async put(id, bytes) {
      files.set(id, bytes)
      total += bytes.byteLength
      for (const [oldest, old] of files) {
        if (total <= MEMORY_BYTES_MAX || oldest === id) break
        files.delete(oldest)
        total -= old.byteLength
      }
    },
    get: async (id) => files.get(id),
    async remove(id) {
      total -= files.get(id)?.byteLength ?? 0
      files.delete(id)
    },
    clear() {
      files.clear()
      total = 0
    },
  }
}
