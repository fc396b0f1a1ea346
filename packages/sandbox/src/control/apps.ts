import { z } from 'zod'
import type { App, Platform } from '../core/records.ts'
import { type Network, networkOf, type Sandbox } from '../core/sandbox.ts'
import { ControlError } from './body.ts'

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

function readPlatform(sandbox: Sandbox, text: string | undefined): Platform {
  const network = sandbox.networks.find(({ id }) => id === text)
  if (!network) throw new ControlError(404, `There is no platform "${text}".`)
  return network.id
}

/** The platform's app. Throws ControlError 404 on networks where apps register themselves. */
export function readApp(sandbox: Sandbox, text: string | undefined): Readonly<App> {
  const app = sandbox.state.apps.get(readPlatform(sandbox, text))
  if (app) return app
  throw new ControlError(404, `Apps register themselves at "${text}". See /control/registrations.`)
}

/** Merges the patch into the app. A new webhook URL is verified as the platform does. */
export async function patchApp(
  sandbox: Sandbox,
  platform: Platform,
  patch: AppPatch,
): Promise<Readonly<App> & { webhook_problem: string | null }> {
  const network = networkOf(sandbox, platform)
  for (const uri of patch.redirect_uris ?? []) {
    const problem = redirectProblem(network, uri)
    if (problem) throw new ControlError(400, problem)
  }
  const changes = Object.entries(patch).filter(([, value]) => value !== undefined)
  const app = sandbox.state.apps.update(platform, Object.fromEntries(changes) as Partial<App>)
  const changed = patch.webhook_url !== undefined || patch.verify_token !== undefined
  const webhook_problem = changed ? await verifyWebhook(sandbox, app) : null
  return { ...sandbox.state.apps.get(platform)!, webhook_problem }
}

/** Verifies the app's webhook URL if the platform does. Returns what is wrong, or null. */
export async function verifyWebhook(sandbox: Sandbox, app: Readonly<App>): Promise<string | null> {
  const { webhook_url } = app
  const verify = networkOf(sandbox, app.id).verifyWebhook
  const problem = webhook_url && verify ? await verify(app, webhook_url) : null
  sandbox.state.apps.update(app.id, { webhook_verified: webhook_url !== null && !problem })
  return problem
}

/** The platforms require https. The sandbox also accepts http for localhost. */
function redirectProblem(network: Network, uri: string): string | null {
  if (!URL.canParse(uri)) return `"${uri}" is not an absolute address.`
  const url = new URL(uri)
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local)) {
    return `"${uri}" must use https (http is accepted for localhost only).`
  }
  if (url.hash || uri.includes('#')) return `"${uri}" must not have a fragment.`
  return network.redirectProblem?.(uri) ?? null
}
