import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The path of a folder that the npm package contains next to its modules, and the repository elsewhere:
 * `inRepository` is relative to the repository. `scripts/build.ts` copies it.
 */
export function packedFolder(name: string, inRepository: string): string {
  const packed = join(import.meta.dirname, '..', name)
  return existsSync(packed) ? packed : join(import.meta.dirname, '../../../..', inRepository)
}
