import type { TestApp } from '../test-app.ts'

export type Method = 'GET' | 'POST'

/** What is at an address that is no part of the API. */
export type PageKind = {
  /** A document for a person, a file, or words for a program. */
  is: 'html' | 'file' | 'program'
  /** Where a 3xx of it may lead: nowhere, to a page of the service, or wherever its rule says. */
  leads: 'nowhere' | 'here' | 'away'
  /** It is the same for every caller: a cache may keep it and asks whether it still holds. */
  isPublic?: true
  /** May stand in a frame of our own pages. */
  isFramed?: true
}

/**
 * Every address beside the API, as the app has it. A test compares the two: a new page is written down
 * here with what it is, and is held to the rules of all pages from then on.
 */
export const pages: Record<string, PageKind> = {
  'GET /health': { is: 'program', leads: 'nowhere' },
  'GET /ready': { is: 'program', leads: 'nowhere' },
  'GET /metrics': { is: 'program', leads: 'nowhere' },
  'GET /connect/callback/:platform': { is: 'html', leads: 'away' },
  'GET /connect/choose/:flowId': { is: 'html', leads: 'away' },
  'POST /connect/choose/:flowId': { is: 'html', leads: 'away' },
  'GET /connect/done': { is: 'html', leads: 'nowhere' },
  'GET /connect/preview': { is: 'html', leads: 'nowhere', isFramed: true },
  'GET /connect/:token': { is: 'html', leads: 'nowhere' },
  'POST /connect/:token/:platform': { is: 'html', leads: 'away' },
  'GET /connect/:token/:platform': { is: 'html', leads: 'here' },
  'GET /media/:token/:name': { is: 'file', leads: 'nowhere' },
  'POST /platform-callbacks/:platform/deauthorize': { is: 'program', leads: 'nowhere' },
  'POST /platform-callbacks/:platform/data-deletion': { is: 'program', leads: 'nowhere' },
  'GET /data-deletion/:code': { is: 'html', leads: 'nowhere' },
  'GET /platform-webhooks/:platform': { is: 'program', leads: 'nowhere' },
  'POST /platform-webhooks/:platform': { is: 'program', leads: 'nowhere' },
  'GET /dashboard': { is: 'html', leads: 'here' },
  'GET /dashboard/*': { is: 'html', leads: 'nowhere' },
  'GET /docs': { is: 'html', leads: 'nowhere', isPublic: true },
  'GET /docs/errors': { is: 'html', leads: 'nowhere', isPublic: true },
  'GET /docs/openapi.json': { is: 'program', leads: 'nowhere' },
  'GET /docs/assets/:name': { is: 'file', leads: 'nowhere' },
  'GET /': { is: 'html', leads: 'nowhere' },
}

/** The addresses that the app answers beside the API, as the table names them. */
export function pagesOf(testApp: TestApp): string[] {
  const names = testApp.app.routes
    .filter(({ method, path }) => method !== 'ALL' && !path.startsWith('/v1/'))
    .map(({ method, path }) => `${method} ${path}`)
  return [...new Set(names)]
}

/** The method and the pattern of a name in the table. */
export function partsOf(name: string): { method: Method; pattern: string } {
  const [method, pattern] = name.split(' ')
  return { method: method as Method, pattern: pattern! }
}

/** A pattern with every open part filled. */
export function pathOf(pattern: string, fill: string): string {
  return pattern.replaceAll(/:\w+|\*/g, fill)
}

export const base = (testApp: TestApp) => new URL(testApp.ctx.config.publicUrl)

/** A request as it comes from outside: with its cookies and headers, followed nowhere. */
export async function ask(
  testApp: TestApp,
  method: Method,
  path: string,
  given: { headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; location: string | null; headers: Headers; text: string }> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const own = { 'sec-fetch-site': 'same-origin', ...(method === 'POST' ? form : {}) }
  const response = await testApp.app.request(new URL(path, base(testApp)).href, {
    method,
    headers: { ...own, ...given.headers },
    ...(method === 'POST' ? { body: given.body ?? '' } : {}),
  })
  const { status, headers } = response
  const isText = !/^(image|video)\//.test(headers.get('content-type') ?? '')
  const text = isText ? await response.text() : ''
  return { status, headers, text, location: headers.get('location') }
}

/** Every address that a document leads to, loads from or sends a form to. */
export function addressesIn(html: string): string[] {
  const attribute = /\s(?:href|src|action|formaction|srcset|data|poster|content)="([^"]*)"/gi
  return [...html.matchAll(attribute)].map((match) =>
    match[1]!
      .replaceAll('&amp;', '&')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>'),
  )
}
