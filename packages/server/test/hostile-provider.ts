import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clientId } from './identity-provider.ts'

/** What a hostile or broken provider changes; everything else is correct. */
export type Forgery = {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  /** Signs with a key that is not in the key set. */
  hasForeignKey?: boolean
  metadata?: Record<string, unknown>
  /** The response of the token endpoint. */
  token?: { status?: number; location?: string; padding?: string }
  /** Parameters of the callback, besides `code` and `state`. */
  callback?: Record<string, string>
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A provider whose ID tokens tests can forge, one at a time. */
export async function openHostileProvider() {
  const known = newKey()
  const foreign = newKey()
  const state: { forgery: Forgery; nonce: string } = { forgery: {}, nonce: '' }
  const server = createServer((req, res) => {
    const { forgery } = state
    const respond = (body: object) => {
      res.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    }
    if (req.url === '/jwks') {
      const jwk = known.publicKey.export({ format: 'jwk' })
      return respond({ keys: [{ ...jwk, kid: 'known', use: 'sig', alg: 'RS256' }] })
    }
    if (req.url === '/token') {
      const { status = 200, location, padding } = forgery.token ?? {}
      if (location) res.setHeader('location', location)
      res.statusCode = status
      const key = (forgery.hasForeignKey ? foreign : known).privateKey
      const idToken = idTokenOf(issuer, state.nonce, forgery, key)
      return respond({ access_token: 'a', token_type: 'Bearer', id_token: idToken, padding })
    }
    return respond({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'none'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      ...forgery.metadata,
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    forge: (forgery: Forgery) => {
      state.forgery = forgery
    },
    /** The callback URL to which the provider sends the browser that opened this URL. */
    authorize: (address: string): string => {
      const { searchParams } = new URL(address)
      state.nonce = searchParams.get('nonce') ?? ''
      const callback = new URL(searchParams.get('redirect_uri')!)
      const { callback: extra } = state.forgery
      for (const [name, value] of Object.entries({
        code: 'code',
        state: searchParams.get('state')!,
        ...extra,
      })) {
        callback.searchParams.set(name, value)
      }
      return callback.href
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function idTokenOf(issuer: string, nonce: string, forgery: Forgery, key: KeyObject): string {
  const now = Math.floor(Date.now() / 1_000)
  const header = { alg: 'RS256', kid: 'known', ...forgery.header }
  const claims = {
    iss: issuer,
    sub: 'olga-1',
    aud: clientId,
    iat: now,
    exp: now + 300,
    nonce,
    email: 'olga@example.com',
    email_verified: true,
    ...forgery.claims,
  }
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encode(header)}.${encode(claims)}`
  if (header.alg === 'none') return `${signed}.`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`
}
