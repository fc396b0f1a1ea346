import { sql } from 'kysely'
import type { Scope } from '../../../access/scope.ts'
import { authenticateSession, requiresSecondFactor } from '../../../access/sessions.ts'
import type { Context } from '../../../context.ts'
import { defaultRedirectUrl } from '../../../core/config.ts'
import { invalidField, ServiceError } from '../../../core/errors.ts'
import type { Caller, RecordAudit } from '../../../http/request.ts'
import type { Session } from '../../../schemas/session.ts'
import { isPassword } from '../../../security/password.ts'
import { deleteLinks, insertLink, type NewLink } from '../sign-in/links.ts'
import { countPasswordAttempt, hashNewPassword } from '../sign-in/passwords.ts'
import { deleteSessions } from '../sign-in/sessions.ts'
import { readSignInMethods } from '../sign-in/sign-in-methods.ts'
import { needsConfirmation, requireFreeEmail, sendConfirmation } from './new-email.ts'
import { notifyFormerAddress } from './notices.ts'
import { readWarnings } from './warnings.ts'

/** The session of this token, for the response of a sign-in. */
export async function readSessionByToken(ctx: Context, token: string): Promise<Session> {
  return await readSession(ctx, await authenticateSession(ctx, token, undefined))
}

/** The signed-in member, the profiles it sees, and the warnings it should act on. */
export async function readSession(ctx: Context, scope: Scope): Promise<Session> {
  const row = await ctx.db.query
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.member_id')
    .innerJoin('owner', 'owner.id', 'member.owner_id')
    .leftJoin('connect_settings', 'connect_settings.owner_id', 'owner.id')
    .select([
      'session.id',
      'session.expires_at',
      'session.method',
      'member.id as member_id',
      'member.name',
      'member.email',
      'member.role',
      'member.time_zone',
      'owner.name as owner_name',
      'owner.email as owner_email',
      'owner.second_factor_required_for',
      'connect_settings.brand_name',
      sql<boolean>`member.password_hash is not null`.as('has_password'),
      sql<boolean>`member.provider_subject is not null`.as('is_linked'),
      sql<boolean>`exists(select 1 from second_factor
        where member_id = member.id and enabled_at is not null)`.as('second_factor'),
      sql<string | null>`(select email from sign_in_link where member_id = member.id
        and purpose = 'email' and used_at is null and expires_at > ${ctx.clock.now()}
        limit 1)`.as('new_email'),
      sql<number>`(select count(*)::integer from recovery_code
        where member_id = member.id)`.as('recovery_codes_left'),
    ])
    .where('session.id', '=', scope.sessionId)
    .executeTakeFirst()
  if (!row) throw new ServiceError('session_invalid')
  const isOwner = scope.kind === 'owner'
  return {
    id: row.id,
    object: 'session',
    member: {
      id: row.member_id,
      name: row.name,
      email: row.email,
      role: row.role,
      time_zone: row.time_zone,
      new_email: row.new_email,
    },
    owner: { name: row.owner_name, email: isOwner ? row.owner_email : null },
    profiles: await readProfiles(ctx, scope),
    second_factor: {
      enabled: row.second_factor,
      required: requiresSecondFactor(row),
      recovery_codes_left: row.recovery_codes_left,
    },
    sign_in: showSignIn(ctx, row),
    scopes: scope.permissions ? [...scope.permissions] : null,
    expires_at: row.expires_at.toISOString(),
    private_webhooks: isOwner && ctx.config.allowPrivateWebhooks,
    default_redirect_url: defaultRedirectUrl(ctx.config),
    brand_name: row.brand_name,
    warnings: await readWarnings(ctx, scope),
  }
}

function showSignIn(
  ctx: Context,
  member: { has_password: boolean; is_linked: boolean },
): Session['sign_in'] {
  const { password, provider } = readSignInMethods(ctx)
  return {
    password: password ? (member.has_password ? 'set' : 'missing') : 'off',
    provider: provider && { ...provider, linked: member.is_linked },
  }
}

async function readProfiles(ctx: Context, scope: Scope): Promise<Session['profiles']> {
  const { profileIds } = scope
  if (!profileIds) return null
  if (profileIds.length === 0) return []
  const rows = await ctx.db.query
    .selectFrom('profile')
    .select(['id', 'name', 'external_id', 'color', 'approval_required'])
    .where('owner_id', '=', scope.ownerId)
    .where('id', 'in', [...profileIds])
    .execute()
  return rows.sort((left, right) => profileIds.indexOf(left.id) - profileIds.indexOf(right.id))
}

/**
 * Changes the signed-in member's name, email, password or time zone. Changing email or password requires the current
 * password; a new password ends all other sessions. A new email counts once it is confirmed by the link sent there.
 */
export async function updateSession(
  ctx: Context,
  scope: Scope,
  input: {
    name?: string | undefined
    email?: string | undefined
    current_password?: string | undefined
    password?: string | undefined
    time_zone?: string | null | undefined
  },
  caller: Caller,
  recordAudit: RecordAudit,
): Promise<Session> {
  const now = ctx.clock.now()
  const member = await ctx.db.query
    .selectFrom('member')
    .select(['id', 'owner_id', 'role', 'email', 'password_hash'])
    .where('id', '=', scope.actor.id)
    .executeTakeFirst()
  if (!member) throw new ServiceError('session_invalid')
  const isNewEmail = input.email !== undefined && input.email !== member.email
  const email = input.email ?? member.email
  if (isNewEmail || input.password !== undefined) {
    await requirePassword(ctx, scope, member, input.current_password, caller)
  }
  if (isNewEmail) await requireFreeEmail(ctx.db.query, member.owner_id, email!)
  const isUnconfirmed = isNewEmail && (await needsConfirmation(ctx, member))
  const newHash =
    input.password === undefined ? null : await hashNewPassword(ctx, input.password, email)
  let link: NewLink | null = null
  try {
    await ctx.db.transact(async (tx) => {
      const changed = await tx
        .updateTable('member')
        .set({
          ...(isUnconfirmed ? {} : { email }),
          updated_at: now,
          ...(input.name === undefined ? {} : { name: input.name }),
          ...(input.time_zone === undefined ? {} : { time_zone: input.time_zone }),
          ...(newHash === null ? {} : { password_hash: newHash }),
        })
        .where('id', '=', scope.actor.id)
        .where('password_hash', 'is not distinct from', member.password_hash)
        .returning('id')
        .executeTakeFirst()
      if (!changed) throw new ServiceError('session_invalid')
      if (newHash !== null || isNewEmail) await deleteLinks(tx, scope.actor.id)
      if (isUnconfirmed) link = await insertLink(ctx, tx, member.id, 'email', now, email)
      if (newHash !== null) await deleteSessions(tx, scope.actor.id, scope.sessionId)
      await recordAudit(tx, { object: 'session', id: scope.sessionId! })
    })
  } catch (cause) {
    if ((cause as { constraint?: string }).constraint !== 'member_email') throw cause
    throw new ServiceError('email_taken', { param: 'email', cause })
  }
  if (link) await sendConfirmation(ctx, email!, link)
  else if (isNewEmail) await notifyFormerAddress(ctx, member.email)
  return await readSession(ctx, scope)
}

/** An unattended browser must not be enough to take over the member. Attempts count as sign-in attempts. */
export async function requirePassword(
  ctx: Context,
  scope: Scope,
  member: { password_hash: string | null },
  currentPassword: string | undefined,
  caller: Caller,
): Promise<void> {
  if (currentPassword === undefined) {
    throw invalidField(
      'current_password',
      'Enter the current password to make this change.',
      'required',
    )
  }
  const refundAttempt = await countPasswordAttempt(ctx, scope.actor.id, caller.ip)
  if (!(await isPassword(currentPassword, member.password_hash, ctx.config.passwordCost))) {
    throw invalidField('current_password', 'The current password is wrong.', 'wrong_password')
  }
  // Only this attempt: otherwise a known password would give unlimited attempts to guess the code.
  await refundAttempt(1)
}
