import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { bluesky } from '../src/bluesky/network.ts'
import { serverOrigin } from '../src/core/hosts.ts'
import { createSandbox, type SandboxOptions, type SandboxServer } from '../src/sandbox.ts'
import { serverFetch } from './server-fetch.ts'

export type Body = Record<string, unknown>
export type Answer = { status: number; headers: Headers; body: Body }
type Server = 'pds' | 'otherpds' | 'entryway'
type Issuer = 'entryway' | 'otherpds'

export const dids = {
  anna: 'did:plc:annabergmannsandbox22222',
  ben: 'did:plc:benokaforsandbox22222222',
  chiara: 'did:plc:chiararossisandbox222222',
}
export const redirectUri = 'http://127.0.0.1:4000/connect/callback/bluesky'
export const POST = 'app.bsky.feed.post'
export const GATE = 'app.bsky.feed.threadgate'
export const allScopes = [
  'atproto',
  `repo:${POST}`,
  `repo:${GATE}`,
  'blob:*/*',
  'rpc:app.bsky.feed.getPostThread?aud=*',
  'rpc:app.bsky.feed.getPosts?aud=*',
  'rpc:app.bsky.feed.getAuthorFeed?aud=*',
  'rpc:app.bsky.actor.getProfile?aud=*',
  'rpc:app.bsky.notification.listNotifications?aud=*',
  'rpc:com.atproto.repo.uploadBlob?aud=*',
].join(' ')

export type Client = {
  sandbox: SandboxServer
  url: string
  origin(server: Server): string
  control<T = Body>(method: string, path: string, body?: unknown): Promise<T>
  settings(values: Body): Promise<unknown>
  advance(seconds: number): Promise<unknown>
}

export async function openBluesky(options: SandboxOptions = {}): Promise<Client> {
  const sandbox = createSandbox({ networks: [bluesky], ...options })
  onTestFinished(() => sandbox.close())
  const { url } = await sandbox.listen(0)
  const control: Client['control'] = async (method, path, body) => {
    const init: RequestInit = { method, headers: { 'content-type': 'application/json' } }
    if (body !== undefined) init.body = JSON.stringify(body)
    const response = await fetch(`${url}/control${path}`, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
    return text ? JSON.parse(text) : {}
  }
  return {
    sandbox,
    url,
    origin: (server) => serverOrigin(sandbox.context, server),
    control,
    settings: (values) => control('PUT', '/settings', values),
    advance: (advance_seconds) => control('POST', '/clock', { advance_seconds }),
  }
}

export type Key = { private: ReturnType<typeof newPair>['privateKey']; public: Body }

const newPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

export function newKey(): Key {
  const { privateKey, publicKey } = newPair()
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  return { private: privateKey, public: { kty, crv, x, y } }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An ES256 JWT; `der` signs it in the wrong form. */
export function signJwt(key: Key, header: Body, claims: Body, der = false): string {
  const text = `${encode({ alg: 'ES256', ...header })}.${encode(claims)}`
  const dsaEncoding = der ? 'der' : 'ieee-p1363'
  const signature = sign('sha256', Buffer.from(text), { key: key.private, dsaEncoding })
  return `${text}.${signature.toString('base64url')}`
}

export type ProofChanges = { claims?: Body; header?: Body; der?: boolean; key?: Key }

export function proof(key: Key, claims: Body, changes: ProofChanges = {}): string {
  const signer = changes.key ?? key
  return signJwt(
    signer,
    { typ: 'dpop+jwt', jwk: signer.public, ...changes.header },
    { jti: randomUUID(), iat: Math.floor(Date.now() / 1000), ...claims, ...changes.claims },
    changes.der,
  )
}

export async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  let body: Body = {}
  try {
    body = JSON.parse(text)
  } catch {
    body = { text }
  }
  return { status: response.status, headers: response.headers, body }
}

export const get = async (address: string) => read(await serverFetch(address))

export type Call = {
  method?: string
  form?: Record<string, string>
  json?: unknown
  bytes?: Uint8Array
  type?: string
  token?: string
  nonce?: string | null
  proof?: ProofChanges
  key?: Key
}

/** One request with a DPoP proof, without a retry. */
export async function send(address: string, call: Call): Promise<Answer> {
  const { key = newKey(), token, nonce, form, json, bytes, type } = call
  const method = call.method ?? (form || json || bytes ? 'POST' : 'GET')
  const claims: Body = { htm: method, htu: address.split('?')[0] }
  if (nonce) claims.nonce = nonce
  if (token) claims.ath = await hash(token)
  const headers: Record<string, string> = { dpop: proof(key, claims, call.proof) }
  if (token) headers.authorization = `DPoP ${token}`
  if (type) headers['content-type'] = type
  if (json !== undefined) headers['content-type'] = 'application/json'
  const body = form ? new URLSearchParams(form) : json !== undefined ? JSON.stringify(json) : bytes
  const init: RequestInit = { method, headers }
  if (body !== undefined) init.body = body as NonNullable<RequestInit['body']>
  return read(await serverFetch(address, init))
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', Buffer.from(text))
  return Buffer.from(digest).toString('base64url')
}

/** A request that gets the server's nonce first. */
export async function sendWithNonce(address: string, call: Call): Promise<Answer> {
  const key = call.key ?? newKey()
  const first = await send(address, { ...call, key, nonce: null, proof: {} })
  return send(address, { ...call, key, nonce: first.headers.get('dpop-nonce') })
}

export type Pushed = { request_uri: string; verifier: string; key: Key; clientId: string }

export function developmentClientId(scope = allScopes, redirect = redirectUri): string {
  return `http://localhost?${new URLSearchParams({ redirect_uri: redirect, scope })}`
}

export type PushInput = {
  issuer?: Issuer
  clientId?: string
  scope?: string
  key?: Key
  changes?: Record<string, string>
}

export async function push(client: Client, input: PushInput = {}): Promise<Answer & Pushed> {
  const { issuer = 'entryway', key = newKey(), scope = allScopes } = input
  const clientId = input.clientId ?? developmentClientId()
  const verifier = randomBytes(32).toString('base64url')
  const form = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    response_mode: 'query',
    scope,
    state: 'st4te',
    code_challenge: await hash(verifier),
    code_challenge_method: 'S256',
    ...input.changes,
  }
  const answer = await sendWithNonce(`${client.origin(issuer)}/oauth/par`, { key, form })
  return { ...answer, request_uri: String(answer.body.request_uri), verifier, key, clientId }
}

export function authorizeUrl(client: Client, pushed: Pushed, issuer: Issuer = 'entryway'): string {
  const { clientId: client_id, request_uri } = pushed
  const query = new URLSearchParams({ client_id, request_uri })
  return `${client.origin(issuer)}/oauth/authorize?${query}`
}

export async function decide(client: Client, url: string, input: Body = {}): Promise<URL> {
  const body = { url, decision: 'allow', ...input }
  const { redirect } = await client.control('POST', '/authorize', body)
  return new URL(String(redirect))
}

export type Session = {
  did: string
  pds: 'pds' | 'otherpds'
  issuer: Issuer
  clientId: string
  key: Key
  access: string
  refresh: string
  scope: string
}

export function exchange(
  client: Client,
  pushed: Pushed,
  code: string,
  changes: Record<string, string> = {},
  issuer: Issuer = 'entryway',
  key = pushed.key,
): Promise<Answer> {
  const form = {
    grant_type: 'authorization_code',
    client_id: pushed.clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: pushed.verifier,
    ...changes,
  }
  return sendWithNonce(`${client.origin(issuer)}/oauth/token`, { key, form })
}

/** Logs an account in with the development client. */
export async function login(
  client: Client,
  account: keyof typeof dids = 'anna',
  input: PushInput = {},
): Promise<Session> {
  const issuer = account === 'ben' ? 'otherpds' : 'entryway'
  const pushed = await push(client, { issuer, ...input })
  const back = await decide(client, authorizeUrl(client, pushed, issuer), {
    account: `${account}.test`,
  })
  const code = back.searchParams.get('code') ?? ''
  const { body } = await exchange(client, pushed, code, {}, issuer)
  return {
    did: String(body.sub),
    pds: account === 'ben' ? 'otherpds' : 'pds',
    issuer,
    clientId: pushed.clientId,
    key: pushed.key,
    access: String(body.access_token),
    refresh: String(body.refresh_token),
    scope: String(body.scope),
  }
}

export function refresh(client: Client, session: Session): Promise<Answer> {
  const { clientId: client_id, refresh: refresh_token, key, issuer } = session
  const form = { grant_type: 'refresh_token', client_id, refresh_token }
  return sendWithNonce(`${client.origin(issuer)}/oauth/token`, { key, form })
}

/** Calls a method of the account's PDS. */
export function call(
  client: Client,
  session: Session,
  method: string,
  more: Call & { query?: Record<string, string> | URLSearchParams } = {},
): Promise<Answer> {
  const { query, ...rest } = more
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const address = `${client.origin(session.pds)}/xrpc/${method}${search}`
  return sendWithNonce(address, { key: session.key, token: session.access, ...rest })
}

export const createdAt = '2026-11-21T01:04:28.127Z'

/** Writes a post with `putRecord` and `swapRecord: null`, as an app that publishes once. */
export function putPost(
  client: Client,
  session: Session,
  rkey: string,
  record: Body,
  more: Body = {},
): Promise<Answer> {
  const full = { $type: POST, createdAt, ...record }
  const json = {
    repo: session.did,
    collection: POST,
    rkey,
    swapRecord: null,
    record: full,
    ...more,
  }
  return call(client, session, 'com.atproto.repo.putRecord', { json })
}
