import { resolve } from 'node:path'
import { displayPath } from './instance.ts'

/**
 * What to type to run a `postern` command on the installation in `dataDir`, in the current folder: in a
 * clone, or where the package is installed. `--no-install` keeps npx from downloading a package of
 * that name.
 */
export function commandFor(
  dataDir: string,
  words: string,
  isRepository = import.meta.filename.endsWith('.ts'),
): string {
  const program = isRepository ? 'npm run postern --' : 'npx --no-install postern'
  if (dataDir === resolve('data')) return `${program} ${words}`
  const path = displayPath(dataDir, process.cwd())
  return `${program} --data-dir ${/^[\w./-]+$/.test(path) ? path : quoted(path)} ${words}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
