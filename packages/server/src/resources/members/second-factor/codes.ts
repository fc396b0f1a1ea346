import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import type { Queries, Tx } from '../../../database/open.ts'
import { recoveryCodeCount } from '../../../schemas/second-factor.ts'
import { hashToken, unseal } from '../../../security/secrets.ts'
import { newRecoveryCode, totpStepOf } from '../../../security/totp.ts'

/** Binds a sealed secret to its member. */
export function secondFactorPurpose(memberId: string): string {
  return `second_factor:${memberId}`
}

/** How a member proved the second factor; `null` if theirs is off. */
export type SecondFactorProof = 'app' | 'recovery_code' | null

export async function hasSecondFactor(db: Queries, memberId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factor')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Uses up a code of the member's app or a recovery code, each of which works once. 401
 * `second_factor_required` without a code, `second_factor_invalid` for a wrong or used one. Count the
 * attempt before: a code has only six digits.
 */
export async function requireSecondFactor(
  ctx: Context,
  tx: Tx,
  memberId: string,
  code: string | undefined,
): Promise<SecondFactorProof> {
  if (!(await hasSecondFactor(tx, memberId))) return null
  if (code === undefined) throw new ServiceError('second_factor_required')
  const plain = plainCode(code)
  if (/^\d{6}$/.test(plain)) {
    if (await useAppCode(ctx, tx, memberId, plain)) return 'app'
  } else if (await useRecoveryCode(tx, memberId, plain)) {
    return 'recovery_code'
  }
  throw new ServiceError('second_factor_invalid')
}

/** Without the spaces and dashes that people type or copy. */
function plainCode(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '')
}

/** Whether the code is right. The comparison in the UPDATE makes it work once, also concurrently. */
export async function useAppCode(
  ctx: Context,
  tx: Tx,
  memberId: string,
  code: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('second_factor')
    .select('secret_sealed')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) return false
  const secret = unseal(ctx.config.keyring, secondFactorPurpose(memberId), row.secret_sealed)
  const step = totpStepOf(secret, plainCode(code), ctx.clock.now())
  if (step === null) return false
  const used = await tx
    .updateTable('second_factor')
    .set({ used_step: step })
    .where('member_id', '=', memberId)
    .where((eb) => eb.or([eb('used_step', 'is', null), eb('used_step', '<', step)]))
    .returning('member_id')
    .executeTakeFirst()
  return used !== undefined
}

async function useRecoveryCode(tx: Tx, memberId: string, code: string): Promise<boolean> {
  const used = await tx
    .deleteFrom('recovery_code')
    .where('member_id', '=', memberId)
    .where('code_hash', '=', hashToken(code))
    .returning('member_id')
    .executeTakeFirst()
  return used !== undefined
}

/** Replaces the member's recovery codes; only hashes of the returned ones are stored. */
export async function replaceRecoveryCodes(tx: Tx, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await tx.deleteFrom('recovery_code').where('member_id', '=', memberId).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ member_id: memberId, code_hash: hashToken(plainCode(code)) })))
    .execute()
  return codes
}
