import type { WordpressAccount } from './start.ts'

/**
 * Signs in at the site of `authorizeUrl` and decides on its consent page, as a person in a browser without JavaScript
 * would. Returns the URL of the client to which the site redirects. Throws if the site refuses.
 */
export async function wordpressConsent(
  authorizeUrl: string,
  account: Pick<WordpressAccount, 'login' | 'password'>,
  decision: 'allow' | 'cancel',
): Promise<string> {
  const visit = browse()
  const login = await visit(authorizeUrl)
  const consent = await visit(new URL('wp-login.php', new URL('..', authorizeUrl)).href, {
    ...hiddenFields(login.html),
    log: account.login,
    pwd: account.password,
  })
  const form = /<form action="([^"]*authorize-application\.php)".*?<\/form>/s.exec(consent.html)
  if (!form) throw new Error(`WordPress asks for no consent: ${consent.status} ${consent.html}`)
  const { status, location } = await visit(form[1]!, {
    ...hiddenFields(form[0]),
    app_name: attribute(/<input[^>]* name="app_name"[^>]*>/.exec(form[0])?.[0] ?? '', 'value'),
    ...(decision === 'allow' ? { approve: 'Yes' } : { reject: 'No' }),
  })
  if (!location) throw new Error(`WordPress did not redirect: ${status}`)
  return location
}

type Page = { status: number; html: string; location: string | null }

/** Keeps cookies, and follows redirects within the site. */
function browse() {
  const cookies = new Map<string, string>()
  return async function visit(url: string, form?: Record<string, string>): Promise<Page> {
    const response = await fetch(url, {
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      redirect: 'manual',
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    const html = await response.text()
    if (location && new URL(location, url).origin === new URL(url).origin) {
      return await visit(new URL(location, url).href)
    }
    return { status: response.status, html, location }
  }
}

function hiddenFields(html: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input type="hidden"[^>]*>/g)].map(([input]) => input)
  return Object.fromEntries(
    inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value')]),
  )
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  return value
    .replace(/&#0*(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot);/g, (_, entity: string) => characters[entity]!)
}
