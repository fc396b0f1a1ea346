import { createHmac } from 'node:crypto'
import { unix } from '../core/clock.ts'
import type { Sandbox } from '../core/sandbox.ts'

/** Sends an event to the app. `content` is JSON text in a JSON string (tiktok.md §6). */
export function sendTiktokEvent(
  sandbox: Sandbox,
  openId: string,
  event: string,
  content: string,
): void {
  const app = sandbox.state.apps.get('tiktok')!
  if (!app.webhook_url) return
  const now = unix(sandbox.clock.ms())
  const body = JSON.stringify({
    client_key: app.client_id,
    event,
    create_time: now,
    user_openid: openId,
    content,
  })
  const times = sandbox.settings().webhook_duplicates ? 2 : 1
  for (let time = 0; time < times; time++) {
    sandbox.webhooks.send({
      platform: 'tiktok',
      what: event,
      url: app.webhook_url,
      headers: {
        'content-type': 'application/json',
        'tiktok-signature': signatureOf(app.client_secret, body, now),
      },
      body,
    })
  }
}

/** `TikTok-Signature` over `t.body` (tiktok.md §6). */
function signatureOf(secret: string, body: string, time: number): string {
  return `t=${time},s=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

/** Reasons: 0 unknown, 1 person, 2 account deleted, 3 age, 4 banned, 5 developer. */
export function sendRemoved(sandbox: Sandbox, openId: string, reason: number): void {
  sendTiktokEvent(sandbox, openId, 'authorization.removed', JSON.stringify({ reason }))
}
