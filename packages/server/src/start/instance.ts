import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Config } from '../core/config.ts'

/** `instance.json`, which a running instance writes for other starts and commands. */
export type Instance = {
  pid: number
  url: string
  port: number
  sandboxUrl: string | null
  privateWebhooks: boolean
}

/**
 * `scripts/start.ts` and `main.ts` of the repository, or `postern start` and `postern serve`; /proc separates
 * arguments with NUL.
 */
const startCommand = /start\.ts|server\/src\/main\.ts|postern.*\0(start|serve)(\0|$)/s
const file = (dataDir: string) => join(dataDir, 'instance.json')

/** The path to print: relative to `from` if the folder is inside it, otherwise absolute. */
export function displayPath(folder: string, from: string): string {
  const path = relative(from, folder)
  return `${path.split('/')[0] === '..' ? folder : path || '.'}/`
}

/** The instance that is running on this data folder, or null. The file of an ended process is ignored. */
export function readInstance(dataDir: string): Instance | null {
  if (!existsSync(file(dataDir))) return null
  try {
    const instance = JSON.parse(readFileSync(file(dataDir), 'utf8')) as Instance
    return isInstanceProcess(instance.pid) ? instance : null
  } catch {
    return null
  }
}

/**
 * The settings with which an instance runs on this folder, such as its URL, port and sandbox; empty when
 * none is running.
 */
export function settingsOfInstance(dataDir: string): Record<string, string> {
  const instance = readInstance(dataDir)
  if (!instance) return {}
  const { url, port, sandboxUrl, privateWebhooks } = instance
  return {
    PUBLIC_URL: url,
    ...(port ? { PORT: String(port) } : {}),
    ...(sandboxUrl ? { SANDBOX_URL: sandboxUrl } : {}),
    ...(privateWebhooks ? { ALLOW_PRIVATE_WEBHOOKS: 'true' } : {}),
  }
}

/** Writes the file for a server with its own database, of which a folder has one. */
export function announceServer(config: Config): void {
  if (config.databaseUrl) return
  const { publicUrl: url, sandboxUrl, allowPrivateWebhooks: privateWebhooks, port } = config
  writeInstance(config.dataDir, { pid: process.pid, url, port, sandboxUrl, privateWebhooks })
}

export function writeInstance(dataDir: string, instance: Instance): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file(dataDir), `${JSON.stringify(instance)}\n`)
}

export function removeInstance(dataDir: string): void {
  rmSync(file(dataDir), { force: true })
}

/**
 * Waits until no other process uses the data folder. A process whose npm was killed stops within two
 * seconds. Throws if another instance keeps running.
 */
export async function waitForFreeDataDir(dataDir: string): Promise<void> {
  const deadline = performance.now() + 12_000
  for (;;) {
    const running = readInstance(dataDir)
    if (!running || running.pid === process.pid) return
    if (!isOrphan(running.pid) || performance.now() > deadline) {
      throw new Error(
        `Postern is already running on ${dataDir}: ${running.url} (process ${running.pid}). Stop it or set DATA_DIR.`,
      )
    }
    await new Promise((resume) => setTimeout(resume, 100))
  }
}

/** Whether the process is running and is not another program with a reused pid. */
function isInstanceProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const command = `/proc/${pid}/cmdline`
  if (!existsSync('/proc/self/cmdline')) return true
  return existsSync(command) && isInstanceCommand(readFileSync(command, 'utf8'))
}

export function isInstanceCommand(command: string): boolean {
  return startCommand.test(command)
}

function isOrphan(pid: number): boolean {
  const status = `/proc/${pid}/status`
  if (!existsSync(status)) return true
  const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1])
  const command = `/proc/${parent}/cmdline`
  return parent <= 1 || !existsSync(command) || !/npm|sh|node/.test(readFileSync(command, 'utf8'))
}
