import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotInstall, snacProgram } from './home.ts'

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
 * Downloads and unpacks Debian's package `snac2` into the folder `snac`. Neither root nor a change of the
 * system's package sources is needed. Debian 12 has the package in its backports only.
 */
export function unpackSnac(home: string): void {
  const codename = debianCodename()
  if (!codename) {
    throw new CannotInstall('snac2 is taken from Debian’s packages, and this is not Debian.')
  }
  const suite = codename === 'bookworm' ? 'bookworm-backports' : codename
  const apt = join(home, 'apt')
  for (const folder of ['lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(apt, folder), { recursive: true })
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
    spawnSync('apt-get', [...options, 'download', '-qq', 'snac2'], {
      cwd: apt,
      stdio: ['ignore', 'ignore', 'inherit'],
    }).status === 0
  const file = readdirSync(apt).find((name) => name.endsWith('.deb'))
  if (!isDownloaded || !file || !run('dpkg', '-x', join(apt, file), join(home, 'snac'))) {
    throw new CannotInstall(`snac2 could not be downloaded from Debian’s ${suite}. See above.`)
  }
  rmSync(apt, { recursive: true })
  requireLibraries(snacProgram(home))
}

/** The package is not installed by apt, so its libraries may be missing. */
function requireLibraries(program: string): void {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' })
  if (!stdout.includes('not found')) return
  const codename = debianCodename()
  const suffix = codename === 'bookworm' ? '' : 't64'
  installDebianPackages([`libcurl4${suffix}`, `libssl3${suffix}`])
}

/** `bookworm` on Debian 12; null on other systems. */
function debianCodename(): string | null {
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
