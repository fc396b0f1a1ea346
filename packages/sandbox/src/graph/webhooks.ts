import type { Platform } from '../core/records.ts'
import type { World } from '../core/world.ts'
import { findGrant } from '../oauth/grants.ts'
import type { MetaPlatform } from './call.ts'
import { metaSettingsOf } from './settings.ts'
import { hubSignature, metaJson } from './signing.ts'

/** Sends a signed webhook if the app's callback passed the handshake (threads.md §6.1). */
export function sendMetaWebhook(
  world: World,
  platform: MetaPlatform,
  what: string,
  payload: unknown,
): void {
  const app = world.state.apps.get(platform)!
  if (!app.webhook_url || !app.webhook_verified) return
  const body = metaJson(payload)
  const times = world.settings().webhook_duplicates ? 2 : 1
  for (let time = 0; time < times; time++) {
    world.courier.send({
      platform,
      what,
      url: app.webhook_url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'facebookexternalua',
        'x-hub-signature-256': hubSignature(signingSecret(world, platform), body),
      },
      body,
    })
  }
}

/** What Meta signs with: the app's own secret, or that of the Meta app around it (threads.md §6.1). */
export function signingSecret(world: World, platform: Platform): string {
  const isMeta = metaSettingsOf(world).meta_signs_with === 'meta'
  return world.state.apps.get(isMeta ? 'facebook' : platform)!.client_secret
}

/** True if the account still allows the app all of these permissions. */
export function holds(
  world: World,
  platform: MetaPlatform,
  accountId: string,
  permissions: string[],
): boolean {
  const grant = findGrant(world, platform, accountId)
  return (
    grant?.status === 'active' &&
    permissions.every((permission) => grant.permissions.includes(permission))
  )
}
