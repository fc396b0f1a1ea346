// Installs what is missing: the npm packages, including the runtime (the npm packages `node-<system>`), with
// --dashboard the built dashboard, with --browser a Chromium for the page tests, and with --python a
// Python that builds the Python client. Runs on Node 20 or newer.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { browserAdvice, findBrowser } from './browsers.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.postern-installed')
const runtime = join(root, 'node_modules', '.bin', 'node')
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

installPackages()
if (process.argv.includes('--dashboard')) buildDashboard()
if (process.argv.includes('--browser')) installBrowser()
if (process.argv.includes('--python')) installPython()

function installPackages() {
  if (existsSync(runtime) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  process.stdout.write('Installing packages (the first time only, 730 MB, one to two minutes) …\n')
  // `npm ci` fails on mirrors that lack the optional packages of other systems.
  if (!npm('ci')) {
    if (!hasRegistry())
      fail('The npm registry cannot be reached. Connect to the network and start again.')
    if (!npm('install', '--no-save')) fail('npm failed. See its message above.')
  }
  if (!existsSync(runtime)) {
    fail(
      'npm installed no runtime. On this system, install Node 26 and the optional packages of npm.',
    )
  }
  writeFileSync(stamp, lock)
}

/** Whether the registry of this npm can be reached; without a network `npm ci` prints a page of errors. */
function hasRegistry() {
  const words = ['ping', '--fetch-retries=0', '--fetch-timeout=10000', '--loglevel=error']
  const { stderr } = spawnSync('npm', words, { cwd: root, encoding: 'utf8' })
  return !/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT)\b/.test(stderr)
}

function buildDashboard() {
  const result = spawnSync(runtime, [join(root, 'packages', 'dashboard', 'scripts', 'build.ts')], {
    stdio: 'inherit',
  })
  if (result.status !== 0) fail('The dashboard could not be built. See the message above.')
}

function npm(...words) {
  const result = spawnSync('npm', [...words, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development' },
  })
  return result.status === 0
}

/** Where no browser can be installed, `npm test` runs the other tests and says so at its end. */
function installBrowser() {
  if (findBrowser()) return
  if (canInstall()) {
    process.stdout.write('Installing Chromium for the tests of pages (100 to 300 MB) …\n')
    // Older systems have no separate package of the headless shell.
    if (apt('update', '-qq') && (install('chromium-headless-shell') || install('chromium'))) return
  }
  process.stdout.write(`No browser for the tests of pages could be installed. ${browserAdvice}\n`)
}

function installPython() {
  const needed = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))'
  if (spawnSync('python3', ['-c', needed]).status === 0) return
  process.stdout.write('Installing Python for the Python client …\n')
  if (canInstall() && apt('update', '-qq') && install('python3', 'python3-venv')) return
  fail(
    'Python could not be installed. Install 3.11 or newer (apt-get install python3 python3-venv).',
  )
}

function install(...names) {
  return apt('install', '-y', '-qq', '--no-install-recommends', ...names)
}

/** Debian or Ubuntu, as root or with a sudo that asks for no password. */
function canInstall() {
  const [program, ...rest] = [...sudo(), 'apt-get', '--version']
  return spawnSync(program, rest, { stdio: 'ignore' }).status === 0
}

function sudo() {
  return process.getuid?.() === 0 ? [] : ['sudo', '-n']
}

function apt(...words) {
  const [program, ...rest] = [...sudo(), 'apt-get', ...words]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}

function fail(message) {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}
