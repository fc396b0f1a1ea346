import type { Context } from '../../../context.ts'
import { invalidField, ServiceError } from '../../../core/errors.ts'
import { limits } from '../../../core/limits.ts'
import type { Queries } from '../../../database/open.ts'
import { insertAuditEntry } from '../../../http/audit.ts'
import { countUse } from '../../../http/rate-limit.ts'
import type { Caller } from '../../../http/request.ts'
import type { EmailConfirmed } from '../../../schemas/sign-in-link.ts'
import { consumeLink, findLink, type NewLink } from '../sign-in/links.ts'
import { notifyFormerAddress } from './notices.ts'

/** Throws 409 `email_taken` if another member of the owner has this email. */
export async function requireFreeEmail(db: Queries, ownerId: string, email: string): Promise<void> {
  const row = await db
    .selectFrom('member')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('email', '=', email)
    .executeTakeFirst()
  if (row) throw new ServiceError('email_taken', { param: 'email' })
}

/**
 * Whether a member's new email counts only once it is confirmed. Without a mail server no link can be
 * sent: owners change theirs at once, others ask an owner, who may give a member any email.
 */
export async function needsConfirmation(
  ctx: Context,
  member: { id: string; role: string },
): Promise<boolean> {
  if (ctx.mail.configured) {
    await countUse(ctx, 'new_email', member.id)
    return true
  }
  if (member.role === 'owner') return false
  const message = 'This installation sends no emails. Ask an owner to change your email.'
  throw invalidField('email', message, 'ask_owner')
}

/** Throws 503 `unavailable` if the email was not accepted; the link then reaches no one. */
export async function sendConfirmation(ctx: Context, to: string, link: NewLink): Promise<void> {
  const { publicUrl } = ctx.config
  const hours = limits.signIn.linkLifetimeMs.email / 3_600_000
  const lines = [
    `Open this link to sign in at ${publicUrl} with this email address from now on:`,
    '',
    link.url,
    '',
    `The link works once, within ${hours} hours. If you do not know ${publicUrl}, ignore this email.`,
  ]
  try {
    const text = `${lines.join('\n')}\n`
    await ctx.mail.send({ to, subject: 'Postern: Confirm your new sign-in email', text })
  } catch (cause) {
    const message = 'The email with the link could not be sent. Try again.'
    throw new ServiceError('unavailable', { message, cause })
  }
}

/** Makes the email to which the link was sent the member's, and tells the former address. */
export async function confirmEmail(
  ctx: Context,
  token: string,
  caller: Caller,
): Promise<EmailConfirmed> {
  const now = ctx.clock.now()
  const link = await findLink(ctx.db.query, token, now)
  const { new_email: email } = link
  if (!email) throw new ServiceError('sign_in_link_invalid')
  try {
    await ctx.db.transact(async (tx) => {
      await consumeLink(tx, token, now)
      await tx
        .updateTable('member')
        .set({ email, updated_at: now })
        .where('id', '=', link.member_id)
        .execute()
      await insertAuditEntry(ctx, tx, caller, {
        ownerId: link.owner_id,
        actor: { kind: 'member', id: link.member_id, name: link.name },
        action: 'confirmEmail',
        resource: { type: 'member', id: link.member_id },
        profileId: null,
        status: 200,
      })
    })
  } catch (cause) {
    if ((cause as { constraint?: string }).constraint !== 'member_email') throw cause
    throw new ServiceError('email_taken', { param: 'email', cause })
  }
  await notifyFormerAddress(ctx, link.email)
  return { object: 'email_confirmed', email }
}
