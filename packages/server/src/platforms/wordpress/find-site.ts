import { z } from 'zod'
import { PlatformError, ServerChoiceError } from '../contract/errors.ts'
import type { ServerPlatformSetup } from '../contract/platform.ts'
import { parseChosenServer } from '../wire/chosen-server.ts'
import { htmlToText } from '../wire/html-text.ts'
import { listOf, parseJson } from '../wire/json.ts'

/** A site whose API accepts application passwords. */
export type Site = {
  /** The root of its API. */
  root: string
  /** The folder of its root, without a slash at the end. */
  home: string
  name: string
  /** The page where a person allows an application. */
  authorizeUrl: string
}

const redirectsMax = 3
const nameCharsMax = 200
const homeCharsMax = 300
/** wordpress.md §1.1. PHP encodes an empty map as a list, here: application passwords are switched off. */
const index = z.object({
  name: z.string(),
  namespaces: listOf(z.string()),
  authentication: z
    .object({
      'application-passwords': z.object({
        endpoints: z.object({ authorization: z.string() }),
      }),
    })
    .nullish()
    .catch(null),
})

/**
 * The site of the address that a person entered. Throws `ServerChoiceError` `server_unknown`, or
 * `server_refused` if its API is closed or has no application passwords.
 */
export async function findSite(setup: ServerPlatformSetup, entered: string): Promise<Site> {
  const url = parseChosenServer(entered.trim(), setup)
  if (!url) throw new ServerChoiceError('server_unknown')
  try {
    return await readIndex(setup, await findRoot(setup, withoutAdmin(url)))
  } catch (err) {
    if (err instanceof PlatformError) throw new ServerChoiceError('server_unknown', err)
    throw err
  }
}

/** The address of a post or of the admin pages is one of the site, too. */
function withoutAdmin(url: URL): URL {
  const path = url.pathname.replace(/\/wp-(?:admin|login\.php).*$/, '/')
  return new URL(path, url.origin)
}

/**
 * The root that the site's pages name in their `Link` header. Sites whose cache drops the header, or which
 * gave the root another name, have the address that works without pretty permalinks.
 */
async function findRoot(setup: ServerPlatformSetup, entered: URL): Promise<URL> {
  let url = entered
  for (let redirects = 0; ; redirects += 1) {
    const { status, headers } = await setup.call({ method: 'HEAD', url, guard: 'typed_host' })
    const root = URL.parse(rootInLink(`${headers.link ?? ''}`), url)
    if (root && homeOf(root)) return root
    if (status < 300 || status >= 400) return new URL('?rest_route=/', url)
    const next = URL.parse(`${headers.location ?? ''}`, url)
    const isAllowed = next && redirects < redirectsMax && parseChosenServer(next.href, setup)
    if (!isAllowed) throw new ServerChoiceError('server_unknown')
    url = next
  }
}

/** The address before `rel="https://api.w.org/"`; empty without one. The time grows only with the length. */
function rootInLink(header: string): string {
  const before = header.slice(0, Math.max(0, header.indexOf('rel="https://api.w.org/"')))
  return before.slice(before.lastIndexOf('<') + 1, Math.max(0, before.lastIndexOf('>')))
}

async function readIndex(setup: ServerPlatformSetup, root: URL): Promise<Site> {
  if (!parseChosenServer(root.href, setup)) throw new ServerChoiceError('server_unknown')
  const url = new URL(root)
  // The whole index has a description of every route.
  url.searchParams.set('_fields', 'name,namespaces,authentication')
  const { status, text } = await setup.call({ method: 'GET', url, guard: 'typed_host' })
  if (status === 401 || status === 403) throw new ServerChoiceError('server_refused')
  const body = status === 200 ? index.safeParse(parseJson(text)).data : null
  if (!body?.namespaces.includes('wp/v2')) throw new ServerChoiceError('server_unknown')
  const { authorization } = body.authentication?.['application-passwords'].endpoints ?? {}
  const authorizeUrl = URL.parse(authorization ?? '')
  if (authorizeUrl?.origin !== root.origin || !isOfSite(authorizeUrl, { root: root.href })) {
    throw new ServerChoiceError('server_refused')
  }
  const name = htmlToText(body.name).slice(0, nameCharsMax)
  return { root: root.href, home: homeOf(root)!, name, authorizeUrl: authorizeUrl.href }
}

/**
 * Whether the address is in the folder of the root, on its host. A host may have sites of several people in
 * folders, so that nothing which a site says about itself counts. WordPress in a folder below the site's
 * is of the site; one above it is refused.
 */
export function isOfSite(url: URL, site: Pick<Site, 'root'>): boolean {
  const home = URL.parse(homeOf(new URL(site.root)) ?? '')
  if (!home || url.host !== home.host) return false
  return inFolder(url.pathname).startsWith(inFolder(home.pathname))
}

function inFolder(pathname: string): string {
  return pathname.endsWith('/') ? pathname : `${pathname}/`
}

/**
 * The folder of `…/wp-json/`, `…/index.php/wp-json/` or `…/?rest_route=/`; `null` for other roots, as their
 * folder could be that of another site.
 */
function homeOf(root: URL): string | null {
  const path = root.searchParams.has('rest_route')
    ? root.pathname
    : /^(.*\/)wp-json\/?$/.exec(root.pathname)?.[1]
  if (path === undefined || root.href.length > homeCharsMax) return null
  return `${root.origin}${path.replace(/\/(?:index\.php)?\/*$/, '')}`
}
