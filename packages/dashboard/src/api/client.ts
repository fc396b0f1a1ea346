import { type Client, createClient } from '@postern/sdk'
import { loadApiMessages } from '../messages/api-error-message.ts'
import { takeEarlyResponse } from './early-responses.ts'

/** Calls the page's own origin with the session cookie. */
export const client: Client = createClient({
  baseUrl: '',
  apiKey: null,
  retries: 1,
  fetch: fetchAndLoadErrorMessages,
})

/** Error messages are not part of the first page; load them before the error is shown. */
async function fetchAndLoadErrorMessages(url: string, init: RequestInit): Promise<Response> {
  const response = (await takeEarlyResponse(url, init)) ?? (await fetch(url, init))
  if (!response.ok) await loadApiMessages()
  return response
}

/** A client limited to a profile, or to none. */
export function clientFor(profile: string | null): Client {
  return profile === null ? client : client.withProfile(profile)
}
