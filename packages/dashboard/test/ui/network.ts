type App = {
  request: (path: string, init: RequestInit, env?: object) => Response | Promise<Response>
}

/** A request or its response, as tests ask for it. */
type Exchange = {
  url(): string
  method(): string
  postData(): string | null
  status(): number
  text(): Promise<string>
}
type Kind = 'request' | 'response'
type Listener = (kind: Kind, exchange: Exchange) => void
type Matcher = string | RegExp | ((exchange: Exchange) => boolean | Promise<boolean>)

export type Route = ReturnType<typeof createRoute>
type Handler = (route: Route) => unknown

/** The requests of one page: answered by the app in this process, with the page's cookies. */
export type PageNetwork = ReturnType<typeof createPageNetwork>

export function createPageNetwork(app: App, publicUrl: string) {
  const cookies = new Map<string, string>()
  const routes: { url: string; handler: Handler }[] = []
  const listeners = new Set<Listener>()
  let isOffline = false

  const send = async (url: URL, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('sec-fetch-site', 'same-origin')
    headers.set('user-agent', navigator.userAgent)
    if (init.method && init.method !== 'GET') headers.set('origin', url.origin)
    if (cookies.size > 0) {
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    const response = await app.request(
      url.pathname + url.search,
      { ...init, headers },
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    )
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    return response
  }

  const request = async (url: URL, init: RequestInit): Promise<Response> => {
    if (isOffline) throw new TypeError('Failed to fetch')
    const exchange = (response: Response | null): Exchange => ({
      url: () => url.href,
      method: () => init.method ?? 'GET',
      postData: () => (typeof init.body === 'string' ? init.body : null),
      status: () => response?.status ?? 0,
      text: async () => (await response?.clone().text()) ?? '',
    })
    for (const hear of listeners) hear('request', exchange(null))
    const handlers = routes.filter((each) => matchesGlob(each.url, url.href)).toReversed()
    const response = await answer(
      handlers.map(({ handler }) => handler),
      url,
      init,
      send,
    )
    for (const hear of listeners) hear('response', exchange(response))
    return abortable(response, init.signal ?? null)
  }

  const waitFor = (kind: Kind) => async (matcher: Matcher) => {
    const { promise, resolve } = Promise.withResolvers<Exchange>()
    const hear: Listener = async (each, exchange) => {
      if (each !== kind || !(await matches(matcher, exchange))) return
      listeners.delete(hear)
      resolve(exchange)
    }
    listeners.add(hear)
    return await promise
  }

  return {
    cookies,
    publicUrl,
    request,
    setOffline: (value: boolean) => {
      isOffline = value
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => !isOffline })
      dispatchEvent(new Event(value ? 'offline' : 'online'))
    },
    route: async (url: string, handler: Handler) => void routes.push({ url, handler }),
    unroute: async (url: string) => {
      for (const at of routes.map((_, index) => index).toReversed()) {
        if (routes[at]!.url === url) routes.splice(at, 1)
      }
    },
    waitForResponse: waitFor('response'),
    waitForRequest: waitFor('request'),
    on: (kind: Kind, listener: (exchange: Exchange) => void) => {
      listeners.add((each, exchange) => {
        if (each === kind) listener(exchange)
      })
    },
  }
}

async function answer(
  handlers: readonly Handler[],
  url: URL,
  init: RequestInit,
  send: (url: URL, init: RequestInit) => Promise<Response>,
): Promise<Response> {
  const [handler, ...rest] = handlers
  if (!handler) return await send(url, init)
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const next = (changed: RequestInit) => answer(rest, url, changed, send)
  const route = createRoute(url, init, { resolve, reject, send, next })
  Promise.resolve(handler(route)).catch(reject)
  return await promise
}

type Ends = {
  resolve: (response: Response | Promise<Response>) => void
  reject: (error: Error) => void
  send: (url: URL, init: RequestInit) => Promise<Response>
  next: (init: RequestInit) => Promise<Response>
}

type Reply = { status?: number; json?: unknown; body?: string; contentType?: string }

function createRoute(url: URL, init: RequestInit, { resolve, reject, send, next }: Ends) {
  return {
    request: () => ({
      url: () => url.href,
      method: () => init.method ?? 'GET',
      postDataJSON: () => JSON.parse(String(init.body)),
    }),
    /** Sends the request now, and leaves the answer to the handler. */
    fetch: async () => await send(url, init),
    continue: async (changed: { postData?: string } = {}) =>
      resolve(
        send(url, changed.postData === undefined ? init : { ...init, body: changed.postData }),
      ),
    fallback: async () => resolve(next(init)),
    abort: async (_reason?: string) => reject(new TypeError('Failed to fetch')),
    fulfill: async ({ status = 200, json, body, contentType }: Reply) =>
      resolve(
        new Response(json === undefined ? (body ?? '') : JSON.stringify(json), {
          status,
          headers: {
            'content-type': contentType ?? (json === undefined ? 'text/plain' : 'application/json'),
          },
        }),
      ),
  }
}

/** The app answers in this process, where nothing ends a body when its request is aborted. */
function abortable(response: Response, signal: AbortSignal | null): Response {
  if (!signal || !response.body) return response
  const body = response.body.pipeThrough(new TransformStream(), { signal })
  return new Response(body, response)
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair, ...attributes] = line.split(';')
  const at = pair!.indexOf('=')
  const [name, value] = [pair!.slice(0, at), pair!.slice(at + 1)]
  if (value === '' || attributes.some((each) => each.trim() === 'Max-Age=0')) cookies.delete(name)
  else cookies.set(name, value)
}

function matches(matcher: Matcher, exchange: Exchange): boolean | Promise<boolean> {
  if (typeof matcher === 'string') return matchesGlob(matcher, exchange.url())
  if (matcher instanceof RegExp) return matcher.test(exchange.url())
  return matcher(exchange)
}

/** Playwright's globs: `**` is any text, `*` any text without `/`, `?` a question mark. */
export function matchesGlob(glob: string, url: string): boolean {
  const pattern = glob
    .replace(/[.+^${}()|[\]\\?]/g, '\\$&')
    .replace(/\*\*|\*/g, (stars) => (stars === '**' ? '.*' : '[^/]*'))
  return new RegExp(`^${pattern}$`).test(url)
}
