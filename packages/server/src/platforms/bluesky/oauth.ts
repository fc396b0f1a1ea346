import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type {
  PlatformRequest,
  PlatformResponse,
  ServerPlatformSetup,
} from '../contract/platform.ts'
import { expiryAfter, type PrivateKey, type Tokens } from '../contract/tokens.ts'
import { parseJson, readShape } from '../wire/json.ts'
import { clientFields } from './client.ts'
import type { Issuer } from './discovery.ts'
import type { Guard } from './documents.ts'
import type { DpopCall } from './dpop.ts'
import { blueskyFailure } from './errors.ts'

/** What every request to an authorization server needs. `kid` is `null` for the loopback client. */
export type OAuthSession = {
  issuer: Issuer
  clientId: string
  kid: string | null
  key: PrivateKey
}

export type OAuthSetup = Pick<ServerPlatformSetup, 'storage' | 'now'> & { send: DpopCall }

const pushed = z.object({ request_uri: z.string().min(1) })

const tokenResponse = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^dpop$/i),
  refresh_token: z.string().min(1),
  scope: z.string().refine((scope) => scope.split(' ').includes('atproto')),
  expires_in: z.number().positive().nullish(),
  sub: z.string(),
})
type TokenResponse = z.infer<typeof tokenResponse>

const responseBytesMax = 65_536

/** Pushes an authorization request (RFC 9126) and returns its `request_uri`. */
export async function pushRequest(
  setup: OAuthSetup,
  session: OAuthSession,
  fields: Record<string, string>,
  guard: Guard,
): Promise<string> {
  const response = await post(setup, session, session.issuer.pushUrl, fields, guard)
  return readShape(pushed, parseJson(response.text)).request_uri
}

/** Exchanges a code or a refresh token (bluesky.md §1.6, §1.7). */
export async function requestTokens(
  setup: OAuthSetup,
  session: OAuthSession,
  grant: Record<string, string>,
): Promise<TokenResponse> {
  const response = await post(setup, session, session.issuer.tokenUrl, grant)
  return readShape(tokenResponse, parseJson(response.text))
}

/** Ends a session; succeeds also if the token is unknown. */
export async function revokeToken(
  setup: OAuthSetup,
  session: OAuthSession,
  token: string,
): Promise<void> {
  const { revokeUrl } = session.issuer
  if (revokeUrl) await post(setup, session, revokeUrl, { token })
}

/** The tokens of a response, bound to the session's server, issuer and keys. */
export function tokensOf(
  response: TokenResponse,
  session: OAuthSession,
  server: string,
  issuedAt: Date,
): Tokens {
  return {
    access: response.access_token,
    refresh: response.refresh_token,
    accessExpiresAt: expiryAfter(issuedAt, response.expires_in),
    refreshExpiresAt: null,
    issuedAt: issuedAt.toISOString(),
    bound: {
      server,
      issuer: session.issuer.origin,
      clientId: session.clientId,
      ...(session.kid === null ? {} : { kid: session.kid }),
      dpopKey: session.key,
      scope: response.scope,
    },
  }
}

/** The session of stored tokens. Throws `access_expired` if they are not bound to one. */
export function sessionOf({ bound }: Tokens, issuer: Issuer): OAuthSession {
  const { clientId, kid = null, dpopKey: key } = bound ?? {}
  if (!clientId || !key) throw new PlatformError('access_expired', { reason: 'token_revoked' })
  return { issuer, clientId, kid, key }
}

async function post(
  setup: OAuthSetup,
  { issuer, clientId, kid, key }: OAuthSession,
  url: URL,
  fields: Record<string, string>,
  guard: Guard = 'chosen_host',
): Promise<PlatformResponse> {
  const client = await clientFields(setup, { id: clientId, kid }, issuer.origin)
  const form = { ...client, ...fields }
  const request: PlatformRequest = { method: 'POST', url, form, guard, responseBytesMax }
  const response = await setup.send(request, { key })
  const failure = blueskyFailure(request, response, setup.now())
  if (failure) throw failure
  return response
}
