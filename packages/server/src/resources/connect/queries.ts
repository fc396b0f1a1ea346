import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { limits } from '../../core/limits.ts'
import type { ConnectAttemptTable } from '../../database/connect-tables.ts'
import { noteChange, type Queries, type Tx } from '../../database/open.ts'
import { plannedForValues, rowLimit } from '../../database/statements.ts'
import type { linkStatuses } from '../../schemas/connect-link.ts'
import { findProfilesNamed, profileMatches } from '../profiles/queries.ts'

export const linkColumns = [
  'id',
  'owner_id',
  'profile_id',
  'redirect_url',
  'state',
  'platforms',
  'account_id',
  'language',
  'metadata',
  'created_at',
  'expires_at',
  'used_at',
  'revoked_at',
  'account_ids',
  'hints',
  'invitation_id',
] as const

function selectLinks(db: Queries) {
  return db.selectFrom('connect_link').select(linkColumns)
}

export type LinkRow = Awaited<ReturnType<ReturnType<typeof selectLinks>['executeTakeFirstOrThrow']>>

export type LinkStatus = (typeof linkStatuses)[number]

/** `used` takes precedence over `revoked`, and both over `expired`. */
export function linkStatus(
  link: Pick<LinkRow, 'used_at' | 'revoked_at' | 'expires_at'>,
  now: Date,
): LinkStatus {
  if (link.used_at) return 'used'
  if (link.revoked_at) return 'revoked'
  return link.expires_at <= now ? 'expired' : 'valid'
}

/** Unscoped, as the token authorizes the request. */
export async function findLinkByTokenHash(
  db: Queries,
  tokenHash: Buffer,
): Promise<LinkRow | undefined> {
  return await selectLinks(db).where('token_hash', '=', tokenHash).executeTakeFirst()
}

export async function findLink(db: Queries, id: string): Promise<LinkRow | undefined> {
  return await selectLinks(db).where('id', '=', id).executeTakeFirst()
}

/** Locks the link, so that concurrent completions see it used. */
export async function lockLink(tx: Tx, id: string): Promise<LinkRow | undefined> {
  return await selectLinks(tx).where('id', '=', id).forUpdate().executeTakeFirst()
}

const flowColumns = [
  'id',
  'link_id',
  'platform',
  'cookie_hash',
  'kept_sealed',
  'grant_sealed',
  'step',
  'expires_at',
] as const

function selectFlows(db: Queries) {
  return db.selectFrom('connect_flow').select(flowColumns)
}

export type FlowRow = Awaited<ReturnType<ReturnType<typeof selectFlows>['executeTakeFirstOrThrow']>>

export async function findFlowByState(
  db: Queries,
  stateHash: Buffer,
): Promise<FlowRow | undefined> {
  return await selectFlows(db).where('state_hash', '=', stateHash).executeTakeFirst()
}

export async function findFlow(db: Queries, id: string): Promise<FlowRow | undefined> {
  return await selectFlows(db).where('id', '=', id).executeTakeFirst()
}

/** The newest unfinished login at this platform that one of these cookies started. */
export async function findOpenFlow(
  db: Queries,
  platform: string,
  cookieHashes: readonly Buffer[],
): Promise<FlowRow | undefined> {
  if (cookieHashes.length === 0) return undefined
  return await selectFlows(db)
    .where('platform', '=', platform)
    .where('step', '=', 'authorize')
    .where('cookie_hash', 'in', cookieHashes)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Advances a flow from a step; `false` if another request did so first. */
export async function advanceFlow(
  db: Queries,
  id: string,
  from: FlowRow['step'],
  to: FlowRow['step'],
  grantSealed: Buffer | null = null,
): Promise<boolean> {
  const row = await db
    .updateTable('connect_flow')
    .set({ step: to, grant_sealed: grantSealed })
    .where('id', '=', id)
    .where('step', '=', from)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Inserts an attempt and deletes all but the newest `attemptsKeptMax` of the link. Skips rows that
 * another request is deleting, as waiting for them could deadlock on the link.
 */
export async function insertAttempt(
  db: Queries,
  attempt: Pick<ConnectAttemptTable, 'link_id' | 'at' | 'platform' | 'step' | 'error' | 'subjects'>,
): Promise<void> {
  const { link_id: linkId, at, platform, step, error, subjects } = attempt
  await sql`
    with added as (
      insert into connect_attempt (link_id, at, platform, step, error, subjects)
      values (${linkId}, ${at}, ${platform}, ${step}, ${error}, ${subjects}::text[])),
    old as (
      select id from connect_attempt
      where link_id = ${linkId} and id <= (
        select id from connect_attempt where link_id = ${linkId}
        order by id desc offset ${limits.connect.attemptsKeptMax - 1} limit 1)
      for update skip locked)
    delete from connect_attempt tried using old where tried.id = old.id`.execute(db)
  noteChange(db, 'connect_links', { linkId: attempt.link_id })
}

/** The newest attempts of each of these links, in chronological order. */
export async function listLinkAttempts(db: Queries, linkIds: readonly string[]) {
  if (linkIds.length === 0) return []
  return await db
    .selectFrom(
      db
        .selectFrom('connect_attempt')
        .select(['id', 'link_id', 'at', 'platform', 'step', 'error'])
        .select(
          sql<number>`row_number() over (partition by link_id order by id desc)`.as('recency'),
        )
        .where(sql<boolean>`link_id = any(${linkIds}::text[])`)
        .as('attempt'),
    )
    .select(['link_id', 'at', 'platform', 'step', 'error'])
    .where('recency', '<=', limits.connect.attemptsKeptMax)
    .orderBy('id')
    .execute()
}

/** The newest finished login of the link. */
export async function findLastAttempt(db: Queries, linkId: string) {
  return await db
    .selectFrom('connect_attempt')
    .select(['platform', 'error', 'subjects'])
    .where('link_id', '=', linkId)
    .where('step', '<>', 'begin')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The accounts that a link connected and that are still connected in its profile. */
export async function findConnectedAccounts(db: Queries, link: LinkRow) {
  return await db
    .selectFrom('account')
    .select(['platform', 'username', 'display_name', 'profile_url', 'permissions_missing'])
    .select(['created_at', 'connected_at'])
    .where('owner_id', '=', link.owner_id)
    .where('profile_id', '=', link.profile_id)
    .where(sql<boolean>`id = any(${link.account_ids ?? []}::text[])`)
    .where('status', '<>', 'disconnected')
    .orderBy('id')
    .execute()
}

export async function findVisibleLink(
  db: Queries,
  scope: Scope,
  id: string,
): Promise<LinkRow | undefined> {
  return await selectLinks(db)
    .where(inScope(scope, 'connect_link'))
    .where('id', '=', id)
    .executeTakeFirst()
}

export type LinkFilter = {
  profileId: string | null
  /** `none`: the links that come from no invitation. */
  invitationId: string | null
  statuses: LinkStatus[] | null
  /** Part of the profile's name or external_id. */
  search: string | null
}

type LinkPage = { now: Date; after: CursorValue[] | null; rows: number }

/** One page of the links in scope, newest first. */
export async function listLinksAfter(
  db: Queries,
  scope: Scope,
  filter: LinkFilter,
  page: LinkPage,
): Promise<LinkRow[]> {
  let query = selectLinks(db).where(inScope(scope, 'connect_link'))
  if (filter.profileId) query = query.where('profile_id', '=', filter.profileId)
  if (filter.invitationId === 'none') query = query.where('invitation_id', 'is', null)
  else if (filter.invitationId) query = query.where('invitation_id', '=', filter.invitationId)
  if (filter.statuses || filter.search) query = query.modifyFront(plannedForValues)
  if (filter.statuses) {
    const conditions = filter.statuses.map((status) => hasStatus(status, page.now))
    query = query.where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
  }
  if (filter.search) {
    const profileIds = await findProfilesNamed(db, scope, filter.search)
    query = query.where(
      profileIds
        ? sql<boolean>`connect_link.profile_id = any(${profileIds})`
        : sql<boolean>`exists (select from profile
            where profile.id = connect_link.profile_id and ${profileMatches(filter.search)})`,
    )
  }
  if (page.after) query = query.where('id', '<', String(page.after[0]))
  return await query.orderBy('id', 'desc').limit(rowLimit(page.rows)).execute()
}

/** As `linkStatus`, in a form for which there are indexes and statistics. */
function hasStatus(status: LinkStatus, now: Date): RawBuilder<boolean> {
  const conditions = {
    used: sql`used_at is not null`,
    revoked: sql`used_at is null and revoked_at is not null`,
    expired: sql`used_at is null and revoked_at is null and expires_at <= ${now}`,
    valid: sql`used_at is null and revoked_at is null and expires_at > ${now}`,
  }
  return sql<boolean>`(${conditions[status]})`
}

/** The profiles of these platform accounts, for their status on the choice page. */
export async function findActiveAccounts(
  db: Queries,
  ownerId: string,
  platform: string,
  platformAccountIds: string[],
) {
  if (platformAccountIds.length === 0) return []
  return await db
    .selectFrom('account')
    .select(['platform_account_id', 'profile_id'])
    .where('owner_id', '=', ownerId)
    .where('platform', '=', platform)
    .where(sql<boolean>`platform_account_id = any(${platformAccountIds})`)
    .where('status', '<>', 'disconnected')
    .execute()
}

/** Whether the profile exists and is not being deleted; locks it until the transaction ends. */
export async function lockActiveProfile(tx: Tx, profileId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('profile')
    .select('id')
    .where('id', '=', profileId)
    .where('deleting_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}
