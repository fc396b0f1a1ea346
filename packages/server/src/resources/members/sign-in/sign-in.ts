import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import type { Tx } from '../../../database/open.ts'
import { insertAuditEntry } from '../../../http/audit.ts'
import type { Caller } from '../../../http/request.ts'
import {
  hashPassword,
  isPassword,
  needsRehash,
  type PasswordCost,
} from '../../../security/password.ts'
import { requireSecondFactor } from '../second-factor/codes.ts'
import { recordingWrongCode } from '../second-factor/second-factor.ts'
import { countPasswordAttempt } from './passwords.ts'
import { insertSession } from './sessions.ts'

const membersPerEmailMax = 3

export type SignedIn = { memberId: string; sessionId: string; token: string }

/**
 * A member with a second factor sends its code in the same request: without it, a right password gets 401
 * `second_factor_required` and no session. Neither the 401 `sign_in_failed` nor its response time reveals
 * whether the email or the password was wrong. 429 `rate_limited` after too many attempts, 403
 * `password_sign_in_off` if PASSWORD_SIGN_IN is `off`.
 */
export async function signIn(
  ctx: Context,
  input: { email: string; password: string; code?: string | undefined },
  caller: Caller,
): Promise<SignedIn> {
  if (!ctx.config.isPasswordSignInEnabled) throw new ServiceError('password_sign_in_off')
  const candidates = await findMembers(ctx, input.email)
  const account = candidates[0]?.id ?? input.email
  const refundAttempt = await countPasswordAttempt(ctx, account, caller.ip)
  const cost = ctx.config.passwordCost
  const member = await findMatch(candidates, input.password, cost)
  if (!member) {
    await recordFailure(ctx, candidates, caller)
    throw new ServiceError('sign_in_failed')
  }
  const upgradedHash = needsRehash(member.password_hash!, cost)
    ? await hashPassword(input.password, cost)
    : null
  const session = await recordingWrongCode(ctx, caller, member, input.code, () =>
    ctx.db.transact(async (tx) => {
      await lockMember(tx, member, upgradedHash)
      const proof = await requireSecondFactor(ctx, tx, member.id, input.code)
      const inserted = await insertSession(tx, member.id, caller, ctx.clock.now(), 'password')
      const action = proof === 'recovery_code' ? 'signInWithRecoveryCode' : 'signIn'
      await insertAuditEntry(ctx, tx, caller, {
        ownerId: member.owner_id,
        actor: { kind: 'member', id: member.id, name: member.name },
        action,
        resource: { type: 'session', id: inserted.id },
        profileId: null,
        status: 201,
      })
      return inserted
    }),
  )
  // Only now: otherwise a known password would give unlimited attempts to guess the code.
  await refundAttempt()
  return { memberId: member.id, sessionId: session.id, token: session.token }
}

type Candidate = Awaited<ReturnType<typeof findMembers>>[number]

/** An email is unique per owner; an installation has few owners. */
async function findMembers(ctx: Context, email: string) {
  return await ctx.db.query
    .selectFrom('member')
    .select(['id', 'owner_id', 'name', 'password_hash'])
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .limit(membersPerEmailMax)
    .execute()
}

async function findMatch(
  candidates: readonly Candidate[],
  password: string,
  cost: PasswordCost,
): Promise<Candidate | null> {
  if (candidates.length === 0) await isPassword(password, null, cost)
  for (const candidate of candidates) {
    if (await isPassword(password, candidate.password_hash, cost)) return candidate
  }
  return null
}

/** Checks again under a lock that the member is enabled and the password is still the one verified. */
async function lockMember(tx: Tx, member: Candidate, upgradedHash: string | null): Promise<void> {
  const row = await tx
    .selectFrom('member')
    .select('id')
    .where('id', '=', member.id)
    .where('password_hash', '=', member.password_hash)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new ServiceError('sign_in_failed')
  if (!upgradedHash) return
  await tx
    .updateTable('member')
    .set({ password_hash: upgradedHash })
    .where('id', '=', member.id)
    .execute()
}

/**
 * Adds the failure to the audit log of each owner who has one of these members. An unknown person belongs
 * to no owner: it is audited only if the installation has a single owner. The email itself is not stored,
 * because it may be a password typed into the wrong field.
 */
export async function recordFailure(
  ctx: Context,
  candidates: readonly Pick<Candidate, 'id' | 'owner_id' | 'name'>[],
  caller: Caller,
): Promise<void> {
  const { ip, requestId } = caller
  const members = candidates.map(({ id }) => id)
  ctx.log.warn({ ip, request_id: requestId, member_ids: members }, 'sign_in.failed')
  const entries = candidates.length > 0 ? candidates : await findSingleOwner(ctx)
  for (const { owner_id: ownerId, ...member } of entries) {
    await insertAuditEntry(ctx, ctx.db.query, caller, {
      ownerId,
      actor: 'id' in member ? { kind: 'member', id: member.id, name: member.name } : null,
      action: 'signInFailed',
      resource: null,
      profileId: null,
      status: 401,
    })
  }
}

/** The owner of the installation; empty when there are several. */
async function findSingleOwner(ctx: Context): Promise<{ owner_id: string }[]> {
  const owners = await ctx.db.query
    .selectFrom('owner')
    .select('id as owner_id')
    .orderBy('id')
    .limit(2)
    .execute()
  return owners.length === 1 ? owners : []
}
