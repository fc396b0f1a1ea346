import type { Page, Request } from 'playwright-core'

const pending = new WeakMap<Page, Set<Request>>()

/** Counts the requests of the page to its own server, except those that take as long as they want. */
export function countRequests(page: Page, origin: string): void {
  const requests = new Set<Request>()
  pending.set(page, requests)
  page.on('request', (request) => {
    if (new URL(request.url()).origin === origin && !isLong(request)) requests.add(request)
  })
  page.on('response', (response) => {
    const request = response.request()
    // A body that the page does not read, such as of an early request, never finishes.
    if (request.resourceType() === 'fetch') requests.delete(request)
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    // Requests of the document before it are not always reported as failed.
    for (const each of requests) if (each !== request) requests.delete(each)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** The live stream, which never ends, and uploads. */
function isLong(request: Request): boolean {
  const { pathname } = new URL(request.url())
  return pathname === '/v1/live' || (pathname === '/v1/media' && request.method() === 'POST')
}

/** The paths of requests that have not ended. */
export function pendingRequests(page: Page): string[] {
  return [...(pending.get(page) ?? [])].map((request) => new URL(request.url()).pathname)
}
