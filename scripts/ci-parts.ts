import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const daySeconds = 24 * 60 * 60

/** Tests that take minutes and that most changes cannot touch. */
const parts = {
  /** Generated clients, npm packages and the packed SDK. */
  clients: [
    /^packages\/sdk/,
    /(^|\/)openapi\.json$/,
    /(^|\/)package(-lock)?\.json$/,
    /(^|\/)scripts\//,
    /^packages\/server\/(bin|test\/(clients|npm|sdk))\//,
  ],
  /** The real servers of Bluesky, Mastodon, WordPress and S3. */
  real: [
    /^packages\/real-servers\//,
    /^packages\/(server|sandbox)\/src\/(platforms\/)?(bluesky|mastodon|wordpress)\//,
    /^packages\/server\/src\/platforms\/((contract|wire)\/)?[^/]+$/,
    /^packages\/server\/src\/(outbound|storage)\//,
    /^packages\/server\/test\/store-cases\.ts$/,
    /^packages\/server\/test\/platforms\//,
  ],
  /** How tests run: all parts. */
  all: [/^\.ci\//, /^vitest\.config\.ts$/],
}

/** The parts that a change can touch; all of them if the changed files are not known. */
export function partsOf(files: readonly string[] | null): string[] {
  const isTouched = (part: keyof typeof parts) =>
    files === null || files.some((file) => parts[part].some((pattern) => pattern.test(file)))
  return (['clients', 'real'] as const).filter((part) => isTouched(part) || isTouched('all'))
}

/**
 * The files changed since the commit `base`. Without one: those of the commits of the 24 hours before the newest, since
 * a clone does not say what was there before a push. Null if Git cannot say.
 */
export function changedSince(base: string, folder: string): string[] | null {
  const git = (...words: string[]) => {
    const { status, stdout } = spawnSync('git', words, { cwd: folder, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : null
  }
  const names = ['--name-only', '--no-renames', '-z']
  if (base !== '') return split(git('diff', ...names, `${base}...HEAD`))
  if (git('rev-parse', '--is-shallow-repository') !== 'false') return null
  const newest = Number(git('show', '-s', '--format=%ct', 'HEAD'))
  const since = `--since=${newest - daySeconds}`
  return split(git('log', since, '--format=', '--diff-merges=first-parent', ...names))
}

function split(output: string | null): string[] | null {
  return output === null ? null : output.split(/[\0\n]+/).filter((file) => file !== '')
}

/** Prints the parts that `.ci/run` runs. BASE is the commit before a push or the base of a pull request. */
if (import.meta.main) {
  const files = changedSince(process.env.BASE ?? '', join(import.meta.dirname, '..'))
  process.stdout.write(`${partsOf(files).join(' ')}\n`)
}
