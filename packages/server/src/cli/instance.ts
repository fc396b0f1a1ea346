import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The contents of `instance.json`, which `npm start` writes while it runs (scripts/instance.ts). */
type Instance = {
  pid: number
  url: string
  sandboxUrl: string | null
  privateWebhooks?: boolean
}

/**
 * The settings that a running `npm start` on this folder chose itself, such as its port and sandbox;
 * empty when none is running.
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
