import type { PlatformValue } from '../src/core/networks.ts'
import type { TestApp } from './test-app.ts'

export type Landing = { status: number; location: string | null; text: string }

/** The person's choice on the platform's consent page. */
export type Decision = {
  decision: 'allow' | 'cancel'
  person?: string
  account?: string
  permissions?: string[]
  pages?: string[]
}

/** A client's browser: keeps cookies, follows no redirects that lead away from a callback. */
export function openBrowser(testApp: TestApp) {
  const jar = new Map<string, string>()

  const visit = async (
    method: 'GET' | 'POST' | 'HEAD',
    path: string,
    form?: Record<string, string | string[]>,
  ): Promise<Landing> => {
    const body = new URLSearchParams()
    for (const [name, values] of Object.entries(form ?? {})) {
      for (const value of [values].flat()) body.append(name, value)
    }
    const url = new URL(path, testApp.ctx.config.publicUrl)
    const response = await testApp.app.request(url.href, {
      method,
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: url.origin,
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(method === 'POST' ? { body: body.toString() } : {}),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair] = cookie.split(';')
      const [name, ...value] = pair!.split('=')
      jar.set(name!, value.join('='))
    }
    const location = response.headers.get('location')
    // The same callback, without the secret that its address had.
    if (response.status === 303 && location?.startsWith('/connect/callback/')) {
      return await visit('GET', location)
    }
    return {
      status: response.status,
      location,
      text: await response.text(),
    }
  }

  /** What Anna enters where a platform asks for her server. */
  const entered: Partial<Record<PlatformValue, string>> = {
    mastodon: `mastodon.localhost:${new URL(testApp.sandbox.url).port}`,
    wordpress: `blog.localhost:${new URL(testApp.sandbox.url).port}`,
    bluesky: 'anna.test',
  }

  /** Clicks the platform's button on the hosted page; returns the platform's authorization URL. */
  const startLogin = async (linkUrl: string, platform: PlatformValue): Promise<string> => {
    const server = entered[platform]
    const form = server ? { server } : {}
    const landing = await visit('POST', `${new URL(linkUrl).pathname}/${platform}`, form)
    if (!landing.location) throw new Error(`no redirect: ${landing.status} ${landing.text}`)
    return landing.location
  }

  /** Decides on the platform's consent page; returns the path of the callback it redirects to. */
  const decide = async (authorizeUrl: string, decision: Decision): Promise<string> => {
    const response = await testApp.sandbox.control('POST', '/authorize', {
      url: authorizeUrl,
      ...decision,
    })
    if (!response.redirect) throw new Error(JSON.stringify(response))
    const back = new URL(response.redirect)
    return back.pathname + back.search
  }

  /** Opens an approval page and decides on a post; `page` is one that was opened before. */
  const decideOn = async (
    url: string,
    postId: string,
    decision: 'approved' | 'changes_requested',
    comment = '',
    page?: string,
  ): Promise<Landing> => {
    const { pathname } = new URL(url)
    const text = page ?? (await visit('GET', pathname)).text
    const section = text.slice(text.indexOf(`id="${postId}"`))
    const shown = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(section)![1]!
    return await visit('POST', pathname, {
      post: postId,
      version: shown('version'),
      seen: shown('seen'),
      late: shown('late'),
      decision,
      comment,
    })
  }

  return {
    jar,
    visit,
    decideOn,
    begin: startLogin,
    decide,
    /** The whole login: button, decision, callback. */
    login: async (linkUrl: string, platform: PlatformValue, decision: Decision): Promise<Landing> =>
      await visit('GET', await decide(await startLogin(linkUrl, platform), decision)),
  }
}

/** The query parameters with which the client is redirected to the owner's application. */
export function returnQuery(landing: Landing): Record<string, string> {
  if (!landing.location) throw new Error(`no redirect: ${landing.status} ${landing.text}`)
  return Object.fromEntries(new URL(landing.location).searchParams)
}
