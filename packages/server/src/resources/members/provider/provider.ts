import * as openid from 'openid-client'
import type { Context } from '../../../context.ts'
import type { ProviderSettings } from '../../../core/sign-in-settings.ts'

/** What a person proved at the provider. `email` is in lower case. */
export type ProviderIdentity = {
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
}

/** What the browser's cookie keeps until the provider sends the person back. */
export type ProviderRequest = { state: string; nonce: string; verifier: string }

const scope = 'openid email'
/** Of each request to the provider; a person waits for two or three of them. */
const deadlineMs = 10_000
const responseBytesMax = 256 * 1024
const errorCharsMax = 100

/** The fixed URL that the app at the provider must allow. */
export function providerCallbackUrl({ config }: Pick<Context, 'config'>): string {
  return `${config.publicUrl}/sign-in/provider/callback`
}

/** Reads the provider's metadata. Throws if it does not respond or names another issuer. */
export async function discoverProvider(
  ctx: Context,
  settings: ProviderSettings,
): Promise<openid.Configuration> {
  const isLocal = settings.issuer.startsWith('http:')
  return await openid.discovery(
    new URL(settings.issuer),
    settings.clientId,
    settings.clientSecret,
    authenticateClient(settings.clientSecret),
    {
      [openid.customFetch]: guardedFetch(ctx),
      execute: [
        // Verifies the signature of the ID token, not only the TLS connection that it came through.
        openid.enableNonRepudiationChecks,
        ...(isLocal ? [openid.allowInsecureRequests] : []),
      ],
    },
  )
}

/** The URL of the provider's login. `chooseAccount` asks also those who are signed in there. */
export async function buildProviderUrl(
  ctx: Context,
  provider: openid.Configuration,
  chooseAccount: boolean,
): Promise<{ url: URL; request: ProviderRequest }> {
  const request = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
  }
  const url = openid.buildAuthorizationUrl(provider, {
    redirect_uri: providerCallbackUrl(ctx),
    scope,
    state: request.state,
    nonce: request.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
    // Both, because Keycloak ignores `select_account` and Google `max_age`.
    ...(chooseAccount ? { prompt: 'select_account', max_age: '0' } : {}),
  })
  return { url, request }
}

/**
 * Exchanges the code of a callback and verifies state, issuer, and the ID token's signature, audience,
 * expiry and nonce. Throws an error of openid-client otherwise.
 */
export async function readIdentity(
  ctx: Context,
  settings: ProviderSettings,
  provider: openid.Configuration,
  callback: { query: URLSearchParams; request: ProviderRequest },
): Promise<ProviderIdentity> {
  const { query, request } = callback
  const url = new URL(`${providerCallbackUrl(ctx)}?${query}`)
  const tokens = await openid.authorizationCodeGrant(provider, url, {
    expectedState: request.state,
    expectedNonce: request.nonce,
    pkceCodeVerifier: request.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('The token response has no ID token.')
  // Some providers, such as Okta, have the email only in the UserInfo response.
  const hasUserInfo = provider.serverMetadata().userinfo_endpoint !== undefined
  const profile =
    claims.email === undefined && hasUserInfo
      ? await openid.fetchUserInfo(provider, tokens.access_token, claims.sub)
      : claims
  const email = typeof profile.email === 'string' ? asciiLowerCase(profile.email.trim()) : null
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email || null,
    isEmailVerified:
      profile.email_verified === undefined
        ? settings.isEmailTrusted
        : profile.email_verified === true,
  }
}

/** The provider's error code, such as `invalid_client`; `undefined` if it sent none. */
export function providerErrorOf(err: unknown): string | undefined {
  const isResponse =
    err instanceof openid.AuthorizationResponseError || err instanceof openid.ResponseBodyError
  return isResponse ? err.error.slice(0, errorCharsMax) : undefined
}

/** Whether the person canceled at the provider. */
export function isCanceled(err: unknown): boolean {
  return err instanceof openid.AuthorizationResponseError && err.error === 'access_denied'
}

/** Other letters stay: the Kelvin sign in lower case is `k`, but another person's email. */
function asciiLowerCase(email: string): string {
  return email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** By POST where the provider supports it: providers differ in how they decode Basic credentials. */
function authenticateClient(secret: string): openid.ClientAuth {
  const post = openid.ClientSecretPost(secret)
  const basic = openid.ClientSecretBasic(secret)
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    const authenticate = methods?.includes('client_secret_post') ? post : basic
    return authenticate(server, ...rest)
  }
}

/** The library's requests, with our deadline, size limit and address check; redirects are not followed. */
function guardedFetch(ctx: Context): openid.CustomFetch {
  return async (url, { method, headers, body }) => {
    const {
      status,
      headers: received,
      body: bytes,
    } = await ctx.outbound.request({
      method: method as 'GET' | 'POST',
      url: new URL(url),
      headers,
      body: body instanceof URLSearchParams ? body.toString() : null,
      deadlineMs,
      responseBytesMax,
      keep: 'whole',
    })
    const type = received['content-type']
    return new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, {
      status,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
    })
  }
}
