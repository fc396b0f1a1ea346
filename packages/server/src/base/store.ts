import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from './config.ts'
import { openDisk } from './store-disk.ts'
import { openBucket } from './store-s3.ts'

/** Bytes `first` to `last`, both inclusive. */
export type ByteRange = { first: number; last: number }

/**
 * Where files are kept. A key is a relative path that we make ourselves, never a name from outside.
 */
export type FileStore = {
  /**
   * Moves a finished file on this machine into the store. When it returns, the whole file is there
   * for good; when it throws or the process dies, there is no half of it under the key.
   */
  put(key: string, path: string, mimeType: string): Promise<void>
  /** The bytes as a stream, or `null` when there is no such file. */
  open(key: string, range: ByteRange | null): Promise<Readable | null>
  /** Removes for good; what is not there is removed already. */
  remove(key: string): Promise<void>
}

const stores = new WeakMap<Config, FileStore>()

/** The one file store of a configuration: the bucket when one is named, else the data directory. */
export function storeOf({ config }: { config: Config }): FileStore {
  const known = stores.get(config)
  if (known) return known
  const store = config.s3 ? openBucket(config.s3) : openDisk(join(config.dataDir, 'media', 'files'))
  stores.set(config, store)
  return store
}

/** Where files are while they are received and looked at; the same disk as the local store. */
export function incomingDirectory({ config }: { config: Config }): string {
  return join(config.dataDir, 'media', 'incoming')
}
