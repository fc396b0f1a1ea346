import { randomInt } from 'node:crypto'
import type { App } from '../core/records.ts'

const RESPONSE_TIMEOUT_MS = 5_000

/**
 * Asks the app to echo `hub.challenge` (threads.md §6.1). Without it no webhook of Meta is sent.
 * Returns what was wrong, or null.
 */
export async function handshake(app: Readonly<App>, address: string): Promise<string | null> {
  const challenge = String(randomInt(100_000_000, 2_000_000_000))
  const url = new URL(address)
  url.searchParams.set('hub.mode', 'subscribe')
  url.searchParams.set('hub.challenge', challenge)
  url.searchParams.set('hub.verify_token', app.verify_token ?? '')
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) })
    const text = await answer.text()
    if (answer.status === 200 && text.trim() === challenge) return null
    return `The callback URL or verify token couldn't be validated (HTTP ${answer.status}).`
  } catch (error) {
    return `The callback URL couldn't be reached: ${String(error)}`
  }
}
