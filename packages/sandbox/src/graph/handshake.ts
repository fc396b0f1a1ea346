import { randomInt } from 'node:crypto'
import type { App } from '../core/records.ts'

const RESPONSE_TIMEOUT_MS = 5_000

/**
 * Asks the app to echo `hub.challenge` (threads.md §6.1). Meta sends no webhooks before that.
 * Returns what is wrong, or null.
 */
export async function handshake(app: Readonly<App>, address: string): Promise<string | null> {
  const challenge = String(randomInt(100_000_000, 2_000_000_000))
  const url = new URL(address)
  url.searchParams.set('hub.mode', 'subscribe')
  url.searchParams.set('hub.challenge', challenge)
  url.searchParams.set('hub.verify_token', app.verify_token ?? '')
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) })
    const text = await response.text()
    if (response.status === 200 && text.trim() === challenge) return null
    return `The callback URL or verify token couldn't be validated (HTTP ${response.status}).`
  } catch (error) {
    return `The callback URL couldn't be reached: ${String(error)}`
  }
}
