import { sql } from 'kysely'
import { resolveProfile } from '../../../access/reference.ts'
import { inScope, type Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import { limits } from '../../../core/limits.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import type { Queries } from '../../../database/open.ts'
import { enforceQuota } from '../../../database/quota.ts'
import { type PageInput, readPage } from '../../../http/list.ts'
import type { CreatedInvitation, Invitation } from '../../../schemas/invitation.ts'
import { hashToken, newToken } from '../../../security/secrets.ts'
import { lockActiveProfile } from '../queries.ts'
import {
  findVisibleInvitation,
  type InvitationRow,
  type InvitationStatus,
  invitationColumns,
  invitationStatus,
  listInvitationsAfter,
  summarizeLinks,
} from './invitation-queries.ts'
import { checkLinkSettings, type LinkInput, requireReturnAllowed } from './link-settings.ts'

const dayMs = 86_400_000

/**
 * Creates an invitation: a page that creates a connect link with these settings each time the client
 * continues. Only this response contains the URL, as only a hash of its token is stored.
 */
export async function createInvitation(
  ctx: Context,
  scope: Scope,
  reference: string,
  input: LinkInput & { expires_in_days?: number | undefined },
): Promise<CreatedInvitation> {
  const profile = await resolveProfile(ctx.db.query, scope, reference)
  const settings = await checkLinkSettings(ctx, scope, profile.id, input)
  const days = input.expires_in_days ?? limits.connect.invitationDays.default
  const now = ctx.clock.now()
  const token = newToken()
  const row = await ctx.db.transact(async (tx) => {
    await requireReturnAllowed(ctx, tx, scope.ownerId, settings)
    if (!(await lockActiveProfile(tx, profile.id))) throw new ServiceError('profile_not_found')
    await enforceQuota(tx, {
      label: 'open invitations of the profile',
      parentId: profile.id,
      max: limits.connect.openInvitationsPerProfileMax,
      rows: sql`select 1 from invitation where profile_id = ${profile.id}
        and expires_at > ${now} and revoked_at is null`,
    })
    return await tx
      .insertInto('invitation')
      .values({
        ...settings,
        id: newId('invitation'),
        owner_id: scope.ownerId,
        profile_id: profile.id,
        token_hash: hashToken(token),
        created_at: now,
        expires_at: new Date(now.getTime() + days * dayMs),
        revoked_at: null,
      })
      .returning(invitationColumns)
      .executeTakeFirstOrThrow()
  })
  return { url: `${ctx.config.publicUrl}/invite/${token}`, ...commonFields(row, now) }
}

/** The invitations in scope, newest first, without URLs. */
export async function listInvitations(
  ctx: Context,
  scope: Scope,
  input: PageInput & {
    profile_id?: string | undefined
    status?: InvitationStatus[] | undefined
    search?: string | undefined
  },
) {
  const now = ctx.clock.now()
  const profile = input.profile_id
    ? await resolveProfile(ctx.db.query, scope, input.profile_id)
    : null
  const filter = {
    profileId: profile?.id ?? null,
    statuses: input.status ?? null,
    search: input.search ?? null,
  }
  const binding = ['invitations', scope.ownerId, scope.profile?.id ?? null, filter]
  const page = await readPage(input, binding, {
    length: 1,
    valuesOf: (row: InvitationRow) => [row.id],
    show: (row) => row,
    fetch: (after, rows) => listInvitationsAfter(ctx.db.query, scope, filter, { now, after, rows }),
  })
  return { ...page, data: await showInvitations(ctx.db.query, page.data, now) }
}

/** The invitation without its URL. 404 `invitation_not_found`. */
export async function getInvitation(ctx: Context, scope: Scope, id: string): Promise<Invitation> {
  const row = await findVisibleInvitation(ctx.db.query, scope, id)
  if (!row) throw new ServiceError('invitation_not_found')
  return await showInvitation(ctx.db.query, row, ctx.clock.now())
}

/** Revokes an invitation and its valid links. Revoking again changes nothing. */
export async function revokeInvitation(
  ctx: Context,
  scope: Scope,
  id: string,
): Promise<Invitation> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const row = await tx
      .updateTable('invitation')
      .set({ revoked_at: sql`coalesce(revoked_at, ${now})` })
      .where(inScope(scope, 'invitation'))
      .where('id', '=', id)
      .returning(invitationColumns)
      .executeTakeFirst()
    if (!row) throw new ServiceError('invitation_not_found')
    await tx
      .updateTable('connect_link')
      .set({ revoked_at: now })
      .where('invitation_id', '=', id)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .execute()
    return await showInvitation(tx, row, now)
  })
}

async function showInvitation(db: Queries, row: InvitationRow, now: Date): Promise<Invitation> {
  const [invitation] = await showInvitations(db, [row], now)
  return invitation!
}

async function showInvitations(
  db: Queries,
  rows: InvitationRow[],
  now: Date,
): Promise<Invitation[]> {
  const ids = rows.map((row) => row.id)
  const summaries = new Map(
    (await summarizeLinks(db, ids)).map((each) => [each.invitation_id, each]),
  )
  return rows.map((row) => {
    const summary = summaries.get(row.id)
    return {
      ...commonFields(row, now),
      redirect_url: row.redirect_url,
      language: row.language as Invitation['language'],
      metadata: row.metadata as Invitation['metadata'],
      links_created: summary?.links_created ?? 0,
      last_opened_at: summary?.last_opened_at.toISOString() ?? null,
      account_ids: summary?.account_ids ?? [],
    }
  })
}

function commonFields(row: InvitationRow, now: Date) {
  return {
    id: row.id,
    object: 'invitation' as const,
    profile_id: row.profile_id,
    status: invitationStatus(row, now),
    platforms: row.platforms as PlatformValue[] | null,
    account_id: row.account_id,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
  }
}
