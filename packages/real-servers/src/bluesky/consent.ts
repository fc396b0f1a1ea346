import { openPageClient } from './page-client.ts'

const api = '/@atproto/oauth-provider/~api'

export type BlueskyAccount = { did: string; handle: string; password: string }

/** `scope`: allow only these of the requested permissions. */
export type Decision = 'allow' | 'cancel' | { scope: string }

/**
 * Signs in and decides on the consent page at `authorizeUrl`, as a person in a browser would. Returns the
 * URL of the client to which the server redirects. Throws if the password is wrong.
 */
export async function blueskyConsent(
  authorizeUrl: string,
  account: BlueskyAccount,
  decision: Decision = 'allow',
): Promise<string> {
  const client = openPageClient()
  const page = await client.open(authorizeUrl, null)
  if (page.location) return page.location
  if (page.status !== 200) throw new Error(`The consent page: ${page.status} ${page.text}`)
  const { origin } = new URL(authorizeUrl)
  const call = (name: string, body: object, bearer?: string) =>
    client.call('POST', `${origin}${api}/${name}`, { referer: authorizeUrl, body, bearer })

  const signedIn = await call('sign-in', {
    locale: 'en',
    username: account.handle,
    password: account.password,
    remember: false,
  })
  const { url } =
    decision === 'cancel'
      ? await call('reject', {})
      : await call(
          'consent',
          { did: account.did, ...(decision === 'allow' ? {} : decision) },
          signedIn.ephemeralToken as string,
        )
  const redirect = await client.open(url as string, authorizeUrl)
  if (!redirect.location) throw new Error(`No redirect: ${redirect.status} ${redirect.text}`)
  return redirect.location
}

/** The person removes every connected app on the account page of the PDS. Returns how many. */
export async function removeApps(pdsUrl: string, account: BlueskyAccount): Promise<number> {
  const client = openPageClient()
  const referer = `${pdsUrl}/account`
  const page = await client.open(referer, null)
  if (page.status !== 200) throw new Error(`The account page: ${page.status} ${page.text}`)
  const call = (method: string, path: string, body?: object) =>
    client.call(method, `${pdsUrl}${api}/${path}`, { referer, ...(body ? { body } : {}) })

  await call('POST', 'sign-in', {
    locale: 'en',
    username: account.handle,
    password: account.password,
    remember: true,
  })
  const query = new URLSearchParams({ did: account.did })
  const sessions = (await call('GET', `oauth-sessions?${query}`)) as unknown as {
    tokenId: string
  }[]
  for (const { tokenId } of sessions) {
    await call('POST', 'revoke-oauth-session', { did: account.did, tokenId })
  }
  return sessions.length
}
