import type { ColumnType } from 'kysely'
import type { FieldChange } from '../schemas/audit-entry.ts'
import type { Lease } from './column-types.ts'

/** The tables of members, the audit and request logs, idempotency and rate limits; see `tables.ts`. */

export type MemberRole = 'owner' | 'staff' | 'contributor'

/** Which members must set up a second factor before anything else. */
export type SecondFactorRequiredFor = 'nobody' | 'owners' | 'everyone'

export type MemberTable = {
  id: string
  owner_id: string
  email: string | null
  name: string
  role: MemberRole
  password_hash: string | null
  created_at: Date
  updated_at: Date
  disabled_at: Date | null
  last_sign_in_at: Date | null
  provider_issuer: string | null
  provider_subject: string | null
  time_zone: string | null
}

export type MemberProfileTable = {
  member_id: string
  owner_id: string
  profile_id: string
}

export type SignInLinkTable = {
  token_hash: Buffer
  member_id: string
  purpose: 'first' | 'invite' | 'reset' | 'email'
  /** The new email that a link of the purpose `email` confirms. */
  email: string | null
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

/** With a link, too, a session counts as opened with a password. */
export type SignInMethod = 'password' | 'provider'

export type SessionTable = {
  id: string
  member_id: string
  token_hash: Buffer
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  user_agent: string | null
  ip: string | null
  method: SignInMethod
}

export type SecondFactorTable = {
  member_id: string
  secret_sealed: Buffer
  created_at: Date
  enabled_at: Date | null
  used_step: number | null
}

export type RecoveryCodeTable = {
  member_id: string
  code_hash: Buffer
}

/** When a member is told of a cause, and until when it was told; times are ISO texts. */
export type NoticeChoice = {
  timing: 'at_once' | 'daily'
  reported_until: string
  next_at: string
}

export type MemberNoticesTable = {
  member_id: string
  owner_id: string
  choices: ColumnType<Record<string, NoticeChoice>, string, string>
  quiet_from: string | null
  quiet_until: string | null
  digest_time: string
  unanswered_hours: number
} & Lease

export type AuditEntryTable = {
  id: string
  owner_id: string
  at: Date
  actor_kind: 'member' | 'api_key' | 'system'
  actor_id: string | null
  actor_name: string | null
  action: string
  resource_type: string | null
  resource_id: string | null
  resource_name: string | null
  changes: ColumnType<FieldChange[], string, string>
  profile_id: string | null
  request_id: string | null
  ip: string | null
  via: 'mcp' | null
  status: number
}

/** Why a request was refused, without texts of the request. */
export type RequestErrorDetail = {
  path: string
  code: string
  limit: number | string | null
  actual: number | string | null
}

export type ApiRequestTable = {
  id: string
  created_at: Date
  owner_id: string
  profile_id: string | null
  key_id: string
  key_name: string
  key_kind: 'owner' | 'profile'
  method: string
  path: string
  operation: string
  status: number
  error_code: string | null
  error_fields: string[]
  error_details: RequestErrorDetail[]
  duration_ms: number
  sent_request_id: string | null
  via: 'mcp' | null
}

export type IdempotencyTable = {
  owner_id: string
  /** The profile that the response is about, once known. */
  profile_id: string | null
  key_id: string
  key: string
  request_hash: Buffer
  status: number | null
  headers: ColumnType<Record<string, string> | null, string | null, string | null>
  body: Buffer | null
  locked_until: Date
  begun_at: Date | null
  created_at: Date
}

export type RateWindowTable = {
  key_id: string
  window_start: Date
  used: number
  granted: number
}

export type MemberTables = {
  member: MemberTable
  member_profile: MemberProfileTable
  sign_in_link: SignInLinkTable
  session: SessionTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  member_notices: MemberNoticesTable
  audit_entry: AuditEntryTable
  api_request: ApiRequestTable
  idempotency: IdempotencyTable
  rate_window: RateWindowTable
}
