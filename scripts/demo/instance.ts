import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { readInstance } from '../instance.ts'
import { openApi } from './api.ts'
import type { Me } from './wire.ts'

export type DemoInstance = {
  url: string
  sandboxUrl: string
  ownerKey: string
  /** How the demo came to it, in words. */
  how: string
  /** Undoes what was done to have it: revokes the key, or stops the instance. */
  giveBack(): Promise<void>
}

const scripts = join(import.meta.dirname, '..')
const postern = join(scripts, '../packages/server/bin/postern.mjs')
const startMsMax = 120_000
const stopMsMax = 30_000
const keyShape = /pst_owner_[A-Za-z0-9]{43}/

/** The instance that runs on the data folder, or one of the demo's own in a temporary folder. */
export async function findInstance(givenKey: string | undefined): Promise<DemoInstance> {
  return (await findRunning(givenKey, 'Made by npm run demo')) ?? (await startInstance())
}

/** The instance that runs on the data folder with a sandbox, by the key given or one made for now. */
export async function findRunning(
  givenKey: string | undefined,
  keyName: string,
): Promise<DemoInstance | null> {
  const dataDir = resolve(process.env.DATA_DIR ?? join(scripts, '..', 'data'))
  const running = readInstance(dataDir)
  if (!running) return null
  if (!running.sandboxUrl) {
    process.stdout.write('The running instance has no sandbox.\n')
    return null
  }
  const { url, sandboxUrl } = running
  const nothing = async () => {}
  if (givenKey) {
    return { url, sandboxUrl, ownerKey: givenKey, how: 'that is running', giveBack: nothing }
  }
  const ownerKey = await makeKey(dataDir, keyName)
  const how = 'that is running, with an owner key made for now'
  return { url, sandboxUrl, ownerKey, how, giveBack: () => revokeKey(url, ownerKey) }
}

async function makeKey(dataDir: string, name: string): Promise<string> {
  const words = [postern, 'keys', 'create', name]
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    env: { ...process.env, DATA_DIR: dataDir },
  })
  const key = keyShape.exec(stdout)?.[0]
  if (!key) throw new Error('postern keys create printed no owner key.')
  return key
}

/** A key can revoke itself; the id of the key comes from /v1/me. */
async function revokeKey(url: string, key: string): Promise<void> {
  const api = openApi(url, key)
  const { body } = await api.call<Me>('GET', '/v1/me', { expect: 200 })
  await api.call('DELETE', `/v1/api-keys/${body.key.id}`, { expect: 200, show: ['status'] })
}

/** One in a temporary folder, which goes with it. */
export async function startInstance(): Promise<DemoInstance> {
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-demo-'))
  process.stdout.write(`Starting an instance in ${dataDir} …\n`)
  const child = spawn(process.execPath, [join(scripts, 'start.ts')], {
    // With this name it watches its parent, and stops by itself should the demo be killed.
    env: { ...process.env, DATA_DIR: dataDir, npm_lifecycle_event: 'demo' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // In a group of its own, so that Ctrl-C reaches the demo alone, which then stops it.
    detached: true,
  })
  const giveBack = async () => {
    await stop(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const ownerKey = await ownerKeyOf(child)
    const running = readInstance(dataDir)
    if (!running?.sandboxUrl) throw new Error('The instance did not say where it runs.')
    const { url, sandboxUrl } = running
    return { url, sandboxUrl, ownerKey, how: `started for this in ${dataDir}`, giveBack }
  } catch (err) {
    await giveBack()
    throw err
  }
}

/** `npm start` prints its owner key last of all, when everything is ready. */
function ownerKeyOf(child: ChildProcess): Promise<string> {
  return new Promise((resolveKey, reject) => {
    let output = ''
    const late = setTimeout(
      () => reject(new Error(`npm start was not ready within ${startMsMax} ms:\n${output}`)),
      startMsMax,
    )
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
      const key = keyShape.exec(output)?.[0]
      if (!key || !output.includes('Ctrl-C stops everything')) return
      clearTimeout(late)
      resolveKey(key)
    })
    child.once('exit', (code) => {
      clearTimeout(late)
      reject(new Error(`npm start ended (${code}):\n${output}`))
    })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolveEnd) => child.once('exit', () => resolveEnd()))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), stopMsMax)
  await ended
  clearTimeout(late)
}
