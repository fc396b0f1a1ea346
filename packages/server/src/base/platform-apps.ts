import type { PlatformApp, PlatformValue } from './config.ts'
import { realBases, sandboxApps, sandboxBases } from './platform-bases.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Use cases of a Meta app with an id and a secret of their own (threads.md §1.1, instagram.md §1.1). */
const hasOwnId: ReadonlySet<PlatformValue> = new Set(['threads', 'instagram'])

/** The apps that the environment names; with a sandbox the others are its own. */
export function platformApps(
  env: Environment,
  sandboxUrl: string | null = null,
): Partial<Record<PlatformValue, PlatformApp>> {
  const apps: Partial<Record<PlatformValue, PlatformApp>> = {}
  for (const platform of Object.keys(realBases) as PlatformValue[]) {
    const name = platform.toUpperCase()
    const clientId = env[`${name}_CLIENT_ID`]
    const clientSecret = env[`${name}_CLIENT_SECRET`]
    if (Boolean(clientId) !== Boolean(clientSecret)) {
      throw new Error(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET must be given together.`)
    }
    if (clientId && clientSecret) {
      apps[platform] = {
        clientId,
        clientSecret,
        ...(hasOwnId.has(platform) ? { otherSecrets: metaSecretsOf(env) } : {}),
        ...loginConfigOf(platform, env),
        bases: realBases[platform],
      }
    } else if (sandboxUrl) {
      const otherSecrets = env.META_APP_SECRET ? [env.META_APP_SECRET] : []
      apps[platform] = {
        ...sandboxApps[platform],
        ...(hasOwnId.has(platform) ? { otherSecrets } : {}),
        ...loginConfigOf(platform, env),
        bases: sandboxBases(platform, sandboxUrl),
      }
    }
  }
  return apps
}

/** Of one Meta app for all three the secret is that of Facebook. */
function metaSecretsOf({ META_APP_SECRET, FACEBOOK_CLIENT_SECRET }: Environment): string[] {
  const secret = META_APP_SECRET || FACEBOOK_CLIENT_SECRET
  return secret ? [secret] : []
}

function loginConfigOf(
  platform: PlatformValue,
  { FACEBOOK_LOGIN_CONFIG_ID: loginConfigId }: Environment,
): Pick<PlatformApp, 'loginConfigId'> {
  if (platform !== 'facebook' || !loginConfigId) return {}
  if (/^\d{5,20}$/.test(loginConfigId)) return { loginConfigId }
  throw new Error('FACEBOOK_LOGIN_CONFIG_ID: Give the number of a configuration.')
}
