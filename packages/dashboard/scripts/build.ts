import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/**
 * Builds the dashboard into dist/ if its sources changed since the last build. Each file is also
 * written as .br and .gz, so that no request has to wait for compression.
 */
const root = join(import.meta.dirname, '..')
const stamp = join(root, 'dist', '.built')
const sources = ['package.json', 'index.html', 'vite.config.ts', 'scripts/build.ts', 'src/**/*']
const outside = ['../sdk/src/**/*.ts', '../server/openapi.json', '../../package-lock.json']

const state = stateOf([...sources, ...outside])
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== state) await build()

async function build(): Promise<void> {
  process.stdout.write('Building the dashboard …\n')
  process.chdir(root)
  // React and other libraries drop development code only with this setting.
  process.env.NODE_ENV = 'production'
  const vite = await import('vite')
  // Built in a separate folder and renamed, so that a running server never serves a partial build.
  const next = `dist.${process.pid}`
  // Build warnings concern only libraries, such as rrule inside @mantine/schedule.
  await vite.build({ logLevel: 'error', build: { outDir: next } })
  for (const name of globSync(`${next}/**/*.{js,css,html,svg}`)) compress(join(root, name))
  writeFileSync(join(next, '.built'), state)
  rmSync('dist', { recursive: true, force: true })
  renameSync(next, 'dist')
}

function compress(path: string): void {
  const bytes = readFileSync(path)
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: quality }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}

function stateOf(patterns: string[]): string {
  const hash = createHash('sha256')
  const names = globSync(patterns, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .sort()
  for (const name of names) hash.update(name.slice(root.length)).update(readFileSync(name))
  return hash.digest('hex')
}
