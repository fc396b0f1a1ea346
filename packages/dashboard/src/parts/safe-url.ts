/**
 * The URL if it is https, or http on this machine for the sandbox, whose servers have names
 * below `localhost` (RFC 6761 §6.3); otherwise `null`.
 */
export function safeUrl(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return null
  const { protocol, hostname } = new URL(address)
  const isOwn = /^(.+\.)?localhost$/.test(hostname) || hostname === '127.0.0.1'
  return protocol === 'https:' || (protocol === 'http:' && isOwn) ? address : null
}
