import type { Config } from '../../core/config.ts'
import {
  type AppPlatformValue,
  needsApp,
  networkSettings,
  type PlatformApp,
  type PlatformValue,
} from '../../core/networks.ts'
import {
  endingVersionAdvice,
  endingVersions,
  endingVersionText,
} from '../../platforms/contract/ending-versions.ts'
import type { AppRules } from '../../platforms/contract/platform.ts'
import { platformDefinitions } from '../../platforms/registry.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const fetchMsMax = 8_000

type AppPlatform = { value: AppPlatformValue; rules: AppRules }

/** Checks the form of the platform apps' ids and secrets, and whether the platforms accept them. */
export async function checkApps(config: Config): Promise<Finding[]> {
  const configured = platformDefinitions.flatMap((platform) => {
    const { value, app: rules } = platform
    const app = needsApp(value) ? config.platforms[value] : undefined
    return needsApp(value) && app && rules ? [{ platform: { value, rules }, app }] : []
  })
  if (configured.length + Object.keys(config.serverNetworks).length === 0) {
    const advice =
      'Set CLIENT_ID and CLIENT_SECRET of at least one platform. Run postern platforms for the details.'
    return [
      warning('platforms', 'no platform is configured, so no account can be connected', advice),
    ]
  }
  const findings = configured.map(async ({ platform, app }): Promise<Finding> => {
    const { value } = platform
    const wrong =
      sharedAppId(platform, app, config.platforms) ?? malformedValue(platform, app, config)
    if (wrong) return problem(value, wrong, platform.rules.where, redirectAdvice(config, value))
    return await checkAtPlatform(config, platform, app)
  })
  return await Promise.all(findings)
}

/** Versions of APIs that end soon are warnings, ended ones are problems. */
export function checkVersions({ platforms }: Pick<Config, 'platforms'>, now: Date): Finding[] {
  return endingVersions(platformDefinitions, platforms, now).map((version) => {
    const level = version.hasEnded ? problem : warning
    const check = `${version.platform} version`
    return level(check, endingVersionText(version), endingVersionAdvice(version))
  })
}

function redirectAdvice({ publicUrl }: Config, platform: PlatformValue): string {
  return `Redirect URI to register there: ${publicUrl}/connect/callback/${platform}`
}

/** The problem of an app id that is another platform's, when the platform has separate ids. */
function sharedAppId(
  { rules }: AppPlatform,
  { clientId }: PlatformApp,
  apps: Config['platforms'],
): string | null {
  const conflicting = rules.differsFrom?.find(
    (otherPlatform) => apps[otherPlatform]?.clientId === clientId,
  )
  return conflicting
    ? `has the same app ID as ${conflicting} (${clientId}), but needs its own`
    : null
}

function malformedValue(
  platform: AppPlatform,
  app: PlatformApp,
  { sandboxUrl }: Config,
): string | null {
  const { clientId, clientSecret, bases } = app
  if (sandboxUrl && bases.api.startsWith(sandboxUrl)) return null
  const name = platform.value.toUpperCase()
  for (const [variable, value] of [
    [`${name}_CLIENT_ID`, clientId],
    [`${name}_CLIENT_SECRET`, clientSecret],
  ] as const) {
    if (value !== value.trim()) return `${variable} starts or ends with a space`
    if (/^["'].*["']$/.test(value)) return `${variable} is in quotation marks`
  }
  if (isSandboxApp(app)) {
    return `${name}_CLIENT_ID is the ID of the sandbox app, but the real ${platform.value} is used`
  }
  return platform.rules.findFormatError(app, name)
}

function isSandboxApp({ clientId, clientSecret }: PlatformApp): boolean {
  const apps = Object.values(networkSettings).map(({ sandbox }) => sandbox)
  return apps.some((app) => app.clientId === clientId || app.clientSecret === clientSecret)
}

/** Requests an app token from the platform, if it issues one for an id and secret. */
async function checkAtPlatform(
  config: Config,
  { value: platform, rules }: AppPlatform,
  app: PlatformApp,
): Promise<Finding> {
  const redirect = redirectAdvice(config, platform)
  const request = rules.tokenRequest?.(app)
  const isSandbox = Boolean(config.sandboxUrl && app.bases.api.startsWith(config.sandboxUrl))
  const where = isSandbox ? 'the sandbox' : platform
  const registered = isSandbox ? await checkSandboxRedirect(config, platform) : null
  if (registered) return registered
  if (!request)
    return ok(platform, `app ${app.clientId}; its secret is checked at the first login`, redirect)
  try {
    const response = await fetch(request.url, {
      method: 'POST',
      body: new URLSearchParams(request.form),
      signal: AbortSignal.timeout(fetchMsMax),
    })
    const body = (await response.json().catch(() => null)) as { access_token?: string } | null
    if (response.ok && body?.access_token) {
      return ok(platform, `${where} accepts the app ${app.clientId} and its secret`, redirect)
    }
    if (response.status >= 500) throw new Error(`status ${response.status}`)
    return problem(
      platform,
      `${where} rejects the app ${app.clientId} with this secret (status ${response.status})`,
      rules.where,
      redirect,
    )
  } catch (err) {
    const text = `${where} could not be reached to check the app ${app.clientId}: ${reasonOf(err)}`
    return warning(platform, text, 'Check outgoing connections (DNS, firewall, proxy).', redirect)
  }
}

/** Checks the redirect URI at the sandbox; real platforms do not reveal theirs. */
async function checkSandboxRedirect(
  config: Config,
  platform: PlatformValue,
): Promise<Finding | null> {
  const wanted = `${config.publicUrl}/connect/callback/${platform}`
  try {
    const response = await fetch(`${config.sandboxUrl}/control/apps/${platform}`, {
      signal: AbortSignal.timeout(fetchMsMax),
    })
    const app = (await response.json()) as { redirect_uris?: string[] }
    if (app.redirect_uris?.includes(wanted)) return null
    return problem(
      platform,
      `the redirect URI is not registered in the sandbox; registered: ${app.redirect_uris?.join(', ') || 'none'}`,
      `Register ${wanted} exactly (npm start does this).`,
    )
  } catch (err) {
    return warning(platform, `the sandbox could not be reached: ${reasonOf(err)}`)
  }
}
