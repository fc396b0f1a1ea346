import { sql } from 'kysely'
import { limits } from '../../../core/limits.ts'
import type { ConnectAttemptTable } from '../../../database/connect-tables.ts'
import { noteChange, type Queries } from '../../../database/open.ts'
import type { InvitationRow } from '../links/invitation.ts'
import type { LinkRow } from '../links/link.ts'

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

type Attempt = Pick<ConnectAttemptTable, 'at' | 'step' | 'error'> & {
  /** The permissions or accounts that the error is about. */
  subjects?: readonly string[]
}

/**
 * Inserts an attempt and deletes all but the newest `attemptsKeptMax` of the link. Skips rows that
 * another request is deleting, as waiting for them could deadlock on the link.
 */
export async function recordAttempt(
  db: Queries,
  { link_id: linkId, platform }: Pick<FlowRow, 'link_id' | 'platform'>,
  { at, step, error, subjects = [] }: Attempt,
): Promise<void> {
  await sql`
    with added as (
      insert into connect_attempt (link_id, at, platform, step, error, subjects)
      values (${linkId}, ${at}, ${platform}, ${step}, ${error},
        ${subjects.length > 0 ? subjects : null}::text[])),
    old as (
      select id from connect_attempt
      where link_id = ${linkId} and id <= (
        select id from connect_attempt where link_id = ${linkId}
        order by id desc offset ${limits.connect.attemptsKeptMax - 1} limit 1)
      for update skip locked)
    delete from connect_attempt tried using old where tried.id = old.id`.execute(db)
  noteChange(db, 'connect_links', { linkId })
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
