/** Responses to requests that `start.ts` sent while the page's script was loading, by URL. */
export type EarlyResponses = Map<string, Promise<Response | null>>

declare global {
  var earlyResponses: EarlyResponses | undefined
}

/**
 * The early response to this request, once; null if it was not sent early or failed. Those of a single
 * profile never are.
 */
export async function takeEarlyResponse(
  url: string,
  { method, headers }: RequestInit,
): Promise<Response | null> {
  if (method !== 'GET' || new Headers(headers).has('service-profile')) return null
  const response = globalThis.earlyResponses?.get(url)
  globalThis.earlyResponses?.delete(url)
  const early = await response
  return early?.ok ? early : null
}
