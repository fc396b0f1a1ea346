/** The URL if it is https, or http on localhost for the sandbox; otherwise `null`. */
export function safeUrl(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return null
  const { protocol, hostname } = new URL(address)
  const isOwn = hostname === 'localhost' || hostname === '127.0.0.1'
  return protocol === 'https:' || (protocol === 'http:' && isOwn) ? address : null
}
