import { z } from 'zod'
import { PlatformError, ServerChoiceError } from '../contract/errors.ts'
import type { ServerPlatformSetup } from '../contract/platform.ts'
import { listOf, parseJson } from '../wire/json.ts'
import { serverUrl } from './api.ts'
import { redirectUriFor } from './apps.ts'
import { readInstance } from './instance.ts'
import { type EnteredServer, parseServer } from './server.ts'

const redirectsMax = 2
const actorLinks = z.object({
  links: listOf(z.object({ rel: z.string().optional(), href: z.string().optional() })),
})

/**
 * The origin of the API of the server that a person entered. Throws `ServerChoiceError`
 * `server_unknown`, at the first host that does not respond.
 */
export async function findServer(
  setup: ServerPlatformSetup,
  entered: string,
  callback: string,
): Promise<string> {
  const choice = parseServer(entered, setup)
  if (!choice) throw new ServerChoiceError('server_unknown')
  const redirectUri = redirectUriFor(callback, choice.origin)
  if (await setup.storage.findApp(choice.origin, redirectUri)) return choice.origin
  try {
    if (await readInstance(setup, choice.origin, 'typed_host')) return choice.origin
    const origin = await findApiOrigin(setup, choice)
    if (origin && (await readInstance(setup, origin, 'typed_host'))) return origin
  } catch (err) {
    if (err instanceof PlatformError) throw new ServerChoiceError('server_unknown', err)
    throw err
  }
  throw new ServerChoiceError('server_unknown')
}

/**
 * The name in addresses may differ from the host of the API: WebFinger leads there, by redirects or
 * by the link to the actor (mastodon.md §1.1). `null` if it leads nowhere else.
 */
async function findApiOrigin(
  setup: ServerPlatformSetup,
  { origin, user }: EnteredServer,
): Promise<string | null> {
  const { host } = new URL(origin)
  const resource = `acct:${user ?? host}@${host}`
  let url = serverUrl(origin, '/.well-known/webfinger', [], { resource })
  for (let redirects = 0; ; redirects += 1) {
    const headers = { accept: 'application/jrd+json, application/json' }
    const response = await setup.call({ method: 'GET', url, headers, guard: 'typed_host' })
    if (response.status < 300 || response.status >= 400) {
      const linked = response.status === 200 ? actorOrigin(setup, response.text) : null
      const found = linked ?? url.origin
      return found === origin ? null : found
    }
    const next = URL.parse(`${response.headers.location ?? ''}`, url)
    if (!next || redirects === redirectsMax || !parseServer(next.origin, setup)) return null
    url = next
  }
}

function actorOrigin(setup: ServerPlatformSetup, text: string): string | null {
  const links = actorLinks.safeParse(parseJson(text)).data?.links ?? []
  const href = links.find(({ rel }) => rel === 'self')?.href
  return parseServer(URL.parse(href ?? '')?.origin ?? '', setup)?.origin ?? null
}
