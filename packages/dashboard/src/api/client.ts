import { type Client, createClient } from '@postern/sdk'

/** The page's own origin; the session's cookie says who is calling. */
export const client: Client = createClient({ baseUrl: '', apiKey: null, retries: 1 })

/** The client that sees this profile alone, or all of them. */
export function clientFor(profile: string | null): Client {
  return profile === null ? client : client.withProfile(profile)
}
