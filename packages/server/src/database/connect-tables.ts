import type { Generated } from 'kysely'
import type { Json } from './column-types.ts'

/** The tables of the hosted connect page; see `tables.ts`. */

export type RedirectOriginTable = {
  id: string
  owner_id: string
  origin: string
  created_at: Date
}

export type ConnectSettingsTable = {
  owner_id: string
  brand_name: string | null
  logo_url: string | null
  logo: Buffer | null
  logo_checksum: string | null
  color: string | null
  language: string | null
  privacy_url: string | null
  support_email: string | null
  updated_at: Date
}

export type ConnectLinkTable = {
  id: string
  owner_id: string
  profile_id: string
  token_hash: Buffer
  redirect_url: string
  state: string | null
  platforms: string[] | null
  account_id: string | null
  language: string | null
  metadata: Json
  created_at: Date
  expires_at: Date
  used_at: Date | null
  revoked_at: Date | null
  account_ids: string[] | null
  hints: Json
  invitation_id: string | null
}

export type InvitationTable = {
  id: string
  owner_id: string
  profile_id: string
  token_hash: Buffer
  redirect_url: string
  state: string | null
  platforms: string[] | null
  account_id: string | null
  language: string | null
  metadata: Json
  hints: Json
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
}

export type ConnectAttemptTable = {
  id: Generated<string>
  link_id: string
  at: Date
  platform: string | null
  step: 'begin' | 'server' | 'callback' | 'choose' | 'done'
  error: string | null
  subjects: string[] | null
}

export type ConnectFlowTable = {
  id: string
  link_id: string
  platform: string
  state_hash: Buffer
  cookie_hash: Buffer
  kept_sealed: Buffer | null
  grant_sealed: Buffer | null
  step: 'authorize' | 'exchange' | 'choose' | 'done'
  created_at: Date
  expires_at: Date
}

export type ConnectTables = {
  redirect_origin: RedirectOriginTable
  connect_settings: ConnectSettingsTable
  connect_link: ConnectLinkTable
  invitation: InvitationTable
  connect_attempt: ConnectAttemptTable
  connect_flow: ConnectFlowTable
}
