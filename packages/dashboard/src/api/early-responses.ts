/** Responses to requests that `start.ts` sent while the page's script was loading, by URL. */
export type EarlyResponses = Map<string, Promise<Response | null>>

declare global {
  var earlyResponses: EarlyResponses | undefined
}

/** The early response to a GET of this URL, once; null if it was not requested early or failed. */
export async function takeEarlyResponse(url: string): Promise<Response | null> {
  const response = globalThis.earlyResponses?.get(url)
  globalThis.earlyResponses?.delete(url)
  const early = await response
  return early?.ok ? early : null
}
