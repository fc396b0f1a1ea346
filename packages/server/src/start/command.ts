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
  return `${program} --data-dir ${shellWord(path)} ${words}`
}

/** The text as one word of a shell, in quotes if it needs them. */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
