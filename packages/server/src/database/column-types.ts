import type { ColumnType } from 'kysely'

/** A `jsonb` column: read as an object, written as JSON text. */
export type Json = ColumnType<Record<string, unknown>, string, string>

/** The columns of a row that is a job: when it is due, its lease and its fencing token. */
export type Lease = { due_at: Date | null; lease_until: Date | null; lease_token: string | null }
