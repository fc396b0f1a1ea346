import type { Config } from '../core/config.ts'
import { limits } from '../core/limits.ts'

const plainName = 'postern_session'

/** Over https the `__Host-` prefix binds the cookie to this host (RFC 6265bis §4.1.3.2). */
function sessionCookieName({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl.startsWith('https:') ? `__Host-${plainName}` : plainName
}

/** The session token in a Cookie header, or `null`. */
export function readSessionCookie(config: Config, header: string | undefined): string | null {
  const name = `${sessionCookieName(config)}=`
  const pair = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(name))
  return pair ? pair.slice(name.length) : null
}

/** The Set-Cookie value that signs a browser in, or signs it out when `token` is `null`. */
export function sessionCookie(config: Config, token: string | null): string {
  const isSecure = config.publicUrl.startsWith('https:')
  const seconds = token === null ? 0 : limits.session.lifetimeMsMax / 1_000
  return [
    `${sessionCookieName(config)}=${token ?? ''}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
}
