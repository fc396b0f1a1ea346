import type { Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { invalidField, ServiceError } from '../../../core/errors.ts'
import type { Tx } from '../../../database/open.ts'
import { insertAuditEntry } from '../../../http/audit.ts'
import { countUse, refundUses } from '../../../http/rate-limit.ts'
import type { Caller, RecordAudit } from '../../../http/request.ts'
import type { Member } from '../../../schemas/member.ts'
import type { RecoveryCodes, SecondFactorSetup } from '../../../schemas/second-factor.ts'
import type { Session } from '../../../schemas/session.ts'
import { seal } from '../../../security/secrets.ts'
import { newTotpSecret, totpUrl } from '../../../security/totp.ts'
import { readSession, requirePassword } from '../people/me.ts'
import { showMember } from '../people/members.ts'
import { notifyOfWrongCodes } from '../people/notices.ts'
import { findMember } from '../queries.ts'
import { countPasswordAttempt } from '../sign-in/passwords.ts'
import { deleteSessions } from '../sign-in/sessions.ts'
import {
  hasSecondFactor,
  replaceRecoveryCodes,
  requireSecondFactor,
  secondFactorPurpose,
  useAppCode,
} from './codes.ts'

const allUses = 1_000

/**
 * Creates a secret for the signed-in member's authenticator app, in place of one that was not enabled.
 * 409 `second_factor_enabled` if the second factor is on.
 */
export async function setUpSecondFactor(
  ctx: Context,
  scope: Scope,
  input: { current_password: string },
  caller: Caller,
  recordAudit: RecordAudit,
): Promise<SecondFactorSetup> {
  const memberId = scope.actor.id
  const member = await readSelf(ctx, memberId)
  await requirePassword(ctx, scope, member, input.current_password, caller)
  const secret = newTotpSecret()
  await ctx.db.transact(async (tx) => {
    const stored = await tx
      .insertInto('second_factor')
      .values({
        member_id: memberId,
        secret_sealed: seal(ctx.config.keyring, secondFactorPurpose(memberId), secret),
        created_at: ctx.clock.now(),
        enabled_at: null,
        used_step: null,
      })
      .onConflict((conflict) =>
        conflict
          .column('member_id')
          .doUpdateSet((eb) => ({
            secret_sealed: eb.ref('excluded.secret_sealed'),
            created_at: eb.ref('excluded.created_at'),
            used_step: null,
          }))
          .where('second_factor.enabled_at', 'is', null),
      )
      .returning('member_id')
      .executeTakeFirst()
    if (!stored) throw new ServiceError('second_factor_enabled')
    await recordAudit(tx, { object: 'second_factor_setup' })
  })
  const { host } = new URL(ctx.config.publicUrl)
  return {
    object: 'second_factor_setup',
    secret,
    otpauth_url: totpUrl(secret, member.email ?? memberId, `Postern (${host})`),
  }
}

/**
 * Turns the second factor on with a code of the app and returns recovery codes, only this once. Ends the
 * member's other sessions, which were opened with the password alone.
 */
export async function enableSecondFactor(
  ctx: Context,
  scope: Scope,
  input: { code: string },
  recordAudit: RecordAudit,
): Promise<RecoveryCodes> {
  const memberId = scope.actor.id
  const codes = await ctx.db.transact(async (tx) => {
    const enabled = await tx
      .updateTable('second_factor')
      .set({ enabled_at: ctx.clock.now() })
      .where('member_id', '=', memberId)
      .where('enabled_at', 'is', null)
      .returning('member_id')
      .executeTakeFirst()
    if (!enabled) {
      const isOn = await hasSecondFactor(tx, memberId)
      throw new ServiceError(isOn ? 'second_factor_enabled' : 'second_factor_not_enabled')
    }
    if (!(await useAppCode(ctx, tx, memberId, input.code))) throw wrongCode()
    await deleteSessions(tx, memberId, scope.sessionId)
    await recordAudit(tx, { object: 'recovery_codes' })
    return await replaceRecoveryCodes(tx, memberId)
  })
  return { object: 'recovery_codes', recovery_codes: codes }
}

/** Turns the second factor off with a code of it and ends the member's other sessions. */
export async function disableSecondFactor(
  ctx: Context,
  scope: Scope,
  input: { code: string },
  caller: Caller,
  recordAudit: RecordAudit,
): Promise<Session> {
  await withCode(ctx, scope, input.code, caller, async (tx) => {
    await tx.deleteFrom('second_factor').where('member_id', '=', scope.actor.id).execute()
    await deleteSessions(tx, scope.actor.id, scope.sessionId)
    await recordAudit(tx, { object: 'session', id: scope.sessionId! })
  })
  return await readSession(ctx, scope)
}

/** Replaces all recovery codes; the new ones are returned only this once. */
export async function createRecoveryCodes(
  ctx: Context,
  scope: Scope,
  input: { code: string },
  caller: Caller,
  recordAudit: RecordAudit,
): Promise<RecoveryCodes> {
  const codes = await withCode(ctx, scope, input.code, caller, async (tx) => {
    await recordAudit(tx, { object: 'recovery_codes' })
    return await replaceRecoveryCodes(tx, scope.actor.id)
  })
  return { object: 'recovery_codes', recovery_codes: codes }
}

/**
 * Turns off a member's second factor, for a lost phone, and ends their sessions. Owners turn off their own
 * with a code, so an unattended browser is not enough: 409 `second_factor_enabled`.
 */
export async function resetSecondFactor(
  ctx: Context,
  scope: Scope,
  memberId: string,
): Promise<Member> {
  return await ctx.db.transact(async (tx) => {
    await findMember(tx, scope.ownerId, memberId)
    if (memberId === scope.actor.id) {
      const message = 'Turn off your own second factor in the settings, with a code.'
      throw new ServiceError('second_factor_enabled', { message })
    }
    if (!(await deleteSecondFactor(tx, memberId))) {
      throw new ServiceError('second_factor_not_enabled')
    }
    return showMember(await findMember(tx, scope.ownerId, memberId))
  })
}

/** Turns off the member's second factor and ends their sessions. Returns whether it was on. */
export async function deleteSecondFactor(tx: Tx, memberId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('second_factor')
    .where('member_id', '=', memberId)
    .where('enabled_at', 'is not', null)
    .returning('member_id')
    .executeTakeFirst()
  if (deleted) await deleteSessions(tx, memberId, null)
  return deleted !== undefined
}

async function readSelf(ctx: Context, memberId: string) {
  const member = await ctx.db.query
    .selectFrom('member')
    .select(['email', 'password_hash'])
    .where('id', '=', memberId)
    .executeTakeFirst()
  if (!member) throw new ServiceError('session_invalid')
  return member
}

/** Runs `work` in the transaction that uses up the code. Attempts count as sign-in attempts. */
async function withCode<T>(
  ctx: Context,
  scope: Scope,
  code: string,
  caller: Caller,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const refundAttempt = await countPasswordAttempt(ctx, scope.actor.id, caller.ip)
  const { ownerId, actor } = scope
  const member = { id: actor.id, owner_id: ownerId, name: actor.name }
  try {
    const result = await recordingWrongCode(ctx, caller, member, code, () =>
      ctx.db.transact(async (tx) => {
        const proof = await requireSecondFactor(ctx, tx, actor.id, code)
        if (!proof) throw new ServiceError('second_factor_not_enabled')
        return await work(tx)
      }),
    )
    await refundAttempt()
    return result
  } catch (err) {
    throw isWrongCode(err) ? wrongCode() : err
  }
}

function wrongCode(): ServiceError {
  return invalidField('code', 'The code is wrong or was already used.', 'wrong_code')
}

function isWrongCode(err: unknown): boolean {
  return err instanceof ServiceError && err.code === 'second_factor_invalid'
}

/**
 * Counts a code before `work` checks it: 429 after 30 wrong ones in a day. Records a wrong code in the log
 * and the audit log, outside the transaction that it rolls back, and tells the member after ten.
 */
export async function recordingWrongCode<T>(
  ctx: Context,
  caller: Caller,
  member: { id: string; owner_id: string; name: string },
  code: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (code !== undefined) await countUse(ctx, 'second_factor_code', member.id)
  try {
    const result = await work()
    if (code !== undefined) await refundUses(ctx, 'second_factor_code', member.id, allUses)
    return result
  } catch (err) {
    if (!isWrongCode(err)) {
      if (code !== undefined) await refundUses(ctx, 'second_factor_code', member.id, 1)
      throw err
    }
    const { ip, requestId } = caller
    ctx.log.warn({ ip, request_id: requestId, member_id: member.id }, 'second_factor.failed')
    await insertAuditEntry(ctx, ctx.db.query, caller, {
      ownerId: member.owner_id,
      actor: { kind: 'member', id: member.id, name: member.name },
      action: 'secondFactorFailed',
      resource: null,
      profileId: null,
      status: 401,
    })
    await notifyOfWrongCodes(ctx, member.id)
    throw err
  }
}
