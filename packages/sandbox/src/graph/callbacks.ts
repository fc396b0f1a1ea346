import { unix } from '../core/clock.ts'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { signedRequest } from './signing.ts'
import { signingSecret } from './webhooks.ts'

/** Notifies the app by a signed callback that the person removed it (threads.md §6.2). */
export function sendDeauthorize(sandbox: Sandbox, account: Readonly<Account>): void {
  const app = sandbox.state.apps.get(account.platform)!
  if (app.deauthorize_url) post(sandbox, account, 'deauthorize', app.deauthorize_url)
}

/** Asks the app to delete the person's data. */
export function sendDataDeletion(sandbox: Sandbox, account: Readonly<Account>): boolean {
  const app = sandbox.state.apps.get(account.platform)!
  if (!app.data_deletion_url) return false
  post(sandbox, account, 'data_deletion', app.data_deletion_url)
  return true
}

function post(sandbox: Sandbox, account: Readonly<Account>, what: string, url: string): void {
  // The app-scoped id. On Instagram it is `/me.id`, not `user_id` (instagram.md §6).
  const user_id = account.second_id ?? account.id
  const issued_at = unix(sandbox.clock.ms())
  const payload = { user_id, algorithm: 'HMAC-SHA256', issued_at }
  sandbox.webhooks.send({
    platform: account.platform,
    what,
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      signed_request: signedRequest(signingSecret(sandbox, account.platform), payload),
    }).toString(),
  })
}
