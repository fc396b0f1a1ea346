const placeholderOrigin = 'https://own.invalid'

/**
 * The path if it stays on this site, else `null`; prevents open redirects after sign-in. Browsers
 * drop tabs and newlines, read a backslash as a slash, and two slashes as another host.
 */
export function sameSitePath(path: string | null): string | null {
  if (!path?.startsWith('/') || !URL.canParse(path, placeholderOrigin)) return null
  const { origin, pathname, search, hash } = new URL(path, placeholderOrigin)
  if (origin !== placeholderOrigin || pathname.startsWith('//')) return null
  return pathname + search + hash
}
