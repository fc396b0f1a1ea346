import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../../access/scope.ts'
import type { CursorValue } from '../../../core/cursor.ts'
import type { Queries, Tx } from '../../../database/open.ts'
import { plannedForValues, rowLimit } from '../../../database/statements.ts'
import type { invitationStatuses } from '../../../schemas/invitation.ts'
import { findProfilesNamed, profileMatches } from '../../profiles/queries.ts'

export const invitationColumns = [
  'id',
  'owner_id',
  'profile_id',
  'redirect_url',
  'state',
  'platforms',
  'account_id',
  'language',
  'metadata',
  'hints',
  'created_at',
  'expires_at',
  'revoked_at',
] as const

function selectInvitations(db: Queries) {
  return db.selectFrom('invitation').select(invitationColumns)
}

export type InvitationRow = Awaited<
  ReturnType<ReturnType<typeof selectInvitations>['executeTakeFirstOrThrow']>
>

export type InvitationStatus = (typeof invitationStatuses)[number]

/** `revoked` takes precedence over `expired`. */
export function invitationStatus(
  invitation: Pick<InvitationRow, 'revoked_at' | 'expires_at'>,
  now: Date,
): InvitationStatus {
  if (invitation.revoked_at) return 'revoked'
  return invitation.expires_at <= now ? 'expired' : 'open'
}

/** Unscoped, as the token authorizes the request. */
export async function findInvitationByTokenHash(db: Queries, tokenHash: Buffer) {
  return await selectInvitations(db).where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Unscoped: for an invitation that a link of the client names. */
export async function findInvitation(db: Queries, id: string) {
  return await selectInvitations(db).where('id', '=', id).executeTakeFirst()
}

export async function findVisibleInvitation(db: Queries, scope: Scope, id: string) {
  return await selectInvitations(db)
    .where(inScope(scope, 'invitation'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locks the invitation against a concurrent revocation. */
export async function lockInvitation(tx: Tx, id: string) {
  return await selectInvitations(tx).where('id', '=', id).forShare().executeTakeFirst()
}

export type InvitationFilter = {
  profileId: string | null
  statuses: InvitationStatus[] | null
  /** Part of the profile's name or external_id. */
  search: string | null
}

/** One page of the invitations in scope, newest first. */
export async function listInvitationsAfter(
  db: Queries,
  scope: Scope,
  filter: InvitationFilter,
  page: { now: Date; after: CursorValue[] | null; rows: number },
): Promise<InvitationRow[]> {
  let query = selectInvitations(db).where(inScope(scope, 'invitation'))
  if (filter.profileId) query = query.where('profile_id', '=', filter.profileId)
  if (filter.statuses || filter.search) query = query.modifyFront(plannedForValues)
  if (filter.statuses) {
    const conditions = filter.statuses.map((status) => hasStatus(status, page.now))
    query = query.where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
  }
  if (filter.search) {
    const profileIds = await findProfilesNamed(db, scope, filter.search)
    query = query.where(
      profileIds
        ? sql<boolean>`invitation.profile_id = any(${profileIds})`
        : sql<boolean>`exists (select from profile
            where profile.id = invitation.profile_id and ${profileMatches(filter.search)})`,
    )
  }
  if (page.after) query = query.where('id', '<', String(page.after[0]))
  return await query.orderBy('id', 'desc').limit(rowLimit(page.rows)).execute()
}

/** As `invitationStatus`, in a form for which there are indexes and statistics. */
function hasStatus(status: InvitationStatus, now: Date): RawBuilder<boolean> {
  const conditions = {
    revoked: sql`revoked_at is not null`,
    expired: sql`revoked_at is null and expires_at <= ${now}`,
    open: sql`revoked_at is null and expires_at > ${now}`,
  }
  return sql<boolean>`(${conditions[status]})`
}

/** What became of the links of these invitations; invitations without links are missing. */
export async function summarizeLinks(db: Queries, invitationIds: readonly string[]) {
  if (invitationIds.length === 0) return []
  const { rows } = await sql<{
    invitation_id: string
    links_created: number
    last_opened_at: Date
    account_ids: string[]
  }>`
    select invitation_id, count(distinct link.id)::integer as links_created,
      max(created_at) as last_opened_at,
      coalesce(array_agg(distinct connected.id) filter (where connected.id is not null), '{}')
        as account_ids
    from connect_link link left join unnest(link.account_ids) as connected (id) on true
    where invitation_id = any(${invitationIds as string[]}::text[])
    group by invitation_id`.execute(db)
  return rows
}

/** The accounts connected with an invitation, connected or expired, in its profile. */
export async function findInvitedAccounts(db: Queries, invitation: InvitationRow) {
  return await db
    .selectFrom('account')
    .select(['platform', 'username', 'display_name', 'profile_url'])
    .select(['status', 'permissions_missing'])
    .where('owner_id', '=', invitation.owner_id)
    .where('profile_id', '=', invitation.profile_id)
    .where(
      sql<boolean>`id in (select unnest(account_ids) from connect_link
        where invitation_id = ${invitation.id})`,
    )
    .where('status', '<>', 'disconnected')
    .orderBy('id')
    .execute()
}
