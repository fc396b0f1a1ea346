import ipaddr from 'ipaddr.js'

/**
 * Whether a server that listens on `host` with this `publicUrl` serves only this machine. With a proxy
 * in front, `publicUrl` is https or has another host.
 */
export function isLoopbackOnly(server: { host: string; publicUrl: string }): boolean {
  const url = URL.parse(server.publicUrl)
  return url?.protocol === 'http:' && isLoopback(url.hostname) && isLoopback(server.host)
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || (ipaddr.isValid(bare) && ipaddr.parse(bare).range() === 'loopback')
}
