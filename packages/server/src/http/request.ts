import type { Queries, Tx } from '../database/open.ts'

/** The origin of a request, for sessions, rate limits and the audit log. */
export type Caller = {
  readonly requestId: string
  readonly ip: string | null
  readonly userAgent: string | null
  /** `mcp`: the request is a tool call of an assistant. */
  readonly via: 'mcp' | null
}

/** The changed resource, as its audit entry names it. */
export type ChangedResource = {
  readonly object: string
  readonly id?: string
  readonly profile_id?: string | null
  readonly name?: string
  readonly origin?: string
  readonly url?: string
}

/** Called in the transaction of an audit entry with the profile of the change. */
export type OnRecorded = (db: Queries, profileId: string | null) => Promise<void>

/** Records the audit entry of the current request; call it in the transaction of the change. */
export type RecordAudit = (tx: Tx, resource: ChangedResource) => Promise<void>
