import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotInstall } from './home.ts'

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** Installs packages as root; throws `CannotInstall` with the command for everybody else. */
export function installDebianPackages(names: readonly string[]): void {
  if (names.length === 0) return
  const command = `apt-get install -y --no-install-recommends ${names.join(' ')}`
  const isRoot = process.getuid?.() === 0
  if (!debianCodename() || !isRoot) {
    throw new CannotInstall(`Missing: ${names.join(', ')}. Install them: sudo ${command}`)
  }
  if (!run('apt-get', 'update', '-qq') || !run(...(command.split(' ') as [string]), '-qq')) {
    throw new CannotInstall(`apt-get could not install ${names.join(', ')}. See its message above.`)
  }
}

/**
 * Downloads packages from a suite of Debian and unpacks them into the folder. Neither root nor a change of the system's
 * package sources is needed. Their libraries may be missing afterwards.
 */
export function unpackDebianPackages(folder: string, suite: string, names: string[]): void {
  const apt = `${folder}-apt`
  for (const path of ['lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(apt, path), { recursive: true })
  }
  const sources = join(apt, 'sources.list')
  writeFileSync(sources, `deb [signed-by=${keyring}] http://deb.debian.org/debian ${suite} main\n`)
  const options = [
    `Dir::Etc::sourcelist=${sources}`,
    'Dir::Etc::sourceparts=/dev/null',
    `Dir::State::lists=${join(apt, 'lists')}`,
    `Dir::Cache=${join(apt, 'cache')}`,
    // Without this, apt as root warns that its own user cannot write into the folder.
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option])
  const isDownloaded =
    run('apt-get', ...options, 'update', '-qq') &&
    spawnSync('apt-get', [...options, 'download', '-qq', ...names], {
      cwd: apt,
      stdio: ['ignore', 'ignore', 'inherit'],
    }).status === 0
  const files = readdirSync(apt).filter((name) => name.endsWith('.deb'))
  if (!isDownloaded || !files.every((file) => run('dpkg', '-x', join(apt, file), folder))) {
    throw new CannotInstall(`${names.join(', ')}: no download from Debian’s ${suite}. See above.`)
  }
  rmSync(apt, { recursive: true })
}

/** Installs the packages if a library of one of the unpacked programs is missing. */
export function requireLibraries(programs: readonly string[], names: readonly string[]): void {
  const { stdout } = spawnSync('ldd', programs, { encoding: 'utf8' })
  if (stdout.includes('not found')) installDebianPackages(names)
}

/** `bookworm` on Debian 12; null on other systems. */
export function debianCodename(): string | null {
  try {
    const text = readFileSync('/etc/os-release', 'utf8')
    if (!/^ID=debian$/m.test(text)) return null
    return /^VERSION_CODENAME=(\w+)$/m.exec(text)?.[1] ?? null
  } catch {
    return null
  }
}

function run(program: string, ...words: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}
