import { createHash } from 'node:crypto'
import { z } from 'zod'
import { PlatformError, ServerChoiceError } from '../contract/errors.ts'
import type { ServerPlatformSetup } from '../contract/platform.ts'
import type { ServerApp } from '../contract/server-storage.ts'
import { parseJson, readShape } from '../wire/json.ts'
import { sendToServer, serverUrl } from './api.ts'
import { requestToken } from './oauth.ts'
import { allScopes, broadScopes } from './permissions.ts'

/** Shown on the consent page, and with each post on some servers. */
export const clientName = 'Postern'

const registration = z.object({
  client_id: z.string().min(1).max(1_000),
  client_secret: z.string().min(1).max(1_000),
})

/** The redirect URI for one server, below the callback of the platform. */
export function redirectUriFor(callback: string, origin: string): string {
  return `${callback}/${createHash('sha256').update(origin).digest('hex').slice(0, 32)}`
}

type AppAt = { origin: string; redirectUri: string; tokenUrl: string }
export type OpenedApp = { app: ServerApp; scope: string }

/**
 * Our app at a server and the scope to request: the stored app, or a new one if there is none or the
 * server has deleted it. Throws `ServerChoiceError` `server_refused` if the server accepts no app.
 */
export async function openApp(setup: ServerPlatformSetup, at: AppAt): Promise<OpenedApp> {
  const stored = await setup.storage.findApp(at.origin, at.redirectUri)
  const storedScope = stored && (await findScope(setup, at, stored))
  if (stored && storedScope) return { app: stored, scope: storedScope }
  if (stored) await setup.storage.forgetApp(stored)
  const app = await setup.storage.saveApp(await register(setup, at))
  const scope = await findScope(setup, at, app)
  if (!scope) throw new ServerChoiceError('server_refused')
  return { app, scope }
}

/**
 * The scope that the app was registered with; `null` if the server no longer knows the app. Asks for an
 * app token, which also keeps servers before 4.3 from deleting it (mastodon.md §1.3).
 */
async function findScope(
  setup: ServerPlatformSetup,
  { tokenUrl, redirectUri }: AppAt,
  { clientId, clientSecret }: ServerApp,
): Promise<string | null> {
  for (const scope of [allScopes, broadScopes]) {
    const form = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: redirectUri,
      scope,
    }
    try {
      await requestToken(setup, tokenUrl, form, 'typed_host')
      return scope
    } catch (err) {
      if (!(err instanceof PlatformError)) throw err
      if (err.platformCode === 'invalid_client') return null
      // Without a code there was no response.
      if (err.kind === 'rate_limited' || err.platformCode === null) throw err
      // Some programs have no tokens for apps; the login shows whether the app is known.
      if (err.platformCode !== 'invalid_scope') return scope
    }
  }
  return null
}

/** As a form with a single redirect URI, which every program accepts (mastodon.md §1.3). */
async function register(
  setup: ServerPlatformSetup,
  { origin, redirectUri }: AppAt,
): Promise<ServerApp> {
  const url = serverUrl(origin, '/api/v1/apps')
  const request = (scopes: string) =>
    sendToServer(setup, {
      method: 'POST',
      url,
      form: {
        client_name: clientName,
        redirect_uris: redirectUri,
        scopes,
        website: setup.publicUrl,
      },
      guard: 'typed_host',
    })
  try {
    const response = await request(allScopes).catch((err: unknown) => {
      // A server that refuses granular scopes may accept these (mastodon.md §1.6).
      if (err instanceof PlatformError && err.platformCode === 'http_422') {
        return request(broadScopes)
      }
      throw err
    })
    const app = readShape(registration, parseJson(response.text))
    return { origin, redirectUri, clientId: app.client_id, clientSecret: app.client_secret }
  } catch (err) {
    if (!(err instanceof PlatformError) || isBusy(err)) throw err
    throw new ServerChoiceError('server_refused', err)
  }
}

/** The person may try again later. */
function isBusy({ kind }: PlatformError): boolean {
  return kind === 'rate_limited' || kind === 'unavailable'
}
