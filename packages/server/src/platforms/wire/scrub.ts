import { withoutSecrets } from '../../telemetry/log.ts'
import type { PlatformRequest } from '../contract/platform.ts'

const messageCharsMax = 500
/** Searching for secrets takes time that grows with the square of the length. */
const searchedCharsMax = 4_000
const secretNames = new Set([
  'access_token',
  'client_assertion',
  'client_secret',
  'code',
  'code_verifier',
  'fb_exchange_token',
  'input_token',
  'password',
  'refresh_token',
  'request_uri',
  'token',
])

/**
 * Token prefixes (threads.md §1.8, instagram.md §0, facebook.md §1.3, tiktok.md §1.4, youtube.md §1.2), and the
 * codes, refresh tokens, request URIs and JSON Web Tokens of bluesky.md §1.5.
 */
const tokenShapes =
  /\b(?:TH[AQ]|IGAA|IGQ|EAA)[A-Za-z0-9_-]{8,}|\b(?:act|rft|clt|ya29)\.[\w!*.~-]{8,}|\b(?:TH\|)?\d{5,}\|[\w-]{8,}|\b(?:ref|cod|req)-[\w-]{8,}|\b1\/\/[\w-]{8,}|\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]+)?/g

/**
 * Removes secrets from a platform's message: some platforms quote the token they refuse. Hides the
 * request's secrets and any text that looks like a token; truncates to 500 characters.
 */
export function scrub(request: PlatformRequest, text: string | null | undefined): string | null {
  if (!text) return null
  let scrubbed = text.slice(0, searchedCharsMax)
  for (const secret of secretsOf(request)) scrubbed = scrubbed.replaceAll(secret, '[hidden]')
  scrubbed = withoutSecrets(scrubbed).replace(tokenShapes, '[hidden]')
  return scrubbed.length > messageCharsMax ? `${scrubbed.slice(0, messageCharsMax)}…` : scrubbed
}

/** Longest first, so that a secret that is a prefix of another leaves no remainder. */
function secretsOf(request: PlatformRequest): string[] {
  const named = [...request.url.searchParams, ...Object.entries(request.form ?? {})]
    .filter(([name]) => secretNames.has(name))
    .map(([, value]) => value)
  const { authorization, dpop } = request.headers ?? {}
  const headers = [authorization?.replace(/^(?:Basic|Bearer|DPoP) /, ''), dpop]
  return [...named, ...headers.filter((header) => header !== undefined)]
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => secret.length >= 4)
    .sort((left, right) => right.length - left.length)
}
