import type { Network, Sandbox } from './sandbox.ts'

const HOST_SUFFIX = '.localhost'
/** Paths of the sandbox that every server answers, for pictures and media on its pages. */
const SHARED_PATHS = /^\/(pictures|media)\//

type Hosted = Pick<Network, 'hosts'>

/** The origin of a network's server, such as `http://label.localhost:4100`. */
export function serverOrigin(sandbox: Pick<Sandbox, 'origin'>, label: string): string {
  return `http://${label}${HOST_SUFFIX}:${new URL(sandbox.origin()).port}`
}

/** The server that the URL names: its label, or null without one. The port is not compared. */
export function serverLabel({ hostname }: URL): string | null {
  return hostname.endsWith(HOST_SUFFIX) ? hostname.slice(0, -HOST_SUFFIX.length) : null
}

/** The labels of all servers. */
export function serverLabels(networks: readonly Hosted[]): string[] {
  return networks.flatMap(({ hosts = {} }) => Object.keys(hosts))
}

/** The sandbox's path for a URL: on the host of a server, the server's prefix and the path. */
export function routedPath(networks: readonly Hosted[], url: URL): string {
  return serverPrefix(networks, url) + url.pathname
}

/** The path prefix of the server that the URL names; empty without a server. */
export function serverPrefix(networks: readonly Hosted[], url: URL): string {
  const label = serverLabel(url)
  if (label === null || SHARED_PATHS.test(url.pathname)) return ''
  for (const { hosts = {} } of networks) if (Object.hasOwn(hosts, label)) return hosts[label]!
  return ''
}
