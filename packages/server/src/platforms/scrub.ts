import { withoutSecrets } from '../telemetry/log.ts'
import type { PlatformRequest } from './platform.ts'

const messageCharsMax = 500
const secretNames = new Set([
  'access_token',
  'client_secret',
  'code',
  'code_verifier',
  'fb_exchange_token',
  'input_token',
  'refresh_token',
  'token',
])

/**
 * Beginnings of the platforms' tokens (threads.md §1.8, instagram.md §0, facebook-pages.md §1.3,
 * tiktok.md §1.4).
 */
const tokenShapes =
  /\b(?:TH[AQ]|IGAA|IGQ|EAA)[A-Za-z0-9_-]{8,}|\b(?:act|rft|clt)\.[\w!*.~-]{8,}|\b(?:TH\|)?\d{5,}\|[\w-]{8,}/g

/**
 * What may be kept of a platform's message: some platforms quote the token they refuse, so
 * everything secret that the request carried and everything of the shape of a token is hidden.
 */
export function scrub(request: PlatformRequest, text: string | null | undefined): string | null {
  if (!text) return null
  let kept = text
  for (const secret of secretsOf(request)) kept = kept.replaceAll(secret, '[hidden]')
  kept = withoutSecrets(kept).replace(tokenShapes, '[hidden]')
  return kept.length > messageCharsMax ? `${kept.slice(0, messageCharsMax)}…` : kept
}

/** The longest first, so that no part of one stays when another is its beginning. */
function secretsOf(request: PlatformRequest): string[] {
  const named = [...request.url.searchParams, ...Object.entries(request.form ?? {})]
    .filter(([name]) => secretNames.has(name))
    .map(([, value]) => value)
  const header = request.headers?.authorization?.replace(/^Bearer /, '')
  return [...named, ...(header ? [header] : [])]
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => secret.length >= 4)
    .sort((left, right) => right.length - left.length)
}
