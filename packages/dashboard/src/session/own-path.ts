const nowhere = 'https://own.invalid'

/**
 * Where somebody goes on to after signing in, if that is a path of this site as a browser reads it:
 * it drops tabs and newlines, takes a backslash for a slash, and two slashes for another host.
 * Otherwise `null`.
 */
export function ownPath(asked: string | null): string | null {
  if (!asked?.startsWith('/') || !URL.canParse(asked, nowhere)) return null
  const { origin, pathname, search, hash } = new URL(asked, nowhere)
  if (origin !== nowhere || pathname.startsWith('//')) return null
  return pathname + search + hash
}
