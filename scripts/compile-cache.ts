import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Enables Node's compile cache, which halves the start of a command. Returns its folder, which child
 * processes get as NODE_COMPILE_CACHE. An existing NODE_COMPILE_CACHE is kept.
 */
export function turnOnCompileCache(): string {
  const defaultFolder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'postern')
  const folder = process.env.NODE_COMPILE_CACHE ?? defaultFolder
  enableCompileCache(folder)
  return folder
}
