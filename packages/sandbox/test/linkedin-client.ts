import type { SandboxOptions } from '../src/sandbox.ts'
import { type Body, callback, openSandbox, type SandboxClient } from './client.ts'

export const anna = 'urn:li:person:annaSandbox1'
export const bakery = 'urn:li:organization:2414001'
export const market = 'urn:li:organization:2414003'
export const shareScopes = 'openid profile w_member_social'
export const pageScopes =
  'r_basicprofile rw_organization_admin r_organization_social w_organization_social w_member_social'

export type Answer = { status: number; headers: Headers; body: Body }
type Call = (
  method: string,
  path: string,
  more?: { json?: unknown; headers?: Record<string, string>; bytes?: Uint8Array<ArrayBuffer> },
) => Promise<Answer>

export async function openLinkedin(options: SandboxOptions = {}) {
  const client = await openSandbox(options)
  await client.control('PUT', '/apps/linkedin', { redirect_uris: [callback] })
  return client
}

export function authorizePath(scope: string, changes: Record<string, string> = {}): string {
  const params = new URLSearchParams({
    response_type: 'code',
    client_id: '77sandboxlinkedin',
    redirect_uri: callback,
    state: 'st4te',
    scope,
    ...changes,
  })
  return `/linkedin/www/oauth/v2/authorization?${params}`
}

export async function oauth(client: SandboxClient, path: string, form: Record<string, string>) {
  const app = { client_id: '77sandboxlinkedin', client_secret: 'sandbox-linkedin-secret' }
  const body = new URLSearchParams({ ...app, ...form })
  return await client.call(`/linkedin/www/oauth/v2/${path}`, { method: 'POST', body })
}

/** Logs Anna in. Returns the answer of the token endpoint. */
export async function logIn(client: SandboxClient, scope = pageScopes): Promise<Body> {
  const url = authorizePath(scope)
  const back = await client.consent({ url, person: 'anna', account: 'annabergmann' })
  const code = back.searchParams.get('code')!
  const form = { grant_type: 'authorization_code', code, redirect_uri: callback }
  return (await oauth(client, 'accessToken', form)).body
}

/** Calls with a token and the usual headers; a header that is empty is left out. */
export function caller(client: SandboxClient, token: unknown): Call {
  return async (method, path, { json, headers = {}, bytes } = {}) => {
    const all = {
      authorization: `Bearer ${String(token)}`,
      'linkedin-version': '202607',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    }
    const sent = Object.entries(all).filter(([, value]) => value !== '')
    const url = path.startsWith('http') ? path : `/linkedin/api${path}`
    const body = json === undefined ? (bytes ?? null) : JSON.stringify(json)
    return await client.call(url, { method, headers: Object.fromEntries(sent), body })
  }
}

export function postOf(author: string, commentary: string, more: object = {}) {
  return {
    author,
    commentary,
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED' },
    lifecycleState: 'PUBLISHED',
    ...more,
  }
}
