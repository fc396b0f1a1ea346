import { sql } from 'kysely'
import { resolveProfile } from '../../access/reference.ts'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import type { Queries } from '../../database/open.ts'
import { bindingOf, type Page, type PageInput, readPage } from '../../http/list.ts'
import { lockActiveProfile } from '../profiles/queries.ts'
import { type SentPageKind, type SentPageRow, statusOf } from './kind.ts'
import {
  findVisiblePage,
  insertPage,
  listPagesAfter,
  lockVisiblePage,
  revokePages,
} from './queries.ts'

/** Creates a page. Only this response contains its URL, as only a hash of its token is stored. */
export async function createPage<Input, Columns extends object>(
  ctx: Context,
  scope: Scope,
  kind: SentPageKind<SentPageRow, string, Input, Columns>,
  reference: string,
  input: Input,
): Promise<object> {
  const profile = await resolveProfile(ctx.db.query, scope, reference)
  const columns = await kind.check(ctx, scope, profile.id, input)
  const now = ctx.clock.now()
  const { token, row } = await ctx.db.transact(async (tx) => {
    // The profile may have been deleted since it was resolved.
    if (!(await lockActiveProfile(tx, profile.id))) throw new ServiceError('profile_not_found')
    await kind.checkInTransaction(ctx, tx, scope, columns, profile.id)
    const place = { owner_id: scope.ownerId, profile_id: profile.id }
    const lifetimeMs = kind.lifetimeMs(input)
    return await insertPage(tx, kind, place, columns, { now, lifetimeMs })
  })
  return { url: pageUrl(ctx, kind, token), ...commonFields(kind, row, now) }
}

/** Where the client opens a page. */
export function pageUrl(ctx: Context, kind: { pagePath: string }, token: string): string {
  return `${ctx.config.publicUrl}/${kind.pagePath}/${token}`
}

type ListInput = PageInput & {
  profile_id?: string | undefined
  status?: readonly string[] | undefined
  search?: string | undefined
  /** The filters of the kind. */
  [name: string]: unknown
}

/** The pages of a kind in scope, newest first, without URLs. */
export async function listPages<Row extends SentPageRow>(
  ctx: Context,
  scope: Scope,
  kind: SentPageKind<Row>,
  { limit, cursor, ...filters }: ListInput,
): Promise<Page<object>> {
  const { profile_id: reference, status, search } = filters
  const now = ctx.clock.now()
  const profile = reference ? await resolveProfile(ctx.db.query, scope, reference) : null
  const profileId = profile?.id ?? null
  const conditions = Object.entries(kind.filters).flatMap(([name, { where }]) =>
    filters[name] === undefined ? [] : [where(String(filters[name]))],
  )
  const filter = { profileId, statuses: status ?? null, search: search ?? null, conditions }
  const binding = bindingOf(kind.table, scope, { ...filters, profile_id: profileId })
  const page = await readPage({ limit, cursor }, binding, {
    length: 1,
    valuesOf: (row: Row) => [row.id],
    show: (row) => row,
    fetch: (after, rows) => listPagesAfter(ctx.db.query, kind, scope, filter, { now, after, rows }),
  })
  return { ...page, data: await showPages(ctx.db.query, kind, page.data, now) }
}

/** The page without its URL. 404 with the code of its kind. */
export async function getPage<Row extends SentPageRow>(
  ctx: Context,
  scope: Scope,
  kind: SentPageKind<Row>,
  id: string,
): Promise<object> {
  const row = await findVisiblePage(ctx.db.query, kind, scope, id)
  if (!row) throw new ServiceError(kind.notFound)
  return await showPage(ctx.db.query, kind, row, ctx.clock.now())
}

/** Revokes a page. Revoking it again changes nothing. */
export async function revokePage<Row extends SentPageRow>(
  ctx: Context,
  scope: Scope,
  kind: SentPageKind<Row>,
  id: string,
): Promise<object> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const row = await lockVisiblePage(tx, kind, scope, id)
    if (!row) throw new ServiceError(kind.notFound)
    const { notRevocable } = kind
    if (notRevocable?.statuses.includes(statusOf(kind, row, now))) {
      throw new ServiceError(notRevocable.error)
    }
    await revokePages(tx, kind, sql`id = ${id}`, now)
    await kind.onRevoked?.(tx, id, now)
    return await showPage(tx, kind, { ...row, revoked_at: row.revoked_at ?? now }, now)
  })
}

async function showPage<Row extends SentPageRow>(
  db: Queries,
  kind: SentPageKind<Row>,
  row: Row,
  now: Date,
): Promise<object> {
  const [page] = await showPages(db, kind, [row], now)
  return page!
}

async function showPages<Row extends SentPageRow>(
  db: Queries,
  kind: SentPageKind<Row>,
  rows: readonly Row[],
  now: Date,
): Promise<object[]> {
  const details = await kind.details(db, rows)
  return rows.map((row, index) => ({ ...commonFields(kind, row, now), ...details[index] }))
}

function commonFields<Row extends SentPageRow>(kind: SentPageKind<Row>, row: Row, now: Date) {
  return {
    id: row.id,
    object: kind.object,
    profile_id: row.profile_id,
    status: statusOf(kind, row, now),
    ...kind.summary(row),
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
  }
}
