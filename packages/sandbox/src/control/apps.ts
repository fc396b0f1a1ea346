import { z } from 'zod'
import type { App, Platform } from '../core/records.ts'
import { platforms } from '../core/records.ts'
import type { World } from '../core/world.ts'
import { handshake } from '../webhooks/handshake.ts'
import { ControlError } from './errors.ts'

const address = z.url().nullable()

export const appPatch = z
  .strictObject({
    name: z.string().min(1),
    client_id: z.string().min(1),
    client_secret: z.string().min(1),
    redirect_uris: z.array(z.string()),
    webhook_url: address,
    verify_token: z.string().nullable(),
    deauthorize_url: address,
    data_deletion_url: address,
    url_prefixes: z.array(z.string()),
    login_configs: z.record(z.string(), z.array(z.string())),
  })
  .partial()

export type AppPatch = z.infer<typeof appPatch>

export function readPlatform(text: string | undefined): Platform {
  const platform = platforms.find((name) => name === text)
  if (!platform) throw new ControlError(404, `There is no platform "${text}".`)
  return platform
}

/** Merges the given settings into the app; a new webhook address is verified as Meta does. */
export async function patchApp(
  world: World,
  platform: Platform,
  patch: AppPatch,
): Promise<Readonly<App> & { webhook_problem: string | null }> {
  for (const uri of patch.redirect_uris ?? []) {
    const problem = redirectProblem(platform, uri)
    if (problem) throw new ControlError(400, problem)
  }
  const known = Object.entries(patch).filter(([, value]) => value !== undefined)
  const app = world.state.apps.update(platform, Object.fromEntries(known) as Partial<App>)
  const changed = patch.webhook_url !== undefined || patch.verify_token !== undefined
  const webhook_problem = changed ? await handshake(world, app) : null
  return { ...world.state.apps.get(platform)!, webhook_problem }
}

/**
 * The platforms demand https; http is accepted for this machine only. TikTok also refuses a query
 * and long addresses (tiktok.md §1.1).
 */
function redirectProblem(platform: Platform, uri: string): string | null {
  if (!URL.canParse(uri)) return `"${uri}" is not an absolute address.`
  const url = new URL(uri)
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local)) {
    return `"${uri}" must use https (http is accepted for localhost only).`
  }
  if (url.hash || uri.includes('#')) return `"${uri}" must not have a fragment.`
  if (platform !== 'tiktok') return null
  if (uri.includes('?')) return `TikTok: "${uri}" must not have query parameters.`
  return uri.length >= 512 ? 'TikTok: a redirect URI has fewer than 512 characters.' : null
}
