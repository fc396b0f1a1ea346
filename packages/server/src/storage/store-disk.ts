import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from './file-store.ts'

/** Stores files in a directory, durably: fsync of the file, rename, fsync of the directory. */
export function openDisk(root: string): FileStore {
  const pathOf = (key: string) => join(root, key)
  return {
    put: async (key, path) => {
      const target = pathOf(key)
      await sync(path, 'r+')
      await ensureDirectory(dirname(target))
      await rename(path, target)
      await sync(dirname(target), 'r')
    },
    open: async (key, range) => {
      const handle = await open(pathOf(key), 'r').catch(nullWhenMissing)
      if (!handle) return null
      return handle.createReadStream(range ? { start: range.first, end: range.last } : {})
    },
    remove: async (key) => {
      await rm(pathOf(key), { force: true })
    },
  }
}

async function ensureDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true, mode: 0o700 })
  if (first) await sync(dirname(first), 'r')
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function nullWhenMissing(err: NodeJS.ErrnoException): null {
  if (err.code === 'ENOENT') return null
  throw err
}
