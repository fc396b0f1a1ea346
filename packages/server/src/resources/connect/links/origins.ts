import { sql } from 'kysely'
import type { Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { defaultRedirectUrl } from '../../../core/config.ts'
import { invalidField, ServiceError } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import { limits } from '../../../core/limits.ts'
import { noteChange } from '../../../database/open.ts'
import { limitReached, lockOwner } from '../../../database/quota.ts'
import { rowLimit } from '../../../database/statements.ts'
import { type PageInput, readPage } from '../../../http/list.ts'
import { revokePages } from '../../sent-pages/queries.ts'
import { invitationKind } from './invitation.ts'
import { linkKind } from './link.ts'
import { httpsRequired, parseReturnUrl } from './redirect-url.ts'

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])
type OriginRow = { id: string; origin: string; created_at: Date }

/** Registers an origin, or returns the existing one with `isNew: false`. */
export async function registerOrigin(ctx: Context, scope: Scope, text: string) {
  const url = parseReturnUrl(text, 'origin')
  if (url.protocol === 'http:' && !localHosts.has(url.hostname)) throw httpsRequired('origin')
  if (url.pathname !== '/' || url.search || url.hash || text.includes('*')) {
    throw invalidField(
      'origin',
      'It must contain only scheme, host and port, without a path or wildcard.',
      'not_an_origin',
    )
  }
  const row = await ctx.db.transact(async (tx) => {
    await lockOwner(tx, scope.ownerId)
    const { count } = await tx
      .selectFrom('redirect_origin')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('owner_id', '=', scope.ownerId)
      .where('origin', '<>', url.origin)
      .executeTakeFirstOrThrow()
    if (count >= limits.connect.originsMax) {
      throw limitReached('redirect origins', limits.connect.originsMax, count + 1)
    }
    return await tx
      .insertInto('redirect_origin')
      .values({
        id: newId('origin'),
        owner_id: scope.ownerId,
        origin: url.origin,
        created_at: ctx.clock.now(),
      })
      .onConflict((conflict) => conflict.columns(['owner_id', 'origin']).doNothing())
      .returning(['id', 'origin', 'created_at'])
      .executeTakeFirst()
  })
  if (row) return { origin: showOrigin(row), isNew: true }
  const existing = await selectOrigins(ctx, scope)
    .where('origin', '=', url.origin)
    .executeTakeFirstOrThrow()
  return { origin: showOrigin(existing), isNew: false }
}

/** The registered origins, oldest first. */
export async function listOrigins(ctx: Context, scope: Scope, page: PageInput) {
  return await readPage(page, ['origins', scope.ownerId], {
    length: 1,
    valuesOf: (row: OriginRow) => [row.id],
    show: showOrigin,
    fetch: (after, rows) =>
      selectOrigins(ctx, scope)
        .$if(after !== null, (query) => query.where('id', '>', String(after?.[0])))
        .orderBy('id')
        .limit(rowLimit(rows))
        .execute(),
  })
}

/**
 * Removes an origin and revokes its links and invitations, so that no client is sent there any more, including clients
 * with a login in progress.
 */
export async function removeOrigin(ctx: Context, scope: Scope, id: string) {
  return await ctx.db.transact(async (tx) => {
    const row = await tx
      .deleteFrom('redirect_origin')
      .where('owner_id', '=', scope.ownerId)
      .where('id', '=', id)
      .returning(['id', 'origin', 'created_at'])
      .executeTakeFirst()
    if (!row) throw new ServiceError('redirect_origin_not_found')
    // redirect_url is stored normalized, so a slash always follows the origin.
    const leadsThere = sql<boolean>`(owner_id = ${scope.ownerId}
      and starts_with(redirect_url, ${`${row.origin}/`})
      and redirect_url <> ${defaultRedirectUrl(ctx.config)})`
    // Invitations first: this waits for one in use, whose new link the second statement then sees.
    const now = ctx.clock.now()
    await revokePages(tx, invitationKind, leadsThere, now)
    await revokePages(tx, linkKind, leadsThere, now)
    noteChange(tx, 'connect_links', { ownerId: scope.ownerId, profileId: null })
    return showOrigin(row)
  })
}

function selectOrigins(ctx: Context, scope: Scope) {
  return ctx.db.query
    .selectFrom('redirect_origin')
    .select(['id', 'origin', 'created_at'])
    .where('owner_id', '=', scope.ownerId)
}

function showOrigin(row: OriginRow) {
  return {
    id: row.id,
    object: 'redirect_origin' as const,
    origin: row.origin,
    created_at: row.created_at.toISOString(),
  }
}
