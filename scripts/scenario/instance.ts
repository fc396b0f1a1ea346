import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { readInstance } from '../instance.ts'
import { spawnInstance } from '../spawn.ts'
import { openApi } from './api.ts'

export type RunningInstance = {
  url: string
  sandboxUrl: string
  ownerKey: string
  /** Where it came from, in words. */
  origin: string
  /** Revokes the key that was made for it, or stops the instance. */
  release(): Promise<void>
}

const root = join(import.meta.dirname, '..', '..')
const postern = join(root, 'packages/server/bin/postern.mjs')
const stopMsMax = 30_000

/** The instance that runs on the data folder with a sandbox, by the given key or a new one. */
export async function findRunning(
  givenKey: string | undefined,
  keyName: string,
): Promise<RunningInstance | null> {
  const dataDir = resolve(process.env.DATA_DIR ?? join(root, 'data'))
  const running = readInstance(dataDir)
  if (!running) return null
  const { url, sandboxUrl } = running
  if (!sandboxUrl) {
    process.stdout.write('The running instance has no sandbox.\n')
    return null
  }
  if (givenKey) {
    const origin = 'that is running'
    return { url, sandboxUrl, ownerKey: givenKey, origin, release: async () => {} }
  }
  const ownerKey = await createKey(dataDir, keyName)
  const release = async () => {
    const api = openApi(url, ownerKey)
    await api.apiKeys.revoke((await api.me()).key!.id)
  }
  const origin = 'that is running, with an owner key made for now'
  return { url, sandboxUrl, ownerKey, origin, release }
}

async function createKey(dataDir: string, name: string): Promise<string> {
  const words = [postern, 'keys', 'create', name]
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    env: { ...process.env, DATA_DIR: dataDir },
  })
  const key = /pst_owner_\w{43}/.exec(stdout)?.[0]
  if (!key) throw new Error('postern keys create printed no owner key.')
  return key
}

/** A new instance in a temporary folder, which goes with it. */
export async function startTemporary(): Promise<RunningInstance> {
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-demo-'))
  process.stdout.write(`Starting an instance in ${dataDir} …\n`)
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  const { child, url, sandboxUrl, ownerKey } = await spawnInstance(dataDir).catch((err) => {
    removeFolder()
    throw err
  })
  const release = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const late = setTimeout(() => child.kill('SIGKILL'), stopMsMax)
      child.kill('SIGTERM')
      await once(child, 'exit')
      clearTimeout(late)
    }
    removeFolder()
  }
  if (!sandboxUrl || !ownerKey) {
    await release()
    throw new Error('The new instance has no sandbox or no owner key.')
  }
  return { url, sandboxUrl, ownerKey, origin: `started for this in ${dataDir}`, release }
}
