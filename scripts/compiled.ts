import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/** Turns Node's compile cache on, if nobody did, and answers where it lies, for child processes. */
export function compileCacheFolder(): string {
  const own = join(import.meta.dirname, '..', 'node_modules', '.cache', 'postern')
  const folder = process.env.NODE_COMPILE_CACHE ?? own
  enableCompileCache(folder)
  return folder
}
