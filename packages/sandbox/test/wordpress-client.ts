import { onTestFinished } from 'vitest'
import { createSandbox, type SandboxServer } from '../src/sandbox.ts'
import { wordpress } from '../src/wordpress/network.ts'
import type { Body } from './client.ts'
import { serverFetch } from './server-fetch.ts'

export type Answer = { status: number; headers: Headers; text: string; body: Body }
/** A call below `wp/v2/`; with a body it is a POST. */
export type Caller = (route: string, json?: object, method?: string) => Promise<Answer>

export type WordpressClient = {
  sandbox: SandboxServer
  origin(label?: string): string
  request(address: string, init?: RequestInit): Promise<Answer>
  /** A JSON request to the control API. Throws on an error status. */
  control<T = Body>(method: string, path: string, body?: unknown): Promise<T>
  /** Calls as this person, by a new password; null is a visitor. */
  as(person: string | null, label?: string): Promise<Caller>
  /** Calls with any login. */
  with(login: string, label?: string): Caller
}

const start = Date.UTC(2026, 10, 3, 12)
export const success = 'https://app.example/connect/callback/wordpress?state=st4te'

/** Starts a sandbox with WordPress only. Its time stands still until the test moves it. */
export async function openWordpress(): Promise<WordpressClient> {
  const sandbox = createSandbox({ networks: [wordpress], now: () => new Date(start) })
  onTestFinished(() => sandbox.close())
  const { url, port } = await sandbox.listen(0)
  const origin = (label = 'blog') => `http://${label}.localhost:${port}`
  const request: WordpressClient['request'] = async (address, init) => {
    const at = address.startsWith('http') ? address : origin() + address
    const response = await serverFetch(at, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const body = isJson ? (JSON.parse(text) as Body) : {}
    return { status: response.status, headers: response.headers, text, body }
  }
  const control: WordpressClient['control'] = async <T>(
    method: string,
    path: string,
    body?: unknown,
  ) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await request(`${url}/control${path}`, { method, ...json })
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.text}`)
    return response.body as T
  }
  const callerWith =
    (login: string | null, label = 'blog'): Caller =>
    (route, json, method = json ? 'POST' : 'GET') => {
      const [path = '', query = ''] = route.split('?')
      const address =
        label === 'blog'
          ? `/wp-json/wp/v2/${path}?${query}`
          : `${origin(label)}/?rest_route=/wp/v2/${path}&${query}`
      const headers = { ...(json ? { 'content-type': 'application/json' } : {}), ...basic(login) }
      return request(address, { method, headers, ...(json ? { body: JSON.stringify(json) } : {}) })
    }
  return {
    sandbox,
    origin,
    request,
    control,
    as: async (person, label = 'blog') =>
      callerWith(person && (await allow({ control, origin }, person, label)).login, label),
    with: callerWith,
  }
}

/** Allows an app as this person. Returns the parameters of the return, and the login. */
export async function allow(
  { control, origin }: Pick<WordpressClient, 'control' | 'origin'>,
  person: string,
  label = 'blog',
) {
  const url = `${origin(label)}/wp-admin/authorize-application.php?${consent()}`
  const { redirect } = await control('POST', '/authorize', { url, person, decision: 'allow' })
  const { searchParams } = new URL(String(redirect))
  const login = `${searchParams.get('user_login')}:${searchParams.get('password')}`
  return { params: Object.fromEntries(searchParams), login }
}

export function consent(more: Record<string, string> = {}): URLSearchParams {
  const app = { app_name: 'Reader', app_id: '11111111-2222-4333-8444-555555555555' }
  return new URLSearchParams({ ...app, success_url: success, ...more })
}

function basic(login: string | null): Record<string, string> {
  return login ? { authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {}
}
