import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import type { LimitName } from '../../../http/limit-rules.ts'
import { countUse } from '../../../http/rate-limit.ts'

/** Tells the former address that it is no longer the member's, once the change is committed. */
export async function notifyFormerAddress(ctx: Context, former: string | null): Promise<void> {
  if (!former) return
  const { publicUrl } = ctx.config
  await send(ctx, former, 'Your sign-in email was changed', [
    `The member with this email at ${publicUrl} signs in with another one from now on.`,
    'If you do not know why, ask an owner of the installation. On its machine, `postern sign-in` creates a link.',
  ])
}

/**
 * Tells a member, at the tenth wrong code in a day and once a day, that somebody guesses codes: whoever
 * does knows the password already.
 */
export async function notifyOfWrongCodes(ctx: Context, memberId: string): Promise<void> {
  if (await isWithin(ctx, 'second_factor_wrong', memberId)) return
  if (!(await isWithin(ctx, 'second_factor_email', memberId))) return
  const member = await ctx.db.query
    .selectFrom('member')
    .select('email')
    .where('id', '=', memberId)
    .executeTakeFirst()
  if (!member?.email) return
  await send(ctx, member.email, 'Wrong codes for your sign-in', [
    `Somebody entered ten wrong second-factor codes for you at ${ctx.config.publicUrl} in the last day.`,
    'Codes are asked for after the right password. If it was not you, sign in and change your password.',
  ])
}

async function isWithin(ctx: Context, limit: LimitName, key: string): Promise<boolean> {
  try {
    await countUse(ctx, limit, key)
    return true
  } catch (err) {
    if (err instanceof ServiceError && err.code === 'rate_limited') return false
    throw err
  }
}

/** A mail server that is away must not fail the request. */
async function send(ctx: Context, to: string, subject: string, lines: string[]): Promise<void> {
  await ctx.mail
    .send({ to, subject: `Postern: ${subject}`, text: `${lines.join('\n')}\n` })
    .catch((err) => {
      ctx.log.warn({ err, subject }, 'notice.not_sent')
    })
}
