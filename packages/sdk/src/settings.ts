export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type ClientOptions = {
  /** Where the service is, such as `https://postern.example.com`; '' for the page's own origin. */
  baseUrl: string
  /** An owner key or a profile key; `null` where a session cookie says who is calling. */
  apiKey: string | null
  /** Owner keys: an id or external_id; every request then sees and changes that profile alone. */
  profile?: string | null | undefined
  fetch?: Fetch | undefined
  /** For each try; 30 seconds by default. Uploads have an hour. */
  timeoutMs?: number | undefined
  /** How often a request that may be repeated is tried again; 2 by default, 0 for never. */
  retries?: number | undefined
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>> | undefined
}

export type RequestOptions = {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  retries?: number | undefined
  /** POST only; a random one by default. Repeat it to repeat a request of an earlier process. */
  idempotencyKey?: string | undefined
  /** Instead of the client's; `null` for none. */
  profile?: string | null | undefined
  /** Instead of the client's, such as one that reports an upload's progress. */
  fetch?: Fetch | undefined
}

export type Settings = {
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly profile: string | null
  readonly fetch: Fetch
  readonly timeoutMs: number
  readonly retries: number
  readonly headers: Readonly<Record<string, string>>
}

const timeoutMsMax = 2 ** 31 - 1

/** The checked options; a mistake is a TypeError at once and not at the first request. */
export function readSettings(options: ClientOptions): Settings {
  const { baseUrl, apiKey, profile = null, timeoutMs = 30_000, retries = 2, headers = {} } = options
  if (typeof baseUrl !== 'string' || !/^(https?:\/\/[^/]|\/|$)/i.test(baseUrl)) {
    throw new TypeError('baseUrl must start with http:// or https://.')
  }
  if (apiKey !== null && (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))) {
    throw new TypeError('apiKey must be an API key (pst_owner_… or pst_profile_…) or null.')
  }
  checkTimeout(timeoutMs)
  checkRetries(retries)
  return {
    baseUrl: baseUrl.replace(/\/+$/, '').replace(/\/v1$/, ''),
    apiKey,
    profile: profile === null ? null : checkProfile(profile),
    // Browsers call fetch with their window only.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeoutMs,
    retries,
    headers,
  }
}

export function checkTimeout(timeoutMs: number | undefined): void {
  if (timeoutMs === undefined || (timeoutMs > 0 && timeoutMs <= timeoutMsMax)) return
  throw new TypeError(`timeoutMs must be from 1 to ${timeoutMsMax}.`)
}

export function checkRetries(retries: number | undefined): void {
  if (retries === undefined || (Number.isInteger(retries) && retries >= 0 && retries <= 10)) return
  throw new TypeError('retries must be a whole number from 0 to 10.')
}

/** An empty profile would silently mean all of them. */
export function checkProfile(profile: string): string {
  if (typeof profile === 'string' && /^[\x21-\x7e]+$/.test(profile)) return profile
  throw new TypeError('profile must be the id or the external_id of a profile.')
}
