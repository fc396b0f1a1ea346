import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error The package has no types.
import Provider from 'oidc-provider'
import { openDashboard } from './dashboard.ts'
import type { TestApp } from './test-app.ts'

export type Person = { sub: string; email?: string; email_verified?: boolean }

export const clientId = 'postern'
const clientSecret = 'secret-of-the-app-at-the-provider'

/** The environment of an installation that uses the provider. */
export const providerEnv = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_LABEL: 'Example ID',
})

/** A real OpenID Connect provider. It works for the installation that `allow` names. */
export async function openIdentityProvider(options: { emailIn?: 'id_token' | 'userinfo' } = {}) {
  const state: { person: Person | null } = { person: null }
  const people = new Map<string, Person>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const createProvider = (publicUrl: string) =>
    new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${publicUrl}/sign-in/provider/callback`],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: options.emailIn === 'userinfo',
      features: { devInteractions: { enabled: false } },
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
      cookies: { keys: ['a key for cookies of the provider'] },
      jwks: { keys: [signingKey()] },
      findAccount: (_ctx: unknown, sub: string) => ({
        accountId: sub,
        claims: () => people.get(sub),
      }),
      interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      loadExistingGrant: grantEverything,
    })
  const serve = (provider: typeof Provider, req: IncomingMessage, res: ServerResponse) => {
    if (!req.url?.startsWith('/interaction/')) return provider.callback()(req, res)
    const { person } = state
    if (person) people.set(person.sub, person)
    const result = person
      ? { login: { accountId: person.sub } }
      : { error: 'access_denied', error_description: 'The person canceled.' }
    return provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
  }
  return {
    issuer,
    allow: (publicUrl: string) => {
      const provider = createProvider(publicUrl)
      server.on('request', (req, res) => serve(provider, req, res))
    },
    /** Who logs in from now on; `null` cancels. */
    logIn: (person: Person | null) => {
      state.person = person
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function signingKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }
}

/** The provider asks for no consent. */
async function grantEverything(ctx: {
  oidc: {
    provider: { Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): unknown } }
    client: { clientId: string }
    session: { accountId: string }
  }
}) {
  const { client, session, provider } = ctx.oidc
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid email')
  await grant.save()
  return grant
}

/** A browser at the installation and at the provider: keeps the cookies of both. */
export function openPersonsBrowser(testApp: TestApp) {
  const { origin } = new URL(testApp.ctx.config.publicUrl)
  const jars = new Map<string, Map<string, string>>()

  const visit = async (address: string) => {
    const url = new URL(address, origin)
    const jar = jars.get(url.origin) ?? new Map<string, string>()
    jars.set(url.origin, jar)
    const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }
    const response =
      url.origin === origin
        ? await testApp.app.request(url.href, { headers })
        : await fetch(url, { headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = /^([^=]+)=([^;]*)/.exec(cookie)?.slice(1) ?? []
      if (value && !/Max-Age=0/i.test(cookie)) jar.set(name!, value)
      else jar.delete(name!)
    }
    const location = response.headers.get('location')
    return { status: response.status, location: location && new URL(location, url).href }
  }

  /** Follows the redirects through the provider until the callback. */
  const logIn = async (start = '/sign-in/provider'): Promise<string> => {
    let address = start
    for (let redirects = 0; redirects < 10; redirects += 1) {
      const { location, status } = await visit(address)
      if (!location) throw new Error(`${address} returned ${status}`)
      if (location.startsWith(`${origin}/sign-in/provider/callback`)) return location
      address = location
    }
    throw new Error('There are too many redirects.')
  }

  /** The path to which the whole sign-in leads. */
  const signIn = async (start?: string): Promise<string> => {
    const { location } = await visit(await logIn(start))
    return location?.slice(origin.length) ?? ''
  }
  const cookieOf = (name: string) => jars.get(origin)?.get(name) ?? null
  const session = () => {
    const token = cookieOf('postern_session')
    return token && `postern_session=${token}`
  }
  return { visit, logIn, signIn, session, cookieOf }
}

/** Signs a person in at the provider; returns where it leads and, if it worked, their session. */
export async function signInAs(
  testApp: TestApp,
  provider: Awaited<ReturnType<typeof openIdentityProvider>>,
  person: Person | null,
  start?: string,
) {
  provider.logIn(person)
  const browser = openPersonsBrowser(testApp)
  const path = await browser.signIn(start)
  const dashboard = openDashboard(testApp)
  dashboard.useCookie(browser.session())
  const { status, body } = await dashboard.call('GET', '/v1/session')
  return { path, dashboard, session: status === 200 ? body : null }
}
