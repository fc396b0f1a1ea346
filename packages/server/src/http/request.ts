import type { Reader, Tx } from '../database/open.ts'

/** Where a request comes from, for sessions, limits and the audit log. */
export type Caller = {
  readonly requestId: string
  readonly ip: string | null
  readonly userAgent: string | null
}

/** What an answer says of the thing that was changed, as far as its entry names it. */
export type ChangedResource = {
  readonly object: string
  readonly id?: string
  readonly profile_id?: string | null
}

/** Called where the entry is written, with the profile that the change is about. */
export type OnRecorded = (db: Reader, profileId: string | null) => Promise<void>

/** Writes the entry of the request that runs, in the transaction of its change. */
export type RecordAudit = (tx: Tx, resource: ChangedResource) => Promise<void>
