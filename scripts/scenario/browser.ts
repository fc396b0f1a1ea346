import { lookup } from 'node:dns'
import { Agent, fetch } from 'undici'
import { type Button, type Form, formsOf, headingOf } from './page.ts'
import { print, StepFailed } from './report.ts'

export type Page = { url: URL; status: number; text: string; heading: string; forms: Form[] }

export type Browser = {
  open(url: string): Promise<Page>
  /** Presses the button with this value, or the one in the form whose action ends with it. */
  press(page: Page, button: string, ticked?: Ticked): Promise<Page>
}

/** The values of the checkboxes to select. By default the page's selection is kept. */
type Ticked = readonly string[] | 'all'

type Cookie = { host: string; path: string; name: string; value: string }

/** Like a browser, connects names below `localhost` to this machine; not every system does. */
const agent = new Agent({
  connect: {
    lookup: (host, options, callback) => {
      if (!host.endsWith('.localhost')) return lookup(host, options, callback)
      callback(null, [{ address: '127.0.0.1', family: 4 }])
    },
  },
})
const redirectsMax = 10
const valueCharsMax = 18

/** A minimal browser without scripts: cookies, forms and redirects. */
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
  const params = new URLSearchParams()
  for (const { type, name, value, checked } of form.fields) {
    const isTicked = ticked ? ticked === 'all' || ticked.includes(value) : checked
    if (type !== 'checkbox' || isTicked) params.append(name, value)
  }
  if (button.name) params.append(button.name, button.value)
  print(`press  "${button.text}"`)
  const target = new URL(form.action, page.url)
  if (form.method === 'POST') return await go(jar, target, { sent: params, from: page.url })
  target.search = params.toString()
  return await go(jar, target, null)
}

type FormPost = { sent: URLSearchParams; from: URL }

/** Sends a request and follows redirects. A redirect after a POST is a GET. */
async function go(jar: Cookie[], start: URL, posted: FormPost | null): Promise<Page> {
  let url = start
  let form = posted
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    const response = await fetch(url, {
      dispatcher: agent,
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
    print(`${form ? 'POST  ' : 'GET   '} ${shortOf(url)}  →  ${response.status}`)
    const next = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || !next) {
      return { url, status: response.status, text, heading: headingOf(text), forms: formsOf(text) }
    }
    url = new URL(next, url)
    form = null
  }
  throw new StepFailed(`More than ${redirectsMax} redirects, the last to ${shortOf(url)}`)
}

/** The URL to print, without long query values, which may be codes and states. */
function shortOf(url: URL): string {
  const query = [...url.searchParams].map(([name, value]) => {
    return `${name}=${value.length <= valueCharsMax ? value : '…'}`
  })
  return `${url.origin}${url.pathname}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

function fromForm(form: FormPost, target: URL): Record<string, string> {
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
