import {
  type ServerNetworkSettings,
  type ServerPlatformValue,
  serverNetworkSettings,
  serverPlatformValues,
} from './networks.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The networks with a server per account that are switched on (`BLUESKY=off` switches one off). Their
 * services can be replaced by variables such as `BLUESKY_DIRECTORY_URL`.
 */
export function serverNetworks(
  env: Environment,
  sandboxUrl: string | null = null,
): Partial<Record<ServerPlatformValue, ServerNetworkSettings>> {
  const enabled: Partial<Record<ServerPlatformValue, ServerNetworkSettings>> = {}
  for (const platform of serverPlatformValues) {
    const name = platform.toUpperCase()
    const setting = env[name] || 'on'
    if (setting !== 'on' && setting !== 'off') throw new Error(`${name}: It must be on or off.`)
    if (setting === 'off') continue
    const { services, sandbox } = serverNetworkSettings(platform)
    enabled[platform] = {
      services: mapValues(services, (url, service) => serviceUrl(env, name, service) ?? url),
      sandboxServices: sandboxUrl
        ? mapValues(sandbox.paths, (path) => `${sandboxUrl}/${platform}${path}`)
        : null,
    }
  }
  return enabled
}

function serviceUrl(env: Environment, platform: string, service: string): string | null {
  const name = `${platform}_${service.toUpperCase()}_URL`
  const url = env[name]?.replace(/\/$/, '')
  if (url && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new Error(`${name}: It must be a URL such as https://service.example.com.`)
  }
  return url || null
}

/** The origins of the sandbox's servers: `http://<label>.localhost:<port>`. */
export function sandboxServers(sandboxUrl: string | null): string[] {
  if (!sandboxUrl) return []
  const { port } = new URL(sandboxUrl)
  return serverPlatformValues
    .flatMap((platform) => serverNetworkSettings(platform).sandbox.hosts)
    .map((label) => `http://${label}.localhost${port ? `:${port}` : ''}`)
}

function mapValues(
  record: Readonly<Record<string, string>>,
  change: (value: string, key: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
}
