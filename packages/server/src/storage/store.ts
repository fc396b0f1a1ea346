import { join } from 'node:path'
import type { Config } from '../core/config.ts'
import type { FileStore } from './file-store.ts'
import { openDisk } from './store-disk.ts'
import { openBucket } from './store-s3.ts'

const stores = new WeakMap<Config, FileStore>()

/** The file store of a configuration: its bucket if set, otherwise the data directory. */
export function storeOf({ config }: { config: Config }): FileStore {
  const cached = stores.get(config)
  if (cached) return cached
  const store = config.s3 ? openBucket(config.s3) : openDisk(join(config.dataDir, 'media', 'files'))
  stores.set(config, store)
  return store
}

/** The directory for files that are being received and inspected, on the disk of the local store. */
export function incomingDirectory({ config }: { config: Config }): string {
  return join(config.dataDir, 'media', 'incoming')
}
