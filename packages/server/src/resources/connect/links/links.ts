import { sql } from 'kysely'
import { resolveProfile } from '../../../access/reference.ts'
import { inScope, type Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import { limits } from '../../../core/limits.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import type { Queries, Tx } from '../../../database/open.ts'
import { enforceQuota } from '../../../database/quota.ts'
import { type PageInput, readPage } from '../../../http/list.ts'
import type { ConnectLink, CreatedLink } from '../../../schemas/connect-link.ts'
import { hashToken, newToken } from '../../../security/secrets.ts'
import {
  findVisibleLink,
  type LinkRow,
  type LinkStatus,
  linkColumns,
  linkStatus,
  listLinkAttempts,
  listLinksAfter,
  lockActiveProfile,
} from '../queries.ts'
import {
  checkLinkSettings,
  type LinkInput,
  type LinkSettings,
  requireReturnAllowed,
} from './link-settings.ts'

/**
 * Creates a single-use link to the hosted page, valid for 30 minutes. Only this response contains the
 * URL, as only a hash of its token is stored.
 */
export async function createLink(
  ctx: Context,
  scope: Scope,
  reference: string,
  input: LinkInput,
): Promise<CreatedLink> {
  const profile = await resolveProfile(ctx.db.query, scope, reference)
  const settings = await checkLinkSettings(ctx, scope, profile.id, input)
  const now = ctx.clock.now()
  const { token, row } = await ctx.db.transact(async (tx) => {
    await requireReturnAllowed(ctx, tx, scope.ownerId, settings)
    // The profile may have been deleted since it was resolved.
    if (!(await lockActiveProfile(tx, profile.id))) throw new ServiceError('profile_not_found')
    const place = { ownerId: scope.ownerId, profileId: profile.id, invitationId: null }
    return await insertLink(tx, place, settings, now)
  })
  return { url: linkUrl(ctx, token), ...commonFields(row, now) }
}

/** Where the client opens a link. */
export function linkUrl(ctx: Context, token: string): string {
  return `${ctx.config.publicUrl}/connect/${token}`
}

type LinkPlace = { ownerId: string; profileId: string; invitationId: string | null }

/** Stores a new link; 409 `limit_reached` if the profile has too many valid ones. */
export async function insertLink(
  tx: Tx,
  { ownerId, profileId, invitationId }: LinkPlace,
  settings: LinkSettings,
  now: Date,
): Promise<{ token: string; row: LinkRow }> {
  const token = newToken()
  await enforceQuota(tx, {
    label: 'valid links of the profile',
    parentId: profileId,
    max: limits.connect.validLinksPerProfileMax,
    rows: sql`select 1 from connect_link where profile_id = ${profileId}
      and expires_at > ${now} and used_at is null and revoked_at is null`,
  })
  const row = await tx
    .insertInto('connect_link')
    .values({
      ...settings,
      id: newId('link'),
      owner_id: ownerId,
      profile_id: profileId,
      invitation_id: invitationId,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + limits.connect.linkLifetimeMs),
      used_at: null,
      revoked_at: null,
      account_ids: null,
    })
    .returning(linkColumns)
    .executeTakeFirstOrThrow()
  return { token, row }
}

/** The links in scope with their attempts, newest first, without URLs. */
export async function listLinks(
  ctx: Context,
  scope: Scope,
  input: PageInput & {
    profile_id?: string | undefined
    invitation_id?: string | undefined
    status?: LinkStatus[] | undefined
    search?: string | undefined
  },
) {
  const now = ctx.clock.now()
  const profile = input.profile_id
    ? await resolveProfile(ctx.db.query, scope, input.profile_id)
    : null
  const filter = {
    profileId: profile?.id ?? null,
    invitationId: input.invitation_id ?? null,
    statuses: input.status ?? null,
    search: input.search ?? null,
  }
  const page = await readPage(input, ['links', scope.ownerId, scope.profile?.id ?? null, filter], {
    length: 1,
    valuesOf: (row: LinkRow) => [row.id],
    show: (row) => row,
    fetch: (after, rows) => listLinksAfter(ctx.db.query, scope, filter, { now, after, rows }),
  })
  return { ...page, data: await showLinks(ctx.db.query, page.data, now) }
}

/** The link with its attempts, without its URL. 404 `connect_link_not_found`. */
export async function getLink(ctx: Context, scope: Scope, id: string): Promise<ConnectLink> {
  const row = await findVisibleLink(ctx.db.query, scope, id)
  if (!row) throw new ServiceError('connect_link_not_found')
  return await showLink(ctx.db.query, row, ctx.clock.now())
}

/** Revokes a valid link; 409 `connect_link_not_revocable` if used or expired. */
export async function revokeLink(ctx: Context, scope: Scope, id: string): Promise<ConnectLink> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const row = await tx
      .selectFrom('connect_link')
      .select(linkColumns)
      .where(inScope(scope, 'connect_link'))
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new ServiceError('connect_link_not_found')
    const status = linkStatus(row, now)
    if (status === 'used' || status === 'expired') {
      throw new ServiceError('connect_link_not_revocable')
    }
    if (status === 'valid') {
      await tx.updateTable('connect_link').set({ revoked_at: now }).where('id', '=', id).execute()
      row.revoked_at = now
    }
    return await showLink(tx, row, now)
  })
}

async function showLink(db: Queries, row: LinkRow, now: Date): Promise<ConnectLink> {
  const [link] = await showLinks(db, [row], now)
  return link!
}

async function showLinks(db: Queries, rows: LinkRow[], now: Date): Promise<ConnectLink[]> {
  const attempts = await listLinkAttempts(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    ...commonFields(row, now),
    invitation_id: row.invitation_id,
    redirect_url: row.redirect_url,
    language: row.language as ConnectLink['language'],
    metadata: row.metadata as ConnectLink['metadata'],
    used_at: row.used_at?.toISOString() ?? null,
    account_ids: row.account_ids,
    attempts: attempts
      .filter((attempt) => attempt.link_id === row.id)
      .map((attempt) => ({
        at: attempt.at.toISOString(),
        platform: attempt.platform as PlatformValue | null,
        step: attempt.step,
        error: attempt.error,
      })),
  }))
}

function commonFields(row: LinkRow, now: Date) {
  return {
    id: row.id,
    object: 'connect_link' as const,
    profile_id: row.profile_id,
    status: linkStatus(row, now),
    platforms: row.platforms as PlatformValue[] | null,
    account_id: row.account_id,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
  }
}

/**
 * Deletes expired logins, and links and invitations past their retention. A link of an invitation is
 * deleted with it.
 */
export async function deleteOldLinks(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const deleteBefore = new Date(now.getTime() - limits.connect.linkKeptDays * 86_400_000)
  await ctx.db.query.deleteFrom('connect_flow').where('expires_at', '<', now).execute()
  await ctx.db.query
    .deleteFrom('connect_link')
    .where('expires_at', '<', deleteBefore)
    .where('invitation_id', 'is', null)
    .execute()
  await ctx.db.query.deleteFrom('invitation').where('expires_at', '<', deleteBefore).execute()
}
