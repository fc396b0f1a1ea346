import {
  type Config,
  type PlatformApp,
  type PlatformValue,
  platformValues,
} from '../../base/config.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const askMsMax = 8_000
const sandboxIds = /^900(100|200|300)\d+$|^sbawsandbox/
const metaId = /^\d{13,18}$/
const metaSecret = /^[0-9a-f]{32}$/
const tiktokKey = /^[a-z0-9]{10,30}$/

/** Where each id is found; the wrong one is the most common mistake of all. */
const places: Record<PlatformValue, string> = {
  threads:
    'App Dashboard → Use cases → Access the Threads API → Settings: the Threads app ID and secret, which are not those of the Meta app.',
  instagram:
    'App Dashboard → Instagram → API setup with Instagram login: the Instagram app ID and secret, which are not those of the Meta app.',
  facebook: 'App Dashboard → App settings → Basic: App ID and App secret.',
  tiktok: 'TikTok for Developers → Manage apps → the app: Client key and Client secret.',
}

/** The apps at the platforms: are ids and secrets of the right kind, and do the platforms know them? */
export async function checkApps(config: Config): Promise<Finding[]> {
  const configured = platformValues.flatMap((platform) => {
    const app = config.platforms[platform]
    return app ? [{ platform, app }] : []
  })
  if (configured.length === 0) {
    const advice =
      'Set the CLIENT_ID and CLIENT_SECRET of at least one platform: postern platforms.'
    return [
      warning('platforms', 'no platform is configured: nobody can connect an account', advice),
    ]
  }
  const doubles = findDoubles(config.platforms)
  const findings = configured.map(async ({ platform, app }): Promise<Finding> => {
    const wrong = doubles.get(platform) ?? wrongKind(platform, app, config.sandboxUrl)
    if (wrong) return problem(platform, wrong, places[platform], redirectAdvice(config, platform))
    return await askPlatform(config, platform, app)
  })
  return await Promise.all(findings)
}

function redirectAdvice({ publicUrl }: Config, platform: PlatformValue): string {
  return `Redirect URI to register there: ${publicUrl}/connect/callback/${platform}`
}

/** Threads and Instagram have ids of their own beside that of the Meta app. */
function findDoubles(apps: Config['platforms']): Map<PlatformValue, string> {
  const wrong = new Map<PlatformValue, string>()
  for (const [platform, other] of [
    ['threads', 'facebook'],
    ['instagram', 'facebook'],
    ['threads', 'instagram'],
  ] as const) {
    const id = apps[platform]?.clientId
    if (id && id === apps[other]?.clientId && !wrong.has(platform)) {
      wrong.set(platform, `has the same app id as ${other} (${id}), and must have its own`)
    }
  }
  return wrong
}

function wrongKind(
  platform: PlatformValue,
  { clientId, clientSecret, otherSecrets, bases }: PlatformApp,
  sandboxUrl: string | null,
): string | null {
  if (sandboxUrl && bases.api.startsWith(sandboxUrl)) return null
  const name = platform.toUpperCase()
  for (const [variable, value] of [
    [`${name}_CLIENT_ID`, clientId],
    [`${name}_CLIENT_SECRET`, clientSecret],
  ] as const) {
    if (value !== value.trim()) return `${variable} begins or ends with a space`
    if (/^["'].*["']$/.test(value)) return `${variable} has quotation marks around it`
  }
  if (sandboxIds.test(clientId) || clientSecret.startsWith('sandbox-')) {
    return `${name}_CLIENT_ID is that of the sandbox, and the real ${platform} is asked with it`
  }
  if (platform === 'tiktok') {
    if (/^\d+$/.test(clientId)) {
      return 'TIKTOK_CLIENT_ID is a number, like the id of the app: the client key is meant'
    }
    return tiktokKey.test(clientId) ? null : 'TIKTOK_CLIENT_ID does not look like a client key'
  }
  if (!metaId.test(clientId))
    return `${name}_CLIENT_ID is not a number, as the ids of Meta's apps are`
  if (!metaSecret.test(clientSecret)) {
    return `${name}_CLIENT_SECRET does not have 32 digits of 0–9 and a–f, as Meta's secrets have`
  }
  if (otherSecrets?.some((secret) => !metaSecret.test(secret))) {
    return "META_APP_SECRET does not have 32 digits of 0–9 and a–f, as Meta's secrets have"
  }
  return null
}

/**
 * Asks the platform for a token of the app itself, which Threads (threads.md §1.8), Facebook and
 * TikTok give for the right id and secret. Instagram has no such question.
 */
async function askPlatform(
  config: Config,
  platform: PlatformValue,
  app: PlatformApp,
): Promise<Finding> {
  const redirect = redirectAdvice(config, platform)
  const request = appTokenRequest(platform, app)
  const isSandbox = Boolean(config.sandboxUrl && app.bases.api.startsWith(config.sandboxUrl))
  const where = isSandbox ? 'the sandbox' : platform
  const registered = isSandbox ? await findAtSandbox(config, platform) : null
  if (registered) return registered
  if (!request)
    return ok(platform, `app ${app.clientId}; its secret shows at the first login`, redirect)
  try {
    const answer = await fetch(request.url, {
      ...request.init,
      signal: AbortSignal.timeout(askMsMax),
    })
    const body = (await answer.json().catch(() => null)) as { access_token?: string } | null
    if (answer.ok && body?.access_token) {
      return ok(platform, `${where} knows the app ${app.clientId} and its secret`, redirect)
    }
    if (answer.status >= 500) throw new Error(`status ${answer.status}`)
    return problem(
      platform,
      `${where} does not know the app ${app.clientId} with this secret (status ${answer.status})`,
      places[platform],
      redirect,
    )
  } catch (err) {
    const text = `${where} could not be asked about the app ${app.clientId}: ${reasonOf(err)}`
    return warning(platform, text, 'Is the way out open (DNS, firewall, proxy)?', redirect)
  }
}

function appTokenRequest(
  platform: PlatformValue,
  { clientId, clientSecret, bases }: PlatformApp,
): { url: string; init: RequestInit } | null {
  const credentials = { client_secret: clientSecret, grant_type: 'client_credentials' }
  if (platform === 'instagram') return null
  const [path, id] = {
    threads: ['/oauth/access_token', 'client_id'],
    facebook: ['/v25.0/oauth/access_token', 'client_id'],
    tiktok: ['/v2/oauth/token/', 'client_key'],
  }[platform]
  return {
    url: `${bases.token}${path}`,
    init: { method: 'POST', body: new URLSearchParams({ [id!]: clientId, ...credentials }) },
  }
}

/** The sandbox tells what is registered at its apps; the real platforms do not. */
async function findAtSandbox(config: Config, platform: PlatformValue): Promise<Finding | null> {
  const wanted = `${config.publicUrl}/connect/callback/${platform}`
  try {
    const answer = await fetch(`${config.sandboxUrl}/control/apps/${platform}`, {
      signal: AbortSignal.timeout(askMsMax),
    })
    const app = (await answer.json()) as { redirect_uris?: string[] }
    if (app.redirect_uris?.includes(wanted)) return null
    return problem(
      platform,
      `the redirect URI is not registered at the sandbox, which has ${app.redirect_uris?.join(', ') || 'none'}`,
      `Register ${wanted}, character for character (npm start does so).`,
    )
  } catch (err) {
    return warning(platform, `the sandbox could not be asked: ${reasonOf(err)}`)
  }
}
