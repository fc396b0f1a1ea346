import type { Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import { lockOwner } from '../../../database/quota.ts'
import type { RecordAudit } from '../../../http/request.ts'
import type { NewSignInLink } from '../../../schemas/member.ts'
import { findMember, type MemberRow } from '../queries.ts'
import { insertLink } from '../sign-in/links.ts'

/**
 * Creates a sign-in link that replaces the member's earlier ones. The URL is returned only this once, and
 * emailed if a mail server is configured. `sent`: whether that worked; a failed email does not throw.
 * 403 `password_sign_in_off` if a password would be of no use.
 */
export async function createSignInLink(
  ctx: Context,
  scope: Scope,
  memberId: string,
  recordAudit: RecordAudit,
): Promise<NewSignInLink> {
  if (!ctx.config.isPasswordSignInEnabled) {
    const { label } = ctx.config.signInProvider!
    const message = `Members sign in with ${label}. Send them the URL of the dashboard instead of a link.`
    throw new ServiceError('password_sign_in_off', { message })
  }
  const now = ctx.clock.now()
  const { member, purpose, link } = await ctx.db.transact(async (tx) => {
    await lockOwner(tx, scope.ownerId)
    const row = await findMember(tx, scope.ownerId, memberId)
    if (row.disabled_at) throw new ServiceError('member_disabled')
    const linkPurpose = purposeOf(row)
    const newLink = await insertLink(ctx, tx, row.id, linkPurpose, now)
    await recordAudit(tx, { object: 'sign_in_link' })
    return { member: row, purpose: linkPurpose, link: newLink }
  })
  return {
    object: 'sign_in_link',
    member_id: member.id,
    purpose,
    url: link.url,
    expires_at: link.expiresAt.toISOString(),
    sent: await emailLink(ctx, member, purpose, link),
  }
}

function purposeOf(member: MemberRow): NewSignInLink['purpose'] {
  if (!member.email) return 'first'
  return member.has_password ? 'reset' : 'invite'
}

async function emailLink(
  ctx: Context,
  member: MemberRow,
  purpose: NewSignInLink['purpose'],
  link: { url: string; expiresAt: Date },
): Promise<boolean> {
  if (!member.email || !ctx.mail.configured) return false
  const until = link.expiresAt.toISOString().slice(0, 16).replace('T', ' ')
  const lines = [
    `Hello ${member.name},`,
    '',
    purpose === 'reset'
      ? `Choose a new password for ${ctx.config.publicUrl}/dashboard here:`
      : `You have been invited to ${ctx.config.publicUrl}/dashboard. Choose your password here:`,
    '',
    link.url,
    '',
    `The link works once and expires at ${until} UTC.`,
  ]
  try {
    const subject =
      purpose === 'reset' ? 'Choose a new password' : 'You have been invited to Postern'
    await ctx.mail.send({ to: member.email, subject, text: `${lines.join('\n')}\n` })
    return true
  } catch (err) {
    ctx.log.warn({ err, member_id: member.id }, 'email.not_sent')
    return false
  }
}
