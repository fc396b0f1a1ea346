import type { Page, Request } from 'playwright-core'

const pending = new WeakMap<Page, Set<Request>>()

/** Counts the requests of the page to its own server, except the live stream, which never ends. */
export function countRequests(page: Page, origin: string): void {
  const requests = new Set<Request>()
  pending.set(page, requests)
  page.on('request', (request) => {
    const { origin: of, pathname } = new URL(request.url())
    if (of === origin && pathname !== '/v1/live') requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** The paths of requests without a response. */
export function pendingRequests(page: Page): string[] {
  return [...(pending.get(page) ?? [])].map((request) => new URL(request.url()).pathname)
}
