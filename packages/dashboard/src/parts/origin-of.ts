/**
 * The origin of a URL or domain that someone typed or pasted, with https if nothing is said. What is
 * neither stays as it is, so that the server explains what is wrong.
 */
export function originOf(typed: string): string {
  const text = typed.trim()
  // A port follows a domain, anything else a scheme.
  const url = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`
  if (!text || /[*\s]/.test(text) || !URL.canParse(url)) return text
  const { origin, username, password } = new URL(url)
  return origin === 'null' || username || password ? text : origin
}
