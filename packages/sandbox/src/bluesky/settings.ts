import { z } from 'zod'
import { duration, setting, settingsPart } from '../core/settings.ts'

/** What a server's documents can have wrong, one member each (bluesky.md §1.1, steps 4 and 5). */
const serverFaults = [
  'resource_differs',
  'no_issuer',
  'two_issuers',
  'issuer_differs',
  'no_par',
  'no_client_metadata',
  'no_iss',
  'no_atproto_scope',
  'no_es256',
  'no_s256',
  'no_oauth',
] as const
export type ServerFault = (typeof serverFaults)[number]

/** What an account's identity can have wrong (bluesky.md §1.1, steps 1 to 3). */
const identityFaults = [
  'handle_unknown',
  'handle_not_in_document',
  'document_id_differs',
  'document_names_other_server',
  'document_has_no_server',
  'not_registered',
  'tombstoned',
] as const
export type IdentityFault = (typeof identityFaults)[number]

export const blueskySettings = settingsPart({
  bluesky_server_faults: setting(z.array(z.enum(serverFaults)), []),
  bluesky_identity_faults: setting(z.array(z.enum(identityFaults)), []),
  /** `iss` in the return to the app: the issuer, another origin, or none. */
  bluesky_return_iss: setting(z.enum(['right', 'wrong', 'missing']), 'right'),
  /** `sub` of the token response: the account, or one of another server, which the app must refuse. */
  bluesky_token_sub: setting(z.enum(['right', 'wrong']), 'right'),
  /** Older servers know only `atproto` and `transition:…`. */
  bluesky_scopes: setting(z.enum(['all', 'transition']), 'all'),
  /** Keeps client documents and keys for ten minutes, as the original does. */
  bluesky_cache_clients: setting(z.boolean(), false),
  /** How far the app's clock is off, as the servers see it. */
  bluesky_clock_skew_seconds: setting(z.int().min(-86_400).max(86_400), 0),
  /** How long the AppView does not show a new post. */
  bluesky_appview_lag_ms: setting(duration, 0),
  /** The size limit of an image in a record: 1,000,000 on servers of 2025. */
  bluesky_image_bytes_max: setting(z.int().min(1), 2_000_000),
  /** The upload limit of every server; null is each server's own. */
  bluesky_upload_bytes_max: setting(z.int().min(1).nullable(), null),
  /** Adds a reply that was not found to each thread. */
  bluesky_thread_has_not_found: setting(z.boolean(), false),
  bluesky_rate_limits: setting(z.boolean(), true),
})

export const settingsOf = blueskySettings.read
export type BlueskySettings = ReturnType<typeof settingsOf>
