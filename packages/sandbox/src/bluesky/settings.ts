import { z } from 'zod'
import type { Sandbox } from '../core/sandbox.ts'
import { duration, type Settings, type SettingsPart } from '../core/settings.ts'

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

const fields = {
  bluesky_server_faults: z.array(z.enum(serverFaults)),
  bluesky_identity_faults: z.array(z.enum(identityFaults)),
  /** `iss` in the return to the app: the issuer, another origin, or none. */
  bluesky_return_iss: z.enum(['right', 'wrong', 'missing']),
  /** `sub` of the token response: the account, or one of another server, which the app must refuse. */
  bluesky_token_sub: z.enum(['right', 'wrong']),
  /** Older servers know only `atproto` and `transition:…`. */
  bluesky_scopes: z.enum(['all', 'transition']),
  /** Keeps client documents and keys for ten minutes, as the original does. */
  bluesky_cache_clients: z.boolean(),
  /** How far the app's clock is off, as the servers see it. */
  bluesky_clock_skew_seconds: z.int().min(-86_400).max(86_400),
  /** How long the AppView does not show a new post. */
  bluesky_appview_lag_ms: duration,
  /** The size limit of an image in a record: 1,000,000 on servers of 2025. */
  bluesky_image_bytes_max: z.int().min(1),
  /** The upload limit of every server; null is each server's own. */
  bluesky_upload_bytes_max: z.int().min(1).nullable(),
  /** Adds a reply that was not found to each thread. */
  bluesky_thread_has_not_found: z.boolean(),
  bluesky_rate_limits: z.boolean(),
}

export type BlueskySettings = z.infer<z.ZodObject<typeof fields>>

const defaults: BlueskySettings = {
  bluesky_server_faults: [],
  bluesky_identity_faults: [],
  bluesky_return_iss: 'right',
  bluesky_token_sub: 'right',
  bluesky_scopes: 'all',
  bluesky_cache_clients: false,
  bluesky_clock_skew_seconds: 0,
  bluesky_appview_lag_ms: 0,
  bluesky_image_bytes_max: 2_000_000,
  bluesky_upload_bytes_max: null,
  bluesky_thread_has_not_found: false,
  bluesky_rate_limits: true,
}

export const blueskySettings: SettingsPart = { fields, defaults }

export function settingsOf(sandbox: Sandbox): BlueskySettings {
  return sandbox.settings() as Settings & BlueskySettings
}
