/** The address if a browser may follow it: https, or the sandbox's http; `null` otherwise. */
export function safeUrl(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return null
  const { protocol, hostname } = new URL(address)
  const isOwn = hostname === 'localhost' || hostname === '127.0.0.1'
  return protocol === 'https:' || (protocol === 'http:' && isOwn) ? address : null
}
