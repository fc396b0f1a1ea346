import { createHash } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { mastodon } from '../src/mastodon/network.ts'
import { createSandbox, type SandboxServer } from '../src/sandbox.ts'
import type { Body } from './client.ts'
import { serverFetch } from './server-fetch.ts'

export type Answer = { status: number; headers: Headers; text: string; body: Body }

export type MastodonClient = {
  sandbox: SandboxServer
  /** The origin of a server. */
  origin(label?: string): string
  /** A request to a server: `/api/…` of the current one, or an address. */
  call(address: string, init?: RequestInit): Promise<Answer>
  /** A JSON request to the control API. Throws on an error status. */
  control<T = Body>(method: string, path: string, body?: unknown): Promise<T>
}

export type App = { label: string; client_id: string; client_secret: string }

export const callback = 'https://app.example/connect/callback/mastodon'
export const scopes = 'read:accounts read:statuses read:notifications write:statuses write:media'
export const verifier = 'v'.repeat(43)
export const challenge = createHash('sha256').update(verifier).digest('base64url')

const start = Date.UTC(2026, 10, 3, 12)

/** Starts a sandbox with Mastodon only. Its time stands still until the test moves it. */
export async function openMastodon(): Promise<MastodonClient> {
  const sandbox = createSandbox({ networks: [mastodon], now: () => new Date(start) })
  onTestFinished(() => sandbox.close())
  const { url, port } = await sandbox.listen(0)
  const origin = (label = 'mastodon') => `http://${label}.localhost:${port}`
  const call: MastodonClient['call'] = async (address, init) => {
    const response = await serverFetch(
      address.startsWith('http') ? address : origin() + address,
      init,
    )
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const body = isJson ? (JSON.parse(text) as Body) : {}
    return { status: response.status, headers: response.headers, text, body }
  }
  const control: MastodonClient['control'] = async <T>(
    method: string,
    path: string,
    body?: unknown,
  ) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await call(`${url}/control${path}`, { method, ...json })
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.text}`)
    return response.body as T
  }
  return { sandbox, origin, call, control }
}

export function form(params: Record<string, string> | [string, string][]): RequestInit {
  return { method: 'POST', body: new URLSearchParams(params) }
}

export async function register(
  client: MastodonClient,
  label = 'mastodon',
  changes: Record<string, string> = {},
): Promise<App> {
  const params = { client_name: 'Postern', redirect_uris: callback, scopes, ...changes }
  const { body } = await client.call(`${client.origin(label)}/api/v1/apps`, form(params))
  return {
    label,
    client_id: String(body.client_id),
    client_secret: String(body.client_secret),
  }
}

/** The authorize address of the app, without PKCE. */
export function authorizeUrl(
  client: MastodonClient,
  app: App,
  changes: Record<string, string> = {},
): string {
  const params = new URLSearchParams({
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri: callback,
    scope: scopes,
    state: 'st4te',
    ...changes,
  })
  return `${client.origin(app.label)}/oauth/authorize?${params}`
}

/** Allows the app as this person. Returns the code. */
export async function codeFor(
  client: MastodonClient,
  app: App,
  changes: Record<string, string> = {},
  person = 'anna',
): Promise<string> {
  const url = authorizeUrl(client, app, changes)
  const { redirect } = await client.control('POST', '/authorize', {
    url,
    person,
    decision: 'allow',
  })
  return new URL(String(redirect)).searchParams.get('code') ?? ''
}

export function exchange(client: MastodonClient, app: App, code: string, more = {}) {
  const { label, client_id, client_secret } = app
  const params = { grant_type: 'authorization_code', client_id, client_secret }
  const request = form({ ...params, code, redirect_uri: callback, ...more })
  return client.call(`${client.origin(label)}/oauth/token`, request)
}

/** Calls with `lang=en`, unless the path names another language. */
export type Caller = (path: string, init?: RequestInit) => Promise<Answer>

/** A registered app with a person's token. Returns a function that calls with it. */
export async function connect(
  client: MastodonClient,
  options: { label?: string; person?: string; scope?: string } = {},
): Promise<Caller> {
  const { label = 'mastodon', person = 'anna', scope = scopes } = options
  const app = await register(client, label, { scopes: scope })
  const { body } = await exchange(client, app, await codeFor(client, app, { scope }, person))
  return callerWith(client, label, String(body.access_token))
}

export function callerWith(client: MastodonClient, label: string, token: string): Caller {
  return (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${token}`)
    const url = new URL(path, client.origin(label))
    if (!url.searchParams.has('lang')) url.searchParams.set('lang', 'en')
    return client.call(url.href, { ...init, headers })
  }
}

/** `POST /api/v1/statuses`, optionally with an Idempotency-Key. */
export function publish(
  caller: Caller,
  params: Record<string, string> | [string, string][],
  key?: string,
): Promise<Answer> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return caller('/api/v1/statuses', { ...form(params), headers })
}

/** A server with Anna connected. */
export async function openAs(
  label = 'mastodon',
): Promise<{ client: MastodonClient; caller: Caller }> {
  const client = await openMastodon()
  return { client, caller: await connect(client, { label }) }
}

/** The number of statuses of the account. */
export async function statusesOf(caller: Caller): Promise<unknown> {
  return (await caller('/api/v1/accounts/verify_credentials')).body.statuses_count
}
