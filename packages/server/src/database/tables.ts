import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccountFacts } from '../core/account-facts.ts'
import type { Json, Lease } from './column-types.ts'
import type { ConnectTables } from './connect-tables.ts'
import type { InboxTables } from './inbox-tables.ts'
import type { MemberTables, SecondFactorRequiredFor } from './member-tables.ts'
import type {
  ApprovalLinkTable,
  ApprovalRecordTable,
  MediaRemovalTable,
  MediaTable,
  PostImportRowTable,
  PostImportTable,
  PostingPlanTable,
  PostPartTable,
  PostTable,
  PostTargetTable,
  ReportLinkTable,
  ReportOpeningTable,
} from './post-tables.ts'

/**
 * The types of the tables; `tables.test.ts` compares them with the live schema. Timestamps are `Date`;
 * `bigint` columns are read as text.
 */

export type OwnerTable = {
  id: string
  name: string
  email: string | null
  account_limit: number | null
  second_factor_required_for: Generated<SecondFactorRequiredFor>
  created_at: Date
}

export type ProfileTable = {
  id: string
  owner_id: string
  external_id: string | null
  name: string
  is_default: Generated<boolean>
  color: string | null
  metadata: Json
  approval_required: Generated<boolean>
  time_zone: Generated<string>
  created_at: Date
  updated_at: Date
  deleting_at: Date | null
  erased_at: Date | null
  erased_external_id: Buffer | null
  erase_counts: ColumnType<Record<string, number> | null, string | null, string | null>
} & Lease

export type ApiKeyTable = {
  id: string
  owner_id: string
  profile_id: string | null
  name: string
  kind: 'owner' | 'profile'
  hint: string
  secret_hash: Buffer
  scopes: string[] | null
  expires_at: Date | null
  /** A key with this value is revoked, even when the time lies in the future. */
  revoked_at: Date | null
  /** When the overlap after its rotation ends. */
  ends_at: Date | null
  last_used_at: Date | null
  created_at: Date
}

export type AccountStatus = 'connected' | 'expired' | 'disconnected'

export type AccountTable = {
  id: string
  owner_id: string
  profile_id: string
  platform: string
  platform_account_id: string
  platform_user_ids: Generated<string[]>
  username: string
  display_name: string | null
  avatar_url: string | null
  profile_url: string | null
  account_type: string | null
  status: AccountStatus
  status_reason: string | null
  permissions_granted: string[]
  permissions_missing: string[]
  tokens_sealed: Buffer | null
  access_expires_at: Date | null
  expiring_reported_for: Date | null
  paused_until: Date | null
  reading_paused_until: Date | null
  facts: ColumnType<AccountFacts | null, string | null, string | null>
  connected_at: Date
  created_at: Date
  updated_at: Date
}

export type PlatformServerTable = {
  id: string
  platform: string
  origin: string
  redirect_uri: string
  client_id: string
  client_secret_sealed: Buffer
  created_at: Date
}

export type PlatformKeyTable = {
  kid: string
  platform: string
  private_sealed: Buffer
  created_at: Date
}

export type PlatformQuotaTable = {
  platform: string
  name: string
  day: string
  used: number
}

export type WebhookEndpointTable = {
  id: string
  owner_id: string
  profile_id: string | null
  url: string
  events: string[]
  description: string | null
  active: Generated<boolean>
  inactive_reason: 'failures' | 'owner' | null
  consecutive_failures: Generated<number>
  attempt_after: Date | null
  last_success_at: Date | null
  last_failure_at: Date | null
  secret_sealed: Buffer
  previous_secret_sealed: Buffer | null
  previous_secret_until: Date | null
  created_at: Date
  updated_at: Date
}

export type EventTable = {
  id: string
  created_at: Date
  owner_id: string
  profile_id: string
  type: string
  resource_id: string | null
  body: Buffer
}

export type DeliveryTable = {
  id: string
  created_at: Date
  owner_id: string
  profile_id: string
  endpoint_id: string
  event_id: string
  event_created_at: Date
  event_type: string
  test: Generated<boolean>
  outcome: 'failed' | 'skipped' | null
  outcome_at: Date | null
}

export type AttemptTable = {
  delivery_id: string
  created_at: Date
  number: number
  started_at: Date
  duration_ms: number
  url: string
  status_code: number | null
  error: string | null
  response: Buffer | null
  /** The signatures, 32 bytes each, in the order of the header. */
  signature: Buffer | null
  error_code: string | null
  response_headers: ColumnType<Record<string, string> | null, string | null, string | null>
}

export type DeliveryQueueTable = {
  delivery_id: string
  delivery_created_at: Date
  endpoint_id: string
  event_id: string
  event_created_at: Date
  due_at: Date
  attempt: Generated<number>
  once: Generated<boolean>
  resends: Generated<number>
  resent: Generated<number>
  lease_until: Date | null
  lease_token: string | null
}

export type WebhookRecoveryTable = {
  id: Generated<string>
  endpoint_id: string
  since: Date
  until: Date
  event_types: string[] | null
  statuses: string[]
  after_created_at: Date | null
  after_id: string | null
  created_at: Date
}

export type MailOutboxTable = {
  id: Generated<string>
  owner_id: string
  kind: 'webhook_warning' | 'webhook_disabled'
  endpoint_id: string | null
  data: Json
  created_at: Date
  attempts: Generated<number>
} & Lease

export type ChoreTable = { name: string; last_run_at: Date | null } & Lease

export type MigrationTable = { number: number; name: string; applied_at: Generated<Date> }

export type ProcessTable = {
  id: string
  role: 'all' | 'api' | 'worker'
  host: string
  pid: number
  version: string
  key_names: string[]
  clock_offset_ms: number
  started_at: Date
  beat_at: Date
  acknowledged_at: Date | null
}

/** See `server-identity.ts`. */
export type DatabaseServerTable = {
  is_only: Generated<true>
  system_identifier: string
  timeline: number
  replication: Replication | null
  /** A bigint, which pg reads as text. */
  beats: ColumnType<string, number, number>
  seen_at: Date
  changed_at: Date | null
  lost_since: Date | null
  lost_until: Date | null
  claimed_until: Date | null
}

/** Whether commits wait for a standby. */
export type Replication = 'none' | 'asynchronous' | 'synchronous'

export type SavedTextTable = {
  id: string
  owner_id: string
  profile_id: string | null
  kind: 'template' | 'reply' | 'hashtags' | 'signature'
  name: string
  text: string
  search_text: GeneratedAlways<string>
  created_at: Date
  updated_at: Date
}

export type Tables = {
  owner: OwnerTable
  profile: ProfileTable
  api_key: ApiKeyTable
  account: AccountTable
  platform_server: PlatformServerTable
  platform_key: PlatformKeyTable
  platform_quota: PlatformQuotaTable
  webhook_endpoint: WebhookEndpointTable
  event: EventTable
  delivery: DeliveryTable
  attempt: AttemptTable
  delivery_queue: DeliveryQueueTable
  webhook_recovery: WebhookRecoveryTable
  mail_outbox: MailOutboxTable
  chore: ChoreTable
  media: MediaTable
  media_removal: MediaRemovalTable
  post: PostTable
  post_target: PostTargetTable
  posting_plan: PostingPlanTable
  post_import: PostImportTable
  post_import_row: PostImportRowTable
  post_part: PostPartTable
  approval_link: ApprovalLinkTable
  approval_record: ApprovalRecordTable
  report_link: ReportLinkTable
  report_opening: ReportOpeningTable
  saved_text: SavedTextTable
  migration: MigrationTable
  process: ProcessTable
  database_server: DatabaseServerTable
} & ConnectTables &
  InboxTables &
  MemberTables
