import { type Button, type Form, formsOf, headingOf } from './page.ts'
import { StepFailed, say } from './report.ts'

export type Page = { url: URL; status: number; text: string; heading: string; forms: Form[] }

export type Browser = {
  open(url: string): Promise<Page>
  /** Presses the button of this value, or the one of the form whose action ends with it. */
  press(page: Page, wanted: string, ticked?: Ticked): Promise<Page>
}

/** The values of the check boxes to be ticked; without it they stay as the page has them. */
type Ticked = readonly string[] | 'all'

type Cookie = { host: string; path: string; name: string; value: string }

const redirectsMax = 10
const valueCharsMax = 18

/** A client's browser without scripts: cookies, forms, redirects, and nothing else. */
export function openBrowser(): Browser {
  const jar: Cookie[] = []
  return {
    open: (url) => go(jar, new URL(url), null),
    press: async (page, wanted, ticked) => {
      for (const form of page.forms) {
        const isForm = form.action.endsWith(`/${wanted}`)
        const button = form.buttons.find(({ value }) => isForm || value === wanted)
        if (button) return await submit(jar, page, form, button, ticked)
      }
      throw new StepFailed(`The page "${page.heading}" (${page.status}) has no button ${wanted}.`)
    },
  }
}

async function submit(jar: Cookie[], page: Page, form: Form, button: Button, ticked?: Ticked) {
  const sent = new URLSearchParams()
  for (const { type, name, value, checked } of form.fields) {
    const isTicked = ticked ? ticked === 'all' || ticked.includes(value) : checked
    if (type !== 'checkbox' || isTicked) sent.append(name, value)
  }
  if (button.name) sent.append(button.name, button.value)
  say(`press  "${button.text}"`)
  const target = new URL(form.action, page.url)
  if (form.method === 'POST') return await go(jar, target, { sent, from: page.url })
  target.search = sent.toString()
  return await go(jar, target, null)
}

type Posted = { sent: URLSearchParams; from: URL }

/** Follows redirects as a browser does: what follows a POST is a GET. */
async function go(jar: Cookie[], start: URL, posted: Posted | null): Promise<Page> {
  let url = start
  let form = posted
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        'accept-language': 'en',
        cookie: cookiesFor(jar, url),
        ...(form ? fromForm(form, url) : {}),
      },
      ...(form ? { body: form.sent.toString() } : {}),
      signal: AbortSignal.timeout(15_000),
    })
    keepCookies(jar, url, response.headers)
    const text = await response.text()
    say(`${form ? 'POST  ' : 'GET   '} ${shortOf(url)}  →  ${response.status}`)
    const next = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || !next) {
      return { url, status: response.status, text, heading: headingOf(text), forms: formsOf(text) }
    }
    url = new URL(next, url)
    form = null
  }
  throw new StepFailed(`More than ${redirectsMax} redirects, the last to ${shortOf(url)}`)
}

/** The address with the short values of its query; long ones may be codes and states. */
function shortOf(url: URL): string {
  const query = [...url.searchParams].map(([name, value]) => {
    return `${name}=${value.length <= valueCharsMax ? value : '…'}`
  })
  return `${url.origin}${url.pathname}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

function fromForm(form: Posted, target: URL): Record<string, string> {
  return {
    'content-type': 'application/x-www-form-urlencoded',
    origin: form.from.origin,
    'sec-fetch-site': form.from.origin === target.origin ? 'same-origin' : 'cross-site',
  }
}

function cookiesFor(jar: Cookie[], url: URL): string {
  return jar
    .filter((cookie) => cookie.host === url.hostname && url.pathname.startsWith(cookie.path))
    .map((cookie) => `${cookie.name}=${cookie.value}`)
    .join('; ')
}

function keepCookies(jar: Cookie[], url: URL, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [pair = '', ...rest] = line.split(/;\s*/)
    const [name = '', ...value] = pair.split('=')
    const attributes = new Map(
      rest.map((each) => each.toLowerCase().split('=') as [string, string]),
    )
    const path = attributes.get('path') ?? '/'
    const old = jar.findIndex((each) => each.name === name && each.host === url.hostname)
    if (old >= 0) jar.splice(old, 1)
    if (attributes.get('max-age') === '0') continue
    jar.push({ host: url.hostname, path, name, value: value.join('=') })
  }
}
