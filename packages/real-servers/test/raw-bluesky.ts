import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { type BlueskyAccount, blueskyConsent, type Decision } from '../src/bluesky/consent.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read any response
export type RawResponse = { status: number; headers: Headers; body: any }

export const redirectUri = 'http://127.0.0.1:4000/connect/callback/bluesky'
export const scope =
  'atproto repo:app.bsky.feed.post repo:app.bsky.feed.threadgate blob:*/* ' +
  'rpc:app.bsky.feed.getPostThread?aud=* rpc:app.bsky.feed.getPosts?aud=*'
const clientId = `http://localhost?${new URLSearchParams({ redirect_uri: redirectUri, scope })}`

/** Sends requests with DPoP proofs of one key (RFC 9449), and once more when the server wants its nonce. */
export function openProofs(now = Date.now) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  const nonces = new Map<string, string>()

  const proof = (method: string, url: URL, token: string | null): string => {
    const nonce = nonces.get(url.origin)
    const claims = {
      jti: randomBytes(16).toString('base64url'),
      htm: method,
      htu: url.origin + url.pathname,
      iat: Math.floor(now() / 1_000),
      ...(nonce ? { nonce } : {}),
      ...(token ? { ath: sha256(token) } : {}),
    }
    const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } }
    const text = [header, claims].map((part) => base64url(JSON.stringify(part))).join('.')
    const signature = sign('sha256', Buffer.from(text), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    })
    return `${text}.${signature.toString('base64url')}`
  }

  return async function send(
    method: string,
    address: string,
    { token = null, form, json }: { token?: string | null; form?: object; json?: object } = {},
    isSecond = false,
  ): Promise<RawResponse> {
    const url = new URL(address)
    const response = await fetch(url, {
      method,
      headers: {
        dpop: proof(method, url, token),
        ...(token ? { authorization: `DPoP ${token}` } : {}),
        ...(json ? { 'content-type': 'application/json' } : {}),
      },
      ...(form ? { body: new URLSearchParams(form as Record<string, string>) } : {}),
      ...(json ? { body: JSON.stringify(json) } : {}),
    })
    const nonce = response.headers.get('dpop-nonce')
    if (nonce) nonces.set(url.origin, nonce)
    const body = JSON.parse((await response.text()) || 'null')
    if (body?.error === 'use_dpop_nonce' && !isSecond) {
      return await send(
        method,
        address,
        { token, ...(form && { form }), ...(json && { json }) },
        true,
      )
    }
    return { status: response.status, headers: response.headers, body }
  }
}

/** Signs in with the development client: PAR, consent and code. Returns how to call the PDS as the person. */
export async function signIn(
  pdsUrl: string,
  account: BlueskyAccount,
  decision: Decision = 'allow',
) {
  const send = openProofs()
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(8).toString('hex')
  const par = await send('POST', `${pdsUrl}/oauth/par`, {
    form: {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      response_mode: 'query',
      scope,
      state,
      code_challenge: sha256(verifier),
      code_challenge_method: 'S256',
      login_hint: account.handle,
    },
  })
  if (par.status !== 201) throw new Error(`PAR: ${JSON.stringify(par.body)}`)
  const query = new URLSearchParams({ client_id: clientId, request_uri: par.body.request_uri })
  const location = await blueskyConsent(`${pdsUrl}/oauth/authorize?${query}`, account, decision)
  const returned = new URL(location).searchParams
  const token = await send('POST', `${pdsUrl}/oauth/token`, {
    form: {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code: returned.get('code') ?? '',
      code_verifier: verifier,
    },
  })
  return {
    state,
    returned,
    token,
    refresh: (refreshToken: string) =>
      send('POST', `${pdsUrl}/oauth/token`, {
        form: { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken },
      }),
    get: (method: string, parameters: Record<string, string>, accessToken?: string) =>
      send('GET', `${pdsUrl}/xrpc/${method}?${new URLSearchParams(parameters)}`, {
        token: accessToken ?? token.body.access_token,
      }),
    post: (method: string, json: object) =>
      send('POST', `${pdsUrl}/xrpc/${method}`, { token: token.body.access_token, json }),
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}
