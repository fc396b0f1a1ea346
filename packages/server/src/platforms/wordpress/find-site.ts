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
  /** Where its pages are, without a slash at the end. */
  home: string
  name: string
  /** The page where a person allows an application. */
  authorizeUrl: string
}

const redirectsMax = 3
const nameCharsMax = 200
/** wordpress.md §1.1. PHP encodes an empty map as a list, here: application passwords are switched off. */
const index = z.object({
  name: z.string(),
  home: z.string(),
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
 * The root that the site's pages name in their `Link` header. Sites whose cache drops the header have
 * the address that works without pretty permalinks.
 */
async function findRoot(setup: ServerPlatformSetup, entered: URL): Promise<URL> {
  let url = entered
  for (let redirects = 0; ; redirects += 1) {
    const { status, headers } = await setup.call({ method: 'HEAD', url, guard: 'typed_host' })
    const link = /<([^>]{1,1000})>\s*;\s*rel="https:\/\/api\.w\.org\/"/.exec(
      `${headers.link ?? ''}`,
    )
    const root = link && URL.parse(link[1]!, url)
    if (root) return root
    if (status < 300 || status >= 400) return new URL('?rest_route=/', url)
    const next = URL.parse(`${headers.location ?? ''}`, url)
    const isAllowed = next && redirects < redirectsMax && parseChosenServer(next.href, setup)
    if (!isAllowed) throw new ServerChoiceError('server_unknown')
    url = next
  }
}

async function readIndex(setup: ServerPlatformSetup, root: URL): Promise<Site> {
  if (!parseChosenServer(root.href, setup)) throw new ServerChoiceError('server_unknown')
  const url = new URL(root)
  // The whole index has a description of every route.
  url.searchParams.set('_fields', 'name,home,namespaces,authentication')
  const { status, text } = await setup.call({ method: 'GET', url, guard: 'typed_host' })
  if (status === 401 || status === 403) throw new ServerChoiceError('server_refused')
  const body = status === 200 ? index.safeParse(parseJson(text)).data : null
  if (!body?.namespaces.includes('wp/v2')) throw new ServerChoiceError('server_unknown')
  const { authorization } = body.authentication?.['application-passwords'].endpoints ?? {}
  const authorizeUrl = URL.parse(authorization ?? '')
  if (authorizeUrl?.origin !== root.origin) throw new ServerChoiceError('server_refused')
  const name = htmlToText(body.name).slice(0, nameCharsMax)
  const home = homeOf(body.home, root)
  return { root: root.href, home, name, authorizeUrl: authorizeUrl.href }
}

/** A site could claim any address: only one of its own host counts. */
function homeOf(claimed: string, root: URL): string {
  const home = URL.parse(claimed)
  const isOwn = home?.origin === root.origin && claimed.length <= 300
  return isOwn ? `${home.origin}${home.pathname.replace(/\/+$/, '')}` : root.origin
}
