import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import type {
  MemberRole,
  SecondFactorRequiredFor,
  SignInMethod,
} from '../database/member-tables.ts'
import { hashToken } from '../security/secrets.ts'
import { findProfile } from './reference.ts'
import { contributorPermissions, type Scope } from './scope.ts'

const tokenShape = /^[A-Za-z0-9_-]{43}$/
const lastSeenStepMs = 60_000
const { idleMsMax, lifetimeMsMax } = limits.session

/**
 * Returns the scope of a request from its session token: owners see all profiles, staff and
 * contributors their assigned ones. Throws 401 `session_invalid` when the session has expired or its member is disabled,
 * and 404 `profile_not_found` when the Service-Profile header names a profile the member cannot see.
 */
export async function authenticateSession(
  ctx: Context,
  token: string,
  profileHeader: string | undefined,
): Promise<Scope> {
  const session = await findSession(ctx, token)
  const { kind, profileIds, permissions } = rightsOf(session)
  return {
    ownerId: session.owner_id,
    actor: { kind: 'member', id: session.member_id, name: session.name },
    kind,
    profile: await resolveHeaderProfile(ctx, session.owner_id, profileIds, profileHeader),
    profileIds,
    permissions,
    hiddenProfileIds: session.hidden_profile_ids,
    sessionId: session.id,
    mustSetUpSecondFactor: !session.second_factor && requiresSecondFactor(session),
  }
}

/** A session of a provider needs none, because the provider checks its own second factor. */
export function requiresSecondFactor(session: {
  second_factor_required_for: SecondFactorRequiredFor
  role: MemberRole
  method: SignInMethod
}): boolean {
  const { second_factor_required_for: requiredFor, role, method } = session
  if (method === 'provider') return false
  return requiredFor === 'everyone' || (requiredFor === 'owners' && role === 'owner')
}

/** What a member with this role and these assigned profiles sees and may do. */
function rightsOf(member: { role: MemberRole; profile_ids: readonly string[] }) {
  const isOwner = member.role === 'owner'
  return {
    kind: isOwner ? ('owner' as const) : ('staff' as const),
    profileIds: isOwner ? null : member.profile_ids,
    permissions: member.role === 'contributor' ? contributorPermissions : null,
  }
}

async function findSession(ctx: Context, token: string) {
  if (!tokenShape.test(token)) throw new ServiceError('session_invalid')
  const session = await selectSessions(ctx)
    .where('session.token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!session) throw new ServiceError('session_invalid')
  await recordUse(ctx, session, ctx.clock.now())
  return session
}

/** Sessions that have not expired, with the profiles that their members see. */
function selectSessions(ctx: Context) {
  return ctx.db.query
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.member_id')
    .innerJoin('owner', 'owner.id', 'member.owner_id')
    .select([
      'session.id',
      'session.member_id',
      'session.created_at',
      'session.last_seen_at',
      'session.method',
      'member.owner_id',
      'member.name',
      'member.role',
      'owner.second_factor_required_for',
      sql<boolean>`exists(select 1 from second_factor
        where member_id = member.id and enabled_at is not null)`.as('second_factor'),
    ])
    .select([
      sql<string[]>`array(select assigned.profile_id from member_profile assigned
        join profile on profile.id = assigned.profile_id and profile.deleting_at is null
        where assigned.member_id = member.id
        order by profile.is_default desc, profile.created_at, profile.id)`.as('profile_ids'),
      sql<string[]>`array(select id from profile hidden
        where hidden.owner_id = member.owner_id
          and hidden.deleting_at is not null and hidden.erased_at is null)`.as(
        'hidden_profile_ids',
      ),
    ])
    .where('session.expires_at', '>', ctx.clock.now())
    .where('member.disabled_at', 'is', null)
}

/** Writes at most once a minute, like the last use of a key. */
async function recordUse(
  ctx: Context,
  session: { id: string; created_at: Date; last_seen_at: Date },
  now: Date,
): Promise<void> {
  if (now.getTime() - session.last_seen_at.getTime() < lastSeenStepMs) return
  await ctx.db.query
    .updateTable('session')
    .set({ last_seen_at: now, expires_at: sessionExpiry(session.created_at, now) })
    .where('id', '=', session.id)
    .execute()
}

/** When a session last used at `now` expires: after its idle time, at most after its lifetime. */
export function sessionExpiry(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + idleMsMax, createdAt.getTime() + lifetimeMsMax))
}

async function resolveHeaderProfile(
  ctx: Context,
  ownerId: string,
  profileIds: readonly string[] | null,
  header: string | undefined,
): Promise<Scope['profile']> {
  if (header === undefined) return null
  const profile = await findProfile(ctx.db.query, ownerId, header)
  if (profileIds && !profileIds.includes(profile.id)) throw new ServiceError('profile_not_found')
  return profile
}

/** A string that changes when what a session can see or do changes. */
export function visibilityOf(scope: Pick<Scope, 'kind' | 'profileIds' | 'permissions'>): string {
  const { kind, profileIds, permissions } = scope
  return `${kind} ${profileIds?.join() ?? ''} ${permissions ? [...permissions].join() : 'all'}`
}

/** The current visibility of a session; `null` when it has ended. Does not count as a use. */
export async function readVisibility(ctx: Context, sessionId: string): Promise<string | null> {
  const row = await selectSessions(ctx).where('session.id', '=', sessionId).executeTakeFirst()
  if (!row) return null
  return visibilityOf(rightsOf(row))
}
