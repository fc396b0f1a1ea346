import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { readInstance } from '../../packages/server/src/start/instance.ts'
import { spawnInstance } from '../spawn.ts'
import { openApi } from './api.ts'

export type RunningInstance = {
  url: string
  sandboxUrl: string
  ownerKey: string
  /** A description of how the instance was found or started. */
  origin: string
  /** Revokes the temporary key or stops the temporary instance. */
  release(): Promise<void>
}

const root = join(import.meta.dirname, '..', '..')
const postern = join(root, 'packages/server/bin/postern.mjs')
const stopMsMax = 30_000

/** The running instance on the data folder, with `key` or a temporary one. Null without a sandbox. */
export async function findRunning(
  key: string | undefined,
  keyName: string,
): Promise<RunningInstance | null> {
  const dataDir = resolve(process.env.DATA_DIR ?? join(root, 'data'))
  const running = readInstance(dataDir)
  if (!running) return null
  const { url, sandboxUrl } = running
  if (!sandboxUrl) {
    process.stdout.write('The running instance has no sandbox. Start it with SANDBOX=on.\n')
    return null
  }
  if (key) {
    const origin = 'running'
    return { url, sandboxUrl, ownerKey: key, origin, release: async () => {} }
  }
  const ownerKey = await createKey(dataDir, keyName)
  const release = async () => {
    const api = openApi(url, ownerKey)
    await api.apiKeys.revoke((await api.me()).key!.id)
  }
  const origin = 'running, with a temporary owner key'
  return { url, sandboxUrl, ownerKey, origin, release }
}

async function createKey(dataDir: string, name: string): Promise<string> {
  const commandArguments = [postern, 'keys', 'create', name]
  const { stdout } = await promisify(execFile)(process.execPath, commandArguments, {
    env: { ...process.env, DATA_DIR: dataDir },
  })
  const key = /pst_owner_\w{43}/.exec(stdout)?.[0]
  if (!key) throw new Error('postern keys create printed no owner key.')
  return key
}

/** Starts an instance in a temporary folder. `release` stops it and deletes the folder. */
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
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMsMax)
      child.kill('SIGTERM')
      await once(child, 'exit')
      clearTimeout(timer)
    }
    removeFolder()
  }
  if (!sandboxUrl || !ownerKey) {
    await release()
    throw new Error('The new instance has no sandbox or no owner key.')
  }
  return { url, sandboxUrl, ownerKey, origin: `temporary, in ${dataDir}`, release }
}
