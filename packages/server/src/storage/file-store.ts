import type { Readable } from 'node:stream'

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
