import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wordpressFolder } from '../home.ts'
import { freePort, type RunningServer } from '../running.ts'

export type WordpressAccount = {
  id: number
  login: string
  password: string
  /** For requests of a test as this person. */
  applicationPassword: string
}
/** Each is named like its role. */
export type WordpressName = 'admin' | 'editor' | 'author' | 'contributor' | 'subscriber'
/** A running WordPress; plain JSON, so that a test run can share one server. */
export type Wordpress = {
  origin: string
  port: number
  accounts: Record<WordpressName, WordpressAccount>
}

const site = join(import.meta.dirname, 'site')
const readyMsMax = 30_000
const pollMs = 20
/**
 * Stops the server and what it has started when the pipe to this process closes, so that it never outlives its parent.
 * The group of processes has its own number because it is started detached.
 */
const guard =
  'folder=$1; shift; "$@" & server=$!; cat > /dev/null; kill -9 $server; rm -rf "$folder"; kill -9 0'

/**
 * Starts WordPress with PHP's own web server and MariaDB in a temporary folder: an empty site with an account of each
 * role, pretty permalinks and a time zone that is not UTC. It calls no other server and sends no mail.
 */
export async function startWordpress(
  home: string,
  port?: number,
): Promise<RunningServer & { wordpress: Wordpress }> {
  const usr = join(wordpressFolder(home), 'usr')
  const files = join(usr, 'share', 'wordpress')
  const folder = mkdtempSync(join(tmpdir(), 'postern-wordpress-'))
  const socket = join(folder, 'socket')
  const content = join(folder, 'content')
  mkdirSync(join(content, 'uploads'), { recursive: true })
  symlinkSync(join(files, 'wp-content', 'themes'), join(content, 'themes'))
  const env = {
    ...process.env,
    WORDPRESS_FILES: files,
    WORDPRESS_CONFIG: join(site, 'config.php'),
    WORDPRESS_CONTENT: content,
    WORDPRESS_SOCKET: socket,
    // A request can wait for another one of the same site.
    PHP_CLI_SERVER_WORKERS: '4',
  }
  const mariadb = mariadbCommand(usr, join(folder, 'data'), socket)
  const php = phpCommand(usr, join(folder, 'php.log'))
  const children: ChildProcess[] = []
  const run = (command: readonly string[]) => {
    const child = spawn('sh', ['-c', guard, 'sh', folder, ...command], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      env,
    })
    children.push(child)
  }
  const stop = async () => {
    await Promise.all(
      children.map(async (child) => {
        const ended = once(child, 'exit')
        child.stdin!.end()
        await ended
      }),
    )
  }
  const publicPort = port ?? (await freePort())
  const origin = `http://localhost:${publicPort}`
  try {
    createDatabase(usr, join(folder, 'data'), mariadb)
    run(mariadb)
    await waitUntil('MariaDB', () => accepts(socket))
    const setup = spawnSync(php[0]!, [...php.slice(1), join(site, 'setup.php')], {
      env,
      encoding: 'utf8',
    })
    if (setup.status !== 0) throw new Error(`WordPress: ${setup.stderr || setup.stdout}`)
    const accounts = JSON.parse(setup.stdout)
    run([...php, '-S', `127.0.0.1:${publicPort}`, '-t', files, join(site, 'router.php')])
    await waitUntil('WordPress', async () => (await fetch(`${origin}/wp-json/`)).ok)
    const pids = children.map((child) => child.pid!)
    return { wordpress: { origin, port: publicPort, accounts }, pids, stop }
  } catch (err) {
    await stop()
    throw err
  }
}

/** Only a socket in the folder, and no passwords. What is written need not survive a power failure. */
function mariadbCommand(usr: string, data: string, socket: string): string[] {
  const share = mariadbShare(usr)
  return [
    join(usr, 'sbin', 'mariadbd'),
    ...['--no-defaults', `--basedir=${usr}`, `--datadir=${data}`, `--socket=${socket}`],
    ...[`--lc-messages-dir=${share}`, `--character-sets-dir=${join(share, 'charsets')}`],
    ...[`--pid-file=${socket}.pid`, '--skip-networking', '--skip-grant-tables'],
    ...['--innodb-flush-log-at-trx-commit=0', '--innodb-log-file-size=8M'],
    ...['--innodb-buffer-pool-size=32M', '--performance-schema=off'],
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
  ]
}

/** MariaDB 11, which Debian 13 has, keeps its files below another name. */
function mariadbShare(usr: string): string {
  const folder = join(usr, 'share', 'mariadb')
  return existsSync(folder) ? folder : join(usr, 'share', 'mysql')
}

function createDatabase(usr: string, data: string, mariadb: readonly string[]): void {
  mkdirSync(data)
  const share = mariadbShare(usr)
  const name = readdirSync(share).find((each) => each.endsWith('_system_tables.sql'))!
  const tables = readFileSync(join(share, name), 'utf8')
  const input = `CREATE DATABASE mysql;\nUSE mysql;\n${tables}\nCREATE DATABASE wordpress;\n`
  const [program, ...words] = [...mariadb, '--bootstrap']
  const { status, stderr } = spawnSync(program!, words, { input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`MariaDB: ${stderr}`)
}

/** Without the settings of the system. */
function phpCommand(usr: string, log: string): string[] {
  const program = readdirSync(join(usr, 'bin')).find((name) => /^php[\d.]+$/.test(name))!
  const extensions = readdirSync(join(usr, 'lib', 'php')).find((name) => /^\d+$/.test(name))!
  const settings = [
    `extension_dir=${join(usr, 'lib', 'php', extensions)}`,
    'zend_extension=opcache',
    ...['mysqlnd', 'mysqli', 'ctype', 'tokenizer', 'fileinfo', 'iconv', 'exif'].map(
      (name) => `extension=${name}`,
    ),
    ...['memory_limit=256M', 'log_errors=1', 'display_errors=0', `error_log=${log}`],
  ]
  return [join(usr, 'bin', program), '-n', ...settings.flatMap((setting) => ['-d', setting])]
}

function accepts(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket, () => {
      connection.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })
}

async function waitUntil(name: string, isReady: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + readyMsMax
  while (!(await isReady().catch(() => false))) {
    if (performance.now() > until) throw new Error(`${name} did not start.`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
