import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Lock, missingFrom, noticeOf, shippedPackages } from './third-party.ts'

/**
 * `npm run third-party -- <folder>`: writes the bill of materials (`sbom.cdx.json`, CycloneDX) and the notice of
 * licenses (`THIRD-PARTY-NOTICES.txt`) of the packages in the lock file. Fails if one is missing in the bill.
 */
const root = join(import.meta.dirname, '..', '..')
const folder = process.argv[2] ?? join(root, 'data', 'third-party')
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
const packages = shippedPackages(lock)

const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
const { status, stdout } = spawnSync('npm', args, {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1_048_576,
  stdio: ['ignore', 'pipe', 'inherit'],
})
if (status !== 0) process.exit(status ?? 1)
const missing = missingFrom(JSON.parse(stdout), packages)
if (missing.length > 0) {
  process.stderr.write(`The bill of materials lacks:\n  ${missing.join('\n  ')}\n`)
  process.exit(1)
}
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'sbom.cdx.json'), stdout)
writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticeOf(packages, readLicense))
process.stdout.write(`${packages.length} packages are listed in ${folder}.\n`)

/** Packages of other systems are not installed here. */
function readLicense(path: string): string | null {
  const [file] = globSync('{LICENSE,LICENCE,license,licence,COPYING}*', { cwd: join(root, path) })
  return file ? readFileSync(join(root, path, file), 'utf8') : null
}
