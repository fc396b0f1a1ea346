export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type ClientOptions = {
  /** The server's URL, such as `https://postern.example.com`; '' for the page's own origin. */
  baseUrl: string
  /** An owner key or a profile key; `null` to authenticate with a session cookie. */
  apiKey: string | null
  /** For owner keys: the id or external_id of a profile that all requests are limited to. */
  profile?: string | null | undefined
  fetch?: Fetch | undefined
  /** The timeout of each attempt. The default is 30 seconds, and an hour for uploads. */
  timeoutMs?: number | undefined
  /** The maximum number of retries of a request that can be repeated; 2 by default. */
  retries?: number | undefined
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>> | undefined
}

export type RequestOptions = {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  retries?: number | undefined
  /** For POST; random by default. Set it to repeat a request of an earlier process safely. */
  idempotencyKey?: string | undefined
  /** Replaces the client's profile; `null` for none. */
  profile?: string | null | undefined
  /** Replaces the client's fetch, for example to report the progress of an upload. */
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

/** Validates the options. Throws TypeError. */
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
    // Browsers require `fetch` to be called on `globalThis`.
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

/** Rejects an empty profile, which would mean all profiles. */
export function checkProfile(profile: string): string {
  if (typeof profile === 'string' && /^[\x21-\x7e]+$/.test(profile)) return profile
  throw new TypeError('profile must be the id or the external_id of a profile.')
}
