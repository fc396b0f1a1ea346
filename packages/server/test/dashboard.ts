import type { ApiResponse, TestApp } from './test-app.ts'

export type DashboardBrowser = ReturnType<typeof openDashboard>

type Options = { headers?: Record<string, string>; profile?: string; ip?: string }

/** A browser on the dashboard: keeps the session cookie and sends `Sec-Fetch-Site`. */
export function openDashboard(testApp: TestApp, options: { ip?: string } = {}) {
  let cookie: string | null = null
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    request: Options = {},
  ): Promise<ApiResponse> => {
    const headers = new Headers({
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      ...request.headers,
    })
    if (cookie) headers.set('cookie', cookie)
    if (request.profile) headers.set('service-profile', request.profile)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const remoteAddress = request.ip ?? options.ip ?? '203.0.113.7'
    const response = await testApp.app.request(
      path,
      { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
      { incoming: { socket: { remoteAddress } } },
    )
    const [set] = response.headers.getSetCookie()
    if (set) cookie = /Max-Age=0/.test(set) ? null : set.split(';')[0]!
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('application/json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    }
  }
  return {
    call,
    cookie: () => cookie,
    useCookie: (value: string | null) => {
      cookie = value
    },
  }
}

export const password = 'correct horse battery'

/** The token in the fragment of a sign-in link, or of the link in an email. */
export function tokenOf(text: string): string {
  return /#token=([\w-]+)/.exec(text)![1]!
}

/** Signs the owner in with the link of the first start. */
export async function signInOwner(
  testApp: TestApp,
  input: { email?: string; name?: string } = {},
): Promise<DashboardBrowser> {
  const browser = openDashboard(testApp)
  const response = await browser.call('POST', '/v1/session/redeem', {
    token: tokenOf(testApp.signInUrl),
    password,
    email: input.email ?? 'olga@example.com',
    name: input.name ?? 'Olga',
  })
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return browser
}

export const sam = { name: 'Sam', email: 'sam@example.com', role: 'staff' as const }

/** Adds a member as the owner; by default Sam, a staff member. */
export async function addMember(
  owner: DashboardBrowser,
  input: object = {},
): Promise<{ id: string }> {
  const response = await owner.call('POST', '/v1/members', { ...sam, ...input })
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body
}

/** Creates a sign-in link for the member; returns its token. */
export async function createSignInToken(owner: DashboardBrowser, id: string): Promise<string> {
  const { body } = await owner.call('POST', `/v1/members/${id}/sign-in-link`)
  return tokenOf(body.url)
}

/** Redeems a sign-in link in a new browser with the chosen password. */
export async function redeemLink(testApp: TestApp, token: string, chosen = password) {
  const browser = openDashboard(testApp)
  const response = await browser.call('POST', '/v1/session/redeem', { token, password: chosen })
  return { browser, response }
}
