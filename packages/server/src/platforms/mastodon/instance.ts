import { z } from 'zod'
import type { AccountFacts } from '../../core/account-facts.ts'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformRequest } from '../contract/platform.ts'
import { listOf, parseJson } from '../wire/json.ts'
import { type ServerCall, serverUrl } from './api.ts'

const bound = z.int().positive().optional().catch(undefined)
const mimeTypes = listOf(z.string().max(100), 200).optional().catch(undefined)

/** Every member may be missing: other programs send less (mastodon.md §1.1). */
const configuration = z
  .object({
    statuses: z
      .object({
        max_characters: bound,
        max_media_attachments: bound,
        characters_reserved_per_url: bound,
      })
      .catch({}),
    media_attachments: z
      .object({
        supported_mime_types: mimeTypes,
        description_limit: bound,
        image_size_limit: bound,
        image_matrix_limit: bound,
        video_size_limit: bound,
        video_matrix_limit: bound,
        video_frame_rate_limit: bound,
      })
      .catch({}),
  })
  .catch({ statuses: {}, media_attachments: {} })

const name = z.string().max(300).optional().catch(undefined)

/** `domain` is in version 2, `uri` in version 1. A server of this network has a title and a version. */
const instance = z.object({
  title: z.string(),
  version: z.string(),
  domain: name,
  uri: name,
  max_toot_chars: bound,
  api_versions: z.object({ mastodon: bound }).optional().catch(undefined),
  configuration: configuration,
})

export type Instance = {
  /** The name in its addresses, which may differ from its host; not verified. */
  domain: string | null
  limits: Omit<AccountFacts, 'server'>
  /** Whether a repeated Idempotency-Key returns the first status (mastodon.md §3.4). */
  knowsKeys: boolean
}

/**
 * What the server says about itself; `null` if it does not speak the Mastodon API. Throws
 * `PlatformError` if it does not respond.
 */
export async function readInstance(
  { call }: ServerCall,
  origin: string,
  guard: PlatformRequest['guard'],
): Promise<Instance | null> {
  for (const path of ['/api/v2/instance', '/api/v1/instance']) {
    const url = serverUrl(origin, path)
    const response = await call({ method: 'GET', url, ...(guard ? { guard } : {}) })
    const body = response.status === 200 ? instance.safeParse(parseJson(response.text)).data : null
    if (body) return toInstance(body)
  }
  return null
}

/** The name and limits of an account's server. Throws `PlatformError` if it does not respond. */
export async function readFacts(setup: ServerCall, origin: string): Promise<AccountFacts> {
  const instance = await readInstance(setup, origin, 'chosen_host')
  if (!instance) throw new PlatformError('unavailable')
  return { server: serverName(new URL(origin).host, instance.domain), ...instance.limits }
}

/** The name in addresses. A server could claim any: only its own host and domains above it count. */
function serverName(host: string, claimed: string | null): string {
  return claimed?.includes('.') && host.endsWith(`.${claimed}`) ? claimed : host
}

function toInstance(body: z.infer<typeof instance>): Instance {
  const { statuses, media_attachments: media } = body.configuration
  const textMax = statuses.max_characters ?? body.max_toot_chars
  const limits: Record<string, unknown> = {
    software: body.version.slice(0, 100) || null,
    textMax,
    urlChars: statuses.characters_reserved_per_url,
    mediaMax: statuses.max_media_attachments,
    altTextMax: media.description_limit,
    imageBytesMax: media.image_size_limit,
    imagePixelsMax: media.image_matrix_limit,
    videoBytesMax: media.video_size_limit,
    videoPixelsMax: media.video_matrix_limit,
    videoFrameRateMax: media.video_frame_rate_limit,
    mimeTypes: media.supported_mime_types,
  }
  const known = Object.entries(limits).filter(([, value]) => value !== undefined)
  return {
    domain: domainOf(body.domain ?? body.uri),
    limits: Object.fromEntries(known) as Instance['limits'],
    // Servers of other programs name theirs: `2.7.2 (compatible; Pleroma 2.6.0)`.
    knowsKeys: body.api_versions?.mastodon !== undefined && !body.version.includes('compatible'),
  }
}

/** Version 1 may have a URL instead of a name. */
function domainOf(text: string | undefined): string | null {
  if (!text) return null
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `https://${text}`)
  return url?.host || null
}
