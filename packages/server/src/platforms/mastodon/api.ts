import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type {
  PlatformRequest,
  PlatformResponse,
  ServerPlatformSetup,
} from '../contract/platform.ts'
import type { Tokens } from '../contract/tokens.ts'
import { reportUsage } from '../contract/usage.ts'
import { listOf, parseJson, platformId, readShape, webUrl } from '../wire/json.ts'
import { mastodonFailure, mastodonUsage } from './errors.ts'

export type ServerCall = Pick<ServerPlatformSetup, 'call' | 'now'>

const instant = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()))
const count = z.int().nonnegative().nullish().catch(null)
const text = z.string().nullish().catch(null)

/** mastodon.md §2. `acct` has no host for people of the same server. */
export const account = z.object({
  id: platformId,
  acct: z.string().min(1).max(500),
  url: webUrl,
  uri: text,
  display_name: text,
  avatar: webUrl,
  suspended: z.boolean().nullish().catch(null),
  followers_count: count,
  following_count: count,
  statuses_count: count,
})
export type MastodonAccount = z.infer<typeof account>

/** mastodon.md §3.2; `content` is HTML of strangers. */
export const status = z.object({
  id: platformId,
  created_at: instant,
  in_reply_to_id: platformId.nullish(),
  visibility: text,
  spoiler_text: text,
  url: webUrl,
  uri: webUrl,
  content: text,
  replies_count: count,
  reblogs_count: count,
  favourites_count: count,
  quotes_count: count,
  reblog: z.unknown().optional(),
  application: z.object({ name: text }).nullish().catch(null),
  account,
  media_attachments: listOf(z.unknown()).nullish().catch(null),
})
export type MastodonStatus = z.infer<typeof status>

/**
 * Calls a server and parses the response, or throws `PlatformError`. The host is a person's choice, so
 * it is guarded, and nothing that it sends is trusted.
 */
export async function callServer<T>(
  setup: ServerCall,
  request: PlatformRequest,
  shape: z.ZodType<T>,
): Promise<T> {
  return readShape(shape, parseJson((await sendToServer(setup, request)).text))
}

/**
 * The same for callers that need the status of a successful response. Errors are in the person's
 * language unless the call names another, and some are told apart by their text (mastodon.md §0).
 */
export async function sendToServer(
  { call, now }: ServerCall,
  request: PlatformRequest,
): Promise<PlatformResponse> {
  const url = new URL(request.url)
  url.searchParams.set('lang', 'en')
  const response = await call({ guard: 'chosen_host', ...request, url })
  reportUsage(() => mastodonUsage(response, now()))
  const failure = mastodonFailure(request, response, now())
  if (failure) throw failure
  return response
}

/** A URL of a server. `segments` are ids of any form, which are encoded (mastodon.md §8). */
export function serverUrl(
  origin: string,
  path: string,
  segments: readonly string[] = [],
  params: Readonly<Record<string, string>> = {},
): URL {
  if (segments.some((segment) => segment === '' || /^\.{1,2}$/.test(segment))) {
    throw new PlatformError('rejected', { cause: new Error('the path contains an unsafe id') })
  }
  const url = new URL([path, ...segments.map(encodeURIComponent)].join('/'), origin)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url
}

/** The calls of one account at its server. */
export function accountApi(setup: ServerCall, tokens: Tokens) {
  const origin = originOf(tokens)
  const headers = { authorization: `Bearer ${tokens.access}` }
  const read = <T>(
    path: string,
    segments: readonly string[],
    params: Readonly<Record<string, string>>,
    shape: z.ZodType<T>,
  ): Promise<T> => {
    const url = serverUrl(origin, path, segments, params)
    return callServer(setup, { method: 'GET', url, headers }, shape)
  }
  const statusUrl = (id: string) => serverUrl(origin, '/api/v1/statuses', [id])
  return {
    origin,
    headers,

    /** mastodon.md §1.5. */
    readOwnAccount: (): Promise<MastodonAccount> =>
      read('/api/v1/accounts/verify_credentials', [], {}, account),

    /** The account's statuses, newest first. */
    listStatuses: (
      accountId: string,
      params: Readonly<Record<string, string>>,
    ): Promise<MastodonStatus[]> =>
      read(
        '/api/v1/accounts',
        [accountId, 'statuses'],
        { limit: '40', exclude_reblogs: 'true', ...params },
        listOf(status),
      ),

    readStatus: (id: string): Promise<MastodonStatus> => read('/api/v1/statuses', [id], {}, status),

    /** The replies of all levels under a status, depth first (mastodon.md §4.1). */
    listReplies: async (id: string): Promise<MastodonStatus[]> => {
      const context = z.object({ descendants: listOf(status) })
      return (await read('/api/v1/statuses', [id, 'context'], {}, context)).descendants
    },

    /** Publishes. Servers that know `key` publish it once (mastodon.md §3.4). */
    publish: (json: StatusBody, key: string | null): Promise<MastodonStatus> => {
      const url = serverUrl(origin, '/api/v1/statuses')
      const keyHeader = key === null ? {} : { 'idempotency-key': key }
      const request = { method: 'POST', url, headers: { ...headers, ...keyHeader }, json } as const
      return callServer(setup, request, status)
    },

    deleteStatus: async (id: string): Promise<void> => {
      await sendToServer(setup, { method: 'DELETE', url: statusUrl(id), headers })
    },
  }
}
export type AccountApi = ReturnType<typeof accountApi>

/** mastodon.md §3.2. `visibility` is required, as without it the person's own default applies. */
export type StatusBody = {
  status: string
  visibility: string
  media_ids?: readonly string[]
  in_reply_to_id?: string
  sensitive?: boolean
  spoiler_text?: string
  language?: string
}

/** The origin that the tokens are bound to. */
export function originOf(tokens: Tokens): string {
  if (!tokens.bound) throw new Error('The tokens are bound to no server.')
  return tokens.bound.server
}

/** The account's id at its server; `platformAccountId` is `host/id`. */
export function accountIdOf({ platformAccountId }: { platformAccountId: string }): string {
  return platformAccountId.slice(platformAccountId.indexOf('/') + 1)
}
