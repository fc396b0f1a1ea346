import { randomInt } from 'node:crypto'
import type { App } from '../core/records.ts'
import type { World } from '../core/world.ts'

const ANSWER_WAIT_MS = 5_000

/**
 * Asks the app to echo `hub.challenge` (threads.md §6.1). Without it no Meta webhook is sent.
 * Returns what was wrong, or null. TikTok has no handshake.
 */
export async function handshake(world: World, app: Readonly<App>): Promise<string | null> {
  const problem = app.webhook_url ? await tryHandshake(app, app.webhook_url) : null
  world.state.apps.update(app.id, { webhook_verified: app.webhook_url !== null && !problem })
  return problem
}

async function tryHandshake(app: Readonly<App>, address: string): Promise<string | null> {
  if (app.id === 'tiktok') return null
  const challenge = String(randomInt(100_000_000, 2_000_000_000))
  const url = new URL(address)
  url.searchParams.set('hub.mode', 'subscribe')
  url.searchParams.set('hub.challenge', challenge)
  url.searchParams.set('hub.verify_token', app.verify_token ?? '')
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WAIT_MS) })
    const text = await answer.text()
    if (answer.status === 200 && text.trim() === challenge) return null
    return `The callback URL or verify token couldn't be validated (HTTP ${answer.status}).`
  } catch (error) {
    return `The callback URL couldn't be reached: ${String(error)}`
  }
}
