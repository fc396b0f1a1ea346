import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/** Enables Node's compile cache. Returns its folder, for child processes. */
export function turnOnCompileCache(): string {
  const defaultFolder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'postern')
  const folder = process.env.NODE_COMPILE_CACHE ?? defaultFolder
  enableCompileCache(folder)
  return folder
}
