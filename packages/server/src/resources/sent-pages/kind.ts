import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import type { ErrorCode } from '../../core/error-catalog.ts'
import type { IdKind } from '../../core/ids.ts'
import type { Queries, Tx } from '../../database/open.ts'
import type { Tag } from '../../http/tags.ts'
import type { Permission } from '../../schemas/api-key.ts'

/**
 * A page that the owner creates in a profile and sends to a client by its URL. The token in the URL
 * authorizes the client; only its hash is stored. A page is open until it expires, is revoked or, for
 * some kinds, is used. Opening it changes nothing, because mail scanners open links too.
 */
export type SentPageRow = {
  id: string
  owner_id: string
  profile_id: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  /** Only of a kind that is used once. */
  used_at?: Date | null
}

/** The fields that all kinds have in the API. */
export type CommonField = 'id' | 'object' | 'profile_id' | 'status' | 'expires_at' | 'created_at'

/** A kind of page that is sent: everything in which it differs from the others. */
export type SentPageKind<
  Row extends SentPageRow = SentPageRow,
  Status extends string = string,
  Input = unknown,
  Columns extends object = object,
> = {
  table: 'connect_link' | 'invitation' | 'approval_link' | 'report_link'
  columns: readonly string[]
  idKind: IdKind
  object: string
  /** The first part of the page's path: `/connect/{token}`. */
  pagePath: string
  /** The word of the API for a page that can be used. */
  openStatus: Status
  /** Whether a page is closed once it was used: `used_at` of its table. */
  isUsedOnce: boolean
  /** How many may be open in a profile at the same time. */
  quota: { label: string; max: number }
  /** How long a new page is open. */
  lifetimeMs(input: Input): number
  /** Checks the input, and returns the columns that only this kind has. */
  check(ctx: Context, scope: Scope, profileId: string, input: Input): Promise<Columns>
  /** Checks what may have changed since, in the transaction that stores the page, with its profile locked. */
  checkInTransaction(
    ctx: Context,
    tx: Tx,
    scope: Scope,
    columns: Columns,
    profileId: string,
  ): Promise<void>
  /** The fields of this kind in every response. */
  summary(row: Row): object
  /** Its other fields for each of the rows, which the response to the creation lacks. */
  details(db: Queries, rows: readonly Row[]): Promise<object[]>
  /** The filters of its list besides profile, status and search. */
  filters: Readonly<
    Record<string, { schema: z.ZodType; where(value: string): RawBuilder<boolean> }>
  >
  notFound: ErrorCode
  /** The statuses in which a page cannot be revoked any more; `null` if revoking never fails. */
  notRevocable: { statuses: readonly Status[]; error: ErrorCode } | null
  /** What else to do when a page is revoked, in the same transaction. */
  onRevoked?(tx: Tx, id: string, now: Date): Promise<void>
  api: SentPageApi
}

/** How the routes of a kind are named and documented. */
export type SentPageApi = {
  tag: Tag
  permissions: { read: Permission; write: Permission }
  /** `/v1/{path}` and `/v1/profiles/{id}/{path}`. */
  path: string
  /** The end of the operation IDs: `createConnectLink`. */
  operation: string
  /** `a connect link`, `connect links` and `link`. */
  words: { one: string; many: string; short: string }
  descriptions: { create: string; list: string; get: string; revoke: string }
  schemas: {
    create: z.ZodType
    created: z.ZodType
    shown: z.ZodType
    statuses: readonly [string, ...string[]]
  }
  /** Error codes of the creation besides those of all kinds. */
  createErrors: readonly ErrorCode[]
}

/** `used` takes precedence over `revoked`, and both over `expired`. */
export function statusOf<Status extends string>(
  { openStatus }: { openStatus: Status },
  page: Pick<SentPageRow, 'used_at' | 'revoked_at' | 'expires_at'>,
  now: Date,
): Status {
  if (page.used_at) return 'used' as Status
  if (page.revoked_at) return 'revoked' as Status
  return page.expires_at <= now ? ('expired' as Status) : openStatus
}
