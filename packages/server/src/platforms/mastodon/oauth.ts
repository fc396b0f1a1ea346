import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { scopeList } from '../contract/permissions.ts'
import { listOf, parseJson, readShape } from '../wire/json.ts'
import { type ServerCall, sendToServer, serverUrl } from './api.ts'

export type OauthEndpoints = {
  authorize: string
  token: string
  /** Whether the server supports PKCE with S256. */
  hasPkce: boolean
}

/** mastodon.md §1.2. */
const metadata = z.object({
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  code_challenge_methods_supported: listOf(z.string()).optional().catch(undefined),
})

/** mastodon.md §1.5; `created_at` is in milliseconds on some servers, so it is not used. */
const token = z.object({
  access_token: z.string().min(1),
  scope: z.string().transform(scopeList).nullish().catch(null),
})
export type MastodonToken = z.infer<typeof token>

/**
 * The server's OAuth endpoints. A document that names another origin is ignored, as the code and the
 * app's secret would go there; then the fixed paths apply, as on servers before 4.3.
 */
export async function readEndpoints({ call }: ServerCall, origin: string): Promise<OauthEndpoints> {
  const url = serverUrl(origin, '/.well-known/oauth-authorization-server')
  const response = await call({ method: 'GET', url, guard: 'typed_host' })
  const found = response.status === 200 ? metadata.safeParse(parseJson(response.text)).data : null
  const isSameOrigin = (address: string) => URL.parse(address)?.origin === origin
  if (!found || ![found.authorization_endpoint, found.token_endpoint].every(isSameOrigin)) {
    return {
      authorize: `${origin}/oauth/authorize`,
      token: `${origin}/oauth/token`,
      hasPkce: false,
    }
  }
  return {
    authorize: found.authorization_endpoint,
    token: found.token_endpoint,
    hasPkce: found.code_challenge_methods_supported?.includes('S256') ?? false,
  }
}

/** A PKCE verifier and its S256 challenge (RFC 7636). */
export function newPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** A token for a code, or for the app itself. Throws `PlatformError` with the OAuth error code. */
export async function requestToken(
  setup: ServerCall,
  tokenUrl: string,
  form: Record<string, string>,
  guard: 'chosen_host' | 'typed_host',
): Promise<MastodonToken> {
  const request = { method: 'POST', url: new URL(tokenUrl), form, guard } as const
  return readShape(token, parseJson((await sendToServer(setup, request)).text))
}

/** Ends a token; repeatable (mastodon.md §1.5). */
export async function revokeToken(
  setup: ServerCall,
  origin: string,
  form: Record<string, string>,
): Promise<void> {
  const url = serverUrl(origin, '/oauth/revoke')
  await sendToServer(setup, { method: 'POST', url, form })
}
