import type { Context } from '../../context.ts'
import { invalidField } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import { networkOf } from '../../http/caller.ts'
import { countUse, refundUses } from '../../http/rate-limit.ts'
import { hashPassword } from '../../security/password.ts'

/**
 * Counts a try to give a password before it is checked, so that simultaneous tries cannot slip
 * through; 429 `rate_limited` beyond the limit of the address or the e-mail. Call what it returns
 * when the password was right.
 */
export async function countTry(
  ctx: Context,
  email: string,
  ip: string | null,
): Promise<() => Promise<void>> {
  const address = ip === null ? null : networkOf(ip)
  // First, or an address over its limit would use up the tries of other people's e-mails.
  if (address) await countUse(ctx, 'sign_in_address', address)
  await countUse(ctx, 'sign_in_email', email)
  return async () => {
    await refundUses(ctx, 'sign_in_email', email, limits.signIn.triesPerEmail)
    // This try alone, or one known password would allow an address any number of them.
    if (address) await refundUses(ctx, 'sign_in_address', address, 1)
  }
}

/** The stored form of a new password; 400 when it is the e-mail or a part of it. */
export async function acceptPassword(password: string, email: string | null): Promise<string> {
  const given = password.trim().toLowerCase()
  const mailbox = email?.split('@')[0]
  if (email && (given === email || given === mailbox)) {
    throw invalidField('password', 'It must not be the e-mail.', 'same_as_email')
  }
  return await hashPassword(password)
}
