import type { TestApp } from '../test-app.ts'

export type Method = 'GET' | 'POST'

/** The properties of a path outside the API. */
export type PageKind = {
  /** A page for people, a file, or text for programs. */
  is: 'html' | 'file' | 'program'
  /** Where it may redirect: nowhere, to a page of the service, or to another site that it checks. */
  leads: 'nowhere' | 'here' | 'away'
  /** The same for every caller: caches may store and revalidate it. */
  isPublic?: true
  /** May be framed by pages of the service. */
  isFramed?: true
}

/**
 * Every path outside the API. A test compares this table with the routes of the app, so that the rules
 * for pages are tested for each new page too.
 */
export const pages: Record<string, PageKind> = {
  'GET /health': { is: 'program', leads: 'nowhere' },
  'GET /ready': { is: 'program', leads: 'nowhere' },
  'GET /metrics': { is: 'program', leads: 'nowhere' },
  'GET /connect/callback/:platform': { is: 'html', leads: 'away' },
  'GET /connect/callback/:platform/:server': { is: 'html', leads: 'away' },
  'GET /connect/choose/:flowId': { is: 'html', leads: 'away' },
  'POST /connect/choose/:flowId': { is: 'html', leads: 'away' },
  'GET /connect/done': { is: 'html', leads: 'nowhere' },
  'POST /connect/done': { is: 'html', leads: 'here' },
  'GET /connect/preview': { is: 'html', leads: 'nowhere', isFramed: true },
  'GET /connect/:token': { is: 'html', leads: 'nowhere' },
  'POST /connect/:token/:platform': { is: 'html', leads: 'away' },
  'GET /connect/:token/:platform': { is: 'html', leads: 'here' },
  'GET /invite/:token': { is: 'html', leads: 'nowhere' },
  'POST /invite/:token': { is: 'html', leads: 'here' },
  'GET /approve/:token': { is: 'html', leads: 'nowhere' },
  'POST /approve/:token': { is: 'html', leads: 'here' },
  'GET /approve/:token/media/:id/:name{thumbnail|file}': { is: 'file', leads: 'nowhere' },
  'GET /report/:token': { is: 'html', leads: 'nowhere' },
  'GET /report/:token/media/:id/thumbnail': { is: 'file', leads: 'nowhere' },
  'GET /sign-in/provider': { is: 'html', leads: 'away' },
  'GET /sign-in/provider/callback': { is: 'html', leads: 'here' },
  'GET /media/:token/:name': { is: 'file', leads: 'nowhere' },
  'GET /logos/:name': { is: 'file', leads: 'nowhere' },
  'POST /platform-callbacks/:platform/deauthorize': { is: 'program', leads: 'nowhere' },
  'POST /platform-callbacks/:platform/data-deletion': { is: 'program', leads: 'nowhere' },
  'GET /privacy': { is: 'html', leads: 'nowhere' },
  'GET /data-deletion': { is: 'html', leads: 'nowhere' },
  'GET /data-deletion/:code': { is: 'html', leads: 'nowhere' },
  'GET /oauth-client-metadata.json': { is: 'program', leads: 'nowhere' },
  'GET /oauth/jwks.json': { is: 'program', leads: 'nowhere' },
  'GET /platform-webhooks/:platform': { is: 'program', leads: 'nowhere' },
  'POST /platform-webhooks/:platform': { is: 'program', leads: 'nowhere' },
  'GET /dashboard': { is: 'html', leads: 'here' },
  'GET /dashboard/*': { is: 'html', leads: 'nowhere' },
  'GET /docs': { is: 'html', leads: 'nowhere', isPublic: true },
  'GET /docs/errors': { is: 'html', leads: 'nowhere', isPublic: true },
  'GET /docs/events': { is: 'html', leads: 'nowhere', isPublic: true },
  'GET /docs/events/:name': { is: 'html', leads: 'nowhere', isPublic: true },
  'GET /docs/guides': { is: 'html', leads: 'nowhere', isPublic: true },
  'GET /docs/guides/:name': { is: 'html', leads: 'nowhere', isPublic: true },
  'GET /docs/reference/:name': { is: 'html', leads: 'nowhere', isPublic: true },
  'GET /docs/search': { is: 'html', leads: 'nowhere' },
  'GET /docs/search.json': { is: 'program', leads: 'nowhere' },
  'GET /docs/openapi.json': { is: 'program', leads: 'nowhere' },
  'GET /docs/assets/:name': { is: 'file', leads: 'nowhere' },
  'GET /': { is: 'html', leads: 'nowhere' },
}

/** The routes of the app outside the API, named as in `pages`. */
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

/** A pattern with every parameter replaced. */
export function pathOf(pattern: string, fill: string): string {
  return pattern.replaceAll(/:\w+|\*/g, fill)
}

export const base = (testApp: TestApp) => new URL(testApp.ctx.config.publicUrl)

/** Sends a same-origin request; follows no redirects. */
export async function ask(
  testApp: TestApp,
  method: Method,
  path: string,
  options: { headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; location: string | null; headers: Headers; text: string }> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const pageHeaders = { 'sec-fetch-site': 'same-origin', ...(method === 'POST' ? form : {}) }
  const response = await testApp.app.request(new URL(path, base(testApp)).href, {
    method,
    headers: { ...pageHeaders, ...options.headers },
    ...(method === 'POST' ? { body: options.body ?? '' } : {}),
  })
  const { status, headers } = response
  const isText = !/^(image|video)\//.test(headers.get('content-type') ?? '')
  const text = isText ? await response.text() : ''
  return { status, headers, text, location: headers.get('location') }
}

/** Every URL in the attributes of a document. */
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
