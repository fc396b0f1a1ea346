import type { PlatformApp } from '../../core/networks.ts'
import type { AppRules } from '../contract/platform.ts'

const metaId = /^\d{13,18}$/
const metaSecret = /^[0-9a-f]{32}$/

/** Meta apps use the same format of ids and secrets for every use case. */
export function findMetaFormatError(
  { clientId, clientSecret, otherSecrets }: PlatformApp,
  name: string,
): string | null {
  if (!metaId.test(clientId)) {
    return `${name}_CLIENT_ID is not a number, as the ids of Meta's apps are`
  }
  if (!metaSecret.test(clientSecret)) {
    return `${name}_CLIENT_SECRET does not have 32 digits of 0–9 and a–f, as Meta's secrets have`
  }
  if (otherSecrets?.some((secret) => !metaSecret.test(secret))) {
    return "META_APP_SECRET does not have 32 digits of 0–9 and a–f, as Meta's secrets have"
  }
  return null
}

/** The request for a Meta app access token (threads.md §1.8). */
export function metaTokenRequest(path: string): NonNullable<AppRules['tokenRequest']> {
  return ({ clientId, clientSecret, bases }) => ({
    url: `${bases.token}${path}`,
    form: {
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
    },
  })
}
