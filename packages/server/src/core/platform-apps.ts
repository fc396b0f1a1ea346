import {
  type AppPlatformValue,
  appPlatformValues,
  networkSettings,
  type PlatformApp,
} from './networks.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The platform apps of the environment; with a sandbox URL, its apps fill in the missing ones. */
export function platformApps(
  env: Environment,
  sandboxUrl: string | null = null,
): Partial<Record<AppPlatformValue, PlatformApp>> {
  const apps: Partial<Record<AppPlatformValue, PlatformApp>> = {}
  for (const platform of appPlatformValues) {
    const name = platform.toUpperCase()
    const clientId = env[`${name}_CLIENT_ID`]
    const clientSecret = env[`${name}_CLIENT_SECRET`]
    if (Boolean(clientId) !== Boolean(clientSecret)) {
      throw new Error(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET must be set together.`)
    }
    const { bases } = networkSettings[platform]
    if (clientId && clientSecret) {
      apps[platform] = { clientId, clientSecret, bases, ...extraSettings(platform, env) }
    } else if (sandboxUrl) {
      apps[platform] = { ...sandboxApp(platform, sandboxUrl), ...extraSettings(platform, env) }
    }
  }
  return apps
}

/** The sandbox's predefined app for a platform, with the sandbox's URLs. */
function sandboxApp(platform: AppPlatformValue, sandboxUrl: string): PlatformApp {
  const { paths, ...app } = networkSettings[platform].sandbox
  const root = `${sandboxUrl}/${platform}`
  const bases = Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, root + path]))
  return { ...app, bases: { ...paths, ...bases } }
}

function extraSettings(
  platform: AppPlatformValue,
  env: Environment,
): Pick<PlatformApp, 'otherSecrets' | 'variables' | 'quotas'> {
  const { otherSecrets, variables, quotas } = networkSettings[platform]
  const secret = otherSecrets?.map((name) => env[name]).find(Boolean)
  return {
    ...(otherSecrets ? { otherSecrets: secret ? [secret] : [] } : {}),
    ...(variables ? { variables: readVariables(variables, env) } : {}),
    ...(quotas ? { quotas: dailyQuotas(platform, quotas, env) } : {}),
  }
}

/** The variables that are set; throws for a value that its pattern does not match. */
function readVariables(
  variables: Readonly<Record<string, { pattern: RegExp; rule: string }>>,
  env: Environment,
): Record<string, string> {
  const entries = Object.entries(variables).flatMap(([name, { pattern, rule }]) => {
    const value = env[name]
    if (value && !pattern.test(value)) throw new Error(`${name}: ${rule}`)
    return value ? [[name, value] as const] : []
  })
  return Object.fromEntries(entries)
}

/** The quotas of a day, with those that the operator was given more of. */
function dailyQuotas(
  platform: AppPlatformValue,
  quotas: Readonly<Record<string, number>>,
  env: Environment,
): Record<string, number> {
  const entries = Object.entries(quotas).map(([name, max]) => {
    const variable = `${platform}_${name}_PER_DAY`.toUpperCase()
    const value = env[variable] || String(max)
    if (!/^\d{1,9}$/.test(value)) throw new Error(`${variable}: It must be a whole number.`)
    return [name, Number(value)] as const
  })
  return Object.fromEntries(entries)
}
