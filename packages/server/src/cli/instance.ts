import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What `npm start` leaves in its data folder while it runs (scripts/instance.ts). */
type Instance = {
  pid: number
  url: string
  sandboxUrl: string | null
  privateWebhooks?: boolean
}

/**
 * The settings that `npm start` chose by itself (its port, its sandbox), while it runs on this
 * folder: what a command has to know of it beside the environment.
 */
export function settingsOfInstance(dataDir: string): Record<string, string> {
  const instance = readInstance(dataDir)
  if (!instance) return {}
  const sandbox = instance.sandboxUrl
  return {
    PUBLIC_URL: instance.url,
    PORT: new URL(instance.url).port || '4000',
    ...(sandbox ? { SANDBOX_URL: sandbox } : {}),
    ...(instance.privateWebhooks ? { ALLOW_PRIVATE_WEBHOOKS: 'true' } : {}),
  }
}

function readInstance(dataDir: string): Instance | null {
  const file = join(dataDir, 'instance.json')
  if (!existsSync(file)) return null
  try {
    const instance = JSON.parse(readFileSync(file, 'utf8')) as Instance
    process.kill(instance.pid, 0)
    return instance
  } catch {
    return null
  }
}
