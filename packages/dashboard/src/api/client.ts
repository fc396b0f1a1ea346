import { type Client, createClient } from '@postern/sdk'
import { loadApiWords } from '../messages/api-sentence.ts'

/** The page's own origin; the session's cookie says who is calling. */
export const client: Client = createClient({
  baseUrl: '',
  apiKey: null,
  retries: 1,
  fetch: fetchWithWords,
})

/** A failure is shown with words that are not on the first page: they arrive before it does. */
async function fetchWithWords(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init)
  if (!answer.ok) await loadApiWords()
  return answer
}

/** The client that sees this profile alone, or all of them. */
export function clientFor(profile: string | null): Client {
  return profile === null ? client : client.withProfile(profile)
}
