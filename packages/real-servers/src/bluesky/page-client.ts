import { request } from 'node:http'

export type PageResponse = { status: number; location: string | null; text: string }

export type PageClient = {
  /** A navigation to a page; `referer` is null when it starts at another site. */
  open(url: string, referer: string | null): Promise<PageResponse>
  /** A call that the page's script makes; throws unless it succeeds. */
  call(method: string, url: string, input: CallInput): Promise<Record<string, unknown>>
}

type CallInput = { referer: string; body?: object; bearer?: string | undefined }

/**
 * A browser for the login pages of a PDS: it keeps cookies and sends the `Sec-Fetch-*` headers that the
 * pages require (bluesky.md §1.5). `fetch` cannot set those headers, `node:http` can.
 */
export function openPageClient(): PageClient {
  const cookies = new Map<string, string>()

  const send = (
    method: string,
    url: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<PageResponse> =>
    new Promise((resolve, reject) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const req = request(url, { method, agent: false, headers: { ...headers, cookie } }, (res) => {
        for (const line of res.headers['set-cookie'] ?? []) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          if (name) cookies.set(name, value ?? '')
        }
        let text = ''
        res.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        res.on('end', () => {
          resolve({ status: res.statusCode ?? 0, location: res.headers.location ?? null, text })
        })
      })
      req.on('error', reject).end(body)
    })

  return {
    open: (url, referer) =>
      send('GET', url, {
        'sec-fetch-site': referer ? 'same-origin' : 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
        ...(referer ? { referer } : {}),
      }),

    call: async (method, url, { referer, body, bearer }) => {
      const headers = {
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'same-origin',
        'sec-fetch-dest': 'empty',
        'x-csrf-token': cookies.get('csrf-token') ?? '',
        origin: new URL(url).origin,
        referer,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      }
      const { status, text } = await send(method, url, headers, body && JSON.stringify(body))
      if (status !== 200) throw new Error(`${method} ${url}: ${status} ${text}`)
      return JSON.parse(text)
    },
  }
}
