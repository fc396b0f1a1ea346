import ipaddr from 'ipaddr.js'

/**
 * Whether a server that listens on `host` and is known as `publicUrl` is meant for this machine alone.
 * A proxy in front shows in `publicUrl`: as https, or as the name of another host.
 */
export function isLoopbackOnly(server: { host: string; publicUrl: string }): boolean {
  const url = URL.parse(server.publicUrl)
  return url?.protocol === 'http:' && isLoopback(url.hostname) && isLoopback(server.host)
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || (ipaddr.isValid(bare) && ipaddr.parse(bare).range() === 'loopback')
}
