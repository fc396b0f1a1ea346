import type { Context } from '../../../context.ts'
import { invalidField } from '../../../core/errors.ts'
import { limits } from '../../../core/limits.ts'
import { networkOf } from '../../../http/caller.ts'
import { countUse, refundUses } from '../../../http/rate-limit.ts'
import { isGuessable } from '../../../security/guessable.ts'
import { hashPassword } from '../../../security/password.ts'

/**
 * Counts a password attempt before the check, so that concurrent attempts cannot exceed the limit of the
 * IP address or the account: the member's ID, so that a new email gives no new attempts, or an unknown
 * email. 429 `rate_limited`. Call the returned function when the attempt was right: it gives back all
 * attempts of the account, or as many as it is told.
 */
export async function countPasswordAttempt(
  ctx: Context,
  account: string,
  ip: string | null,
): Promise<(accountUses?: number) => Promise<void>> {
  const address = ip === null ? null : networkOf(ip)
  // Counted first: otherwise an address over its limit would use up the attempts of other people.
  if (address) await countUse(ctx, 'sign_in_address', address)
  await countUse(ctx, 'sign_in_email', account)
  return async (accountUses = limits.signIn.triesPerEmail) => {
    await refundUses(ctx, 'sign_in_email', account, accountUses)
    // Only this attempt: otherwise one known password would give an address unlimited attempts.
    if (address) await refundUses(ctx, 'sign_in_address', address, 1)
  }
}

/** The hash of a new password; 400 if it is the email, the part before its `@`, or easy to guess. */
export async function hashNewPassword(
  ctx: Context,
  password: string,
  email: string | null,
): Promise<string> {
  const lowercase = password.trim().toLowerCase()
  const mailbox = email?.split('@')[0]
  if (email && (lowercase === email || lowercase === mailbox)) {
    throw invalidField('password', 'The password must not be the email address.', 'same_as_email')
  }
  const words = [email, mailbox, new URL(ctx.config.publicUrl).hostname, 'postern']
  if (
    await isGuessable(
      password,
      words.filter((word) => typeof word === 'string'),
    )
  ) {
    const message = 'The password is easy to guess. Choose other words, or more of them.'
    throw invalidField('password', message, 'easy_to_guess')
  }
  return await hashPassword(password, ctx.config.passwordCost)
}
