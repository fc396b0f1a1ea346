import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveInFront } from '../front.ts'
import { snacProgram } from '../home.ts'
import { freePort, type RunningServer } from '../running.ts'

export type SnacAccount = { login: string; password: string }
export type SnacName = 'alice' | 'bob'
/** A running snac; plain JSON, so that a test run can share one server. */
export type Snac = {
  origin: string
  /** The port behind the web server at `origin`. */
  port: number
  folder: string
  accounts: Record<SnacName, SnacAccount>
}

const readyMsMax = 10_000
const pollMs = 20
/**
 * snac delivers posts to its own inbox with the threads that respond to requests. With its minimum of 4, all can wait
 * for each other until the deadline of 6 s, and a person who connects then finds no server.
 */
const threads = 64

/** Stops the server when the pipe to this process closes, so that it never outlives its parent. */
const guard = '"$0" httpd "$1" & server=$!; cat > /dev/null; kill -9 $server; rm -rf "$2"'

/** Starts snac, a small server that speaks the Mastodon API, with empty accounts, at a local port. */
export async function startSnac(
  home: string,
  port?: number,
): Promise<RunningServer & { snac: Snac }> {
  const program = snacProgram(home)
  const publicPort = port ?? (await freePort())
  const snacPort = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'postern-snac-'))
  const data = join(folder, 'data')
  const host = `localhost:${publicPort}`
  run(program, ['init', data], ['127.0.0.1', String(snacPort), host, '', 'admin@mail.test'])
  const settingsFile = join(data, 'server.json')
  const settings = {
    ...JSON.parse(readFileSync(settingsFile, 'utf8')),
    protocol: 'http',
    disable_email_notifications: true,
    num_threads: threads,
  }
  writeFileSync(settingsFile, JSON.stringify(settings))
  const accounts = {
    alice: addAccount(program, data, 'alice'),
    bob: addAccount(program, data, 'bob'),
  }

  const child = spawn('sh', ['-c', guard, program, data, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const ended = once(child, 'exit')
  const closeFront = await serveInFront(publicPort, snacPort)
  const stop = async () => {
    child.stdin.end()
    await Promise.all([ended, closeFront()])
  }
  const origin = `http://${host}`
  try {
    await waitUntilReady(origin, child)
  } catch (err) {
    await stop()
    throw err
  }
  return { snac: { origin, port: snacPort, folder: data, accounts }, pids: [child.pid!], stop }
}

/** The server forgets the apps that the person allowed; snac itself has no page for that. */
export function removeApps({ folder }: Snac, { login }: SnacAccount): void {
  const tokens = join(folder, 'token')
  for (const name of readdirSync(tokens)) {
    const path = join(tokens, name)
    if (JSON.parse(readFileSync(path, 'utf8')).uid === login) rmSync(path)
  }
}

function addAccount(program: string, data: string, login: string): SnacAccount {
  const output = run(program, ['adduser', data, login], [login, `${login}@mail.test`])
  const password = /User password is (\S+)/.exec(output)?.[1]
  if (!password) throw new Error(`snac created no account:\n${output}`)
  return { login, password }
}

/** Runs a command of snac that reads its answers from lines of the standard input. */
function run(program: string, words: string[], lines: string[]): string {
  const input = `${lines.join('\n')}\n`
  const { status, stdout, stderr } = spawnSync(program, words, { input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`snac ${words[0]}: ${stderr || stdout}`)
  return stdout
}

async function waitUntilReady(origin: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + readyMsMax
  for (;;) {
    const isReady = await fetch(`${origin}/api/v1/instance`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    if (child.exitCode !== null || performance.now() > until) throw new Error('snac did not start.')
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
