import type { Readable } from 'node:stream'

/** Bytes `first` to `last`, both inclusive. */
export type ByteRange = { first: number; last: number }

/**
 * Stores media files. Keys are relative paths that the server generates, never user input.
 */
export type FileStore = {
  /**
   * Moves a complete local file into the store. When it resolves, the file is durable; when it fails
   * or the process dies, no partial file exists under the key.
   */
  put(key: string, path: string, mimeType: string): Promise<void>
  /** Streams the file or a range of it; `null` when it does not exist. */
  open(key: string, range: ByteRange | null): Promise<Readable | null>
  /** Deletes the file; a missing file is no error. */
  remove(key: string): Promise<void>
}

/** The store of media files does not respond or refuses the request; a later one may succeed. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'

  constructor(cause: unknown) {
    super('the media storage is unavailable', { cause })
  }
}
