import type { Account } from '../core/records.ts'
import { signedRequest } from '../core/signing.ts'
import type { World } from '../core/world.ts'
import { unix } from '../graph/times.ts'
import { sendRemoved } from '../tiktok/webhooks.ts'
import { signingSecret } from './meta.ts'

/** Tells the app that the person removed it: signed callback, or TikTok's event (threads.md §6.2). */
export function sendDeauthorize(world: World, account: Readonly<Account>, reason = 1): void {
  if (account.platform === 'tiktok') {
    sendRemoved(world, account.id, reason)
    return
  }
  const app = world.state.apps.get(account.platform)!
  if (app.deauthorize_url) post(world, account, 'deauthorize', app.deauthorize_url)
}

/** Asks the app to delete the person's data. TikTok has no such callback. */
export function sendDataDeletion(world: World, account: Readonly<Account>): boolean {
  const app = world.state.apps.get(account.platform)!
  if (account.platform === 'tiktok' || !app.data_deletion_url) return false
  post(world, account, 'data_deletion', app.data_deletion_url)
  return true
}

function post(world: World, account: Readonly<Account>, what: string, url: string): void {
  // The app-scoped id: on Instagram that is `/me.id`, not `user_id` (instagram.md §6).
  const user_id = account.second_id ?? account.id
  const issued_at = unix(world.clock.ms())
  const payload = { user_id, algorithm: 'HMAC-SHA256', issued_at }
  world.courier.send({
    platform: account.platform,
    what,
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      signed_request: signedRequest(signingSecret(world, account.platform), payload),
    }).toString(),
  })
}
