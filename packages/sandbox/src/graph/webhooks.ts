import type { Platform } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { findGrant } from '../oauth/grants.ts'
import type { MetaPlatform } from './call.ts'
import { metaSettingsOf } from './settings.ts'
import { hubSignature, metaJson } from './signing.ts'

/** Sends a signed webhook if the app's URL passed the handshake (threads.md §6.1). */
export function sendMetaWebhook(
  sandbox: Sandbox,
  platform: MetaPlatform,
  what: string,
  payload: unknown,
): void {
  const app = sandbox.state.apps.get(platform)!
  if (!app.webhook_url || !app.webhook_verified) return
  const body = metaJson(payload)
  const times = sandbox.settings().webhook_duplicates ? 2 : 1
  for (let time = 0; time < times; time++) {
    sandbox.webhooks.send({
      platform,
      what,
      url: app.webhook_url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'facebookexternalua',
        'x-hub-signature-256': hubSignature(signingSecret(sandbox, platform), body),
      },
      body,
    })
  }
}

/** The secret that Meta signs with: the app's own or the Meta app's (threads.md §6.1). */
export function signingSecret(sandbox: Sandbox, platform: Platform): string {
  const isMeta = metaSettingsOf(sandbox).meta_signs_with === 'meta'
  return sandbox.state.apps.get(isMeta ? 'facebook' : platform)!.client_secret
}

/** Whether the account grants the app all of these permissions. */
export function hasPermissions(
  sandbox: Sandbox,
  platform: MetaPlatform,
  accountId: string,
  permissions: string[],
): boolean {
  const grant = findGrant(sandbox, platform, accountId)
  return (
    grant?.status === 'active' &&
    permissions.every((permission) => grant.permissions.includes(permission))
  )
}
