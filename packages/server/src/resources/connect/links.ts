import { sql } from 'kysely'
import { resolveProfile } from '../../access/reference.ts'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { defaultRedirectUrl } from '../../core/config.ts'
import { invalidField, ServiceError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Reader } from '../../database/open.ts'
import { enforceQuota } from '../../database/quota.ts'
import { type PageInput, readPage } from '../../http/list.ts'
import type { ConnectLink, CreatedLink } from '../../schemas/connect-link.ts'
import { hashToken, newToken } from '../../security/secrets.ts'
import { findAccount } from '../accounts/queries.ts'
import { parseReturnUrl, refuseReservedParameters, requireRegistered } from './origins.ts'
import {
  findVisibleLink,
  type LinkRow,
  type LinkStatus,
  linkColumns,
  linkStatus,
  listLinkAttempts,
  listLinksAfter,
  lockActiveProfile,
} from './queries.ts'

export type NewLink = {
  redirect_url: string
  state?: string | undefined
  platforms?: PlatformValue[] | undefined
  account_id?: string | undefined
  language?: string | undefined
  metadata?: Record<string, unknown> | undefined
  hints?: Partial<Record<PlatformValue, string>> | undefined
}

/**
 * Creates a single-use link to the hosted page, valid for 30 minutes. Only this response contains the
 * URL, as only a hash of its token is stored.
 */
export async function createLink(
  ctx: Context,
  scope: Scope,
  reference: string,
  input: NewLink,
): Promise<CreatedLink> {
  const profile = await resolveProfile(ctx.db.read, scope, reference)
  const url = parseReturnUrl(input.redirect_url, 'redirect_url')
  refuseReservedParameters(url)
  const account = await findReconnectAccount(ctx, scope, profile.id, input.account_id)
  const platforms = account ? [account.platform as PlatformValue] : (input.platforms ?? null)
  requireConfigured(ctx, platforms)
  refuseUselessHints(ctx, input.hints ?? {})
  const now = ctx.clock.now()
  const token = newToken()
  const row = await ctx.db.transact(async (tx) => {
    // Our own result page needs no registration.
    if (url.href !== defaultRedirectUrl(ctx.config)) await requireRegistered(tx, scope, url)
    // The profile may have been deleted since it was resolved.
    if (!(await lockActiveProfile(tx, profile.id))) throw new ServiceError('profile_not_found')
    await enforceQuota(tx, {
      label: 'valid links of the profile',
      parentId: profile.id,
      max: limits.connect.validLinksPerProfileMax,
      rows: sql`select 1 from connect_link where profile_id = ${profile.id}
        and expires_at > ${now} and used_at is null and revoked_at is null`,
    })
    return await tx
      .insertInto('connect_link')
      .values({
        id: newId('link'),
        owner_id: scope.ownerId,
        profile_id: profile.id,
        token_hash: hashToken(token),
        redirect_url: url.href,
        state: input.state ?? null,
        platforms: platforms ? [...new Set(platforms)] : null,
        account_id: account?.id ?? null,
        language: input.language ?? null,
        metadata: JSON.stringify(input.metadata ?? {}),
        hints: JSON.stringify(input.hints ?? {}),
        created_at: now,
        expires_at: new Date(now.getTime() + limits.connect.linkLifetimeMs),
        used_at: null,
        revoked_at: null,
        account_ids: null,
      })
      .returning(linkColumns)
      .executeTakeFirstOrThrow()
  })
  return { url: `${ctx.config.publicUrl}/connect/${token}`, ...commonFields(row, now) }
}

async function findReconnectAccount(
  ctx: Context,
  scope: Scope,
  profileId: string,
  accountId: string | undefined,
) {
  if (accountId === undefined) return null
  const account = await findAccount(ctx.db.read, scope, accountId)
  if (account?.profile_id !== profileId) {
    throw new ServiceError('account_not_found', { param: 'account_id' })
  }
  return account
}

function requireConfigured(ctx: Context, platforms: PlatformValue[] | null): void {
  if (!platforms && ctx.platforms.size === 0) {
    throw invalidField(
      'platforms',
      'No platform is configured on this installation.',
      'platform_not_configured',
    )
  }
  for (const [index, platform] of (platforms ?? []).entries()) {
    if (ctx.platforms.has(platform)) continue
    throw invalidField(
      `platforms.${index}`,
      `${platform} is not configured on this installation. Set its app credentials first.`,
      'platform_not_configured',
    )
  }
}

/** A hint for a platform that asks nothing would never be shown. */
function refuseUselessHints(ctx: Context, hints: NonNullable<NewLink['hints']>): void {
  for (const platform of Object.keys(hints)) {
    if (ctx.platforms.get(platform as PlatformValue)?.connect.server) continue
    throw invalidField(
      `hints.${platform}`,
      `${platform} does not ask for a handle or a server. Remove the hint.`,
      'hint_not_used',
    )
  }
}

/** The links in scope with their attempts, newest first, without URLs. */
export async function listLinks(
  ctx: Context,
  scope: Scope,
  input: PageInput & { profile_id?: string | undefined; status?: LinkStatus[] | undefined },
) {
  const now = ctx.clock.now()
  const profile = input.profile_id
    ? await resolveProfile(ctx.db.read, scope, input.profile_id)
    : null
  const filter = { profileId: profile?.id ?? null, statuses: input.status ?? null }
  const page = await readPage(input, ['links', scope.ownerId, scope.profile?.id ?? null, filter], {
    length: 1,
    valuesOf: (row: LinkRow) => [row.id],
    show: (row) => row,
    fetch: (after, rows) => listLinksAfter(ctx.db.read, scope, filter, { now, after, rows }),
  })
  return { ...page, data: await showLinks(ctx.db.read, page.data, now) }
}

/** The link with its attempts, without its URL. 404 `connect_link_not_found`. */
export async function getLink(ctx: Context, scope: Scope, id: string): Promise<ConnectLink> {
  const row = await findVisibleLink(ctx.db.read, scope, id)
  if (!row) throw new ServiceError('connect_link_not_found')
  return await showLink(ctx.db.read, row, ctx.clock.now())
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

async function showLink(db: Reader, row: LinkRow, now: Date): Promise<ConnectLink> {
  const [link] = await showLinks(db, [row], now)
  return link!
}

async function showLinks(db: Reader, rows: LinkRow[], now: Date): Promise<ConnectLink[]> {
  const attempts = await listLinkAttempts(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    ...commonFields(row, now),
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

/** Deletes expired logins, and links past their retention. */
export async function deleteOldLinks(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const deleteBefore = new Date(now.getTime() - limits.connect.linkKeptDays * 86_400_000)
  await ctx.db.read.deleteFrom('connect_flow').where('expires_at', '<', now).execute()
  await ctx.db.read.deleteFrom('connect_link').where('expires_at', '<', deleteBefore).execute()
}
