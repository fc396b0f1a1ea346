import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { lockOwner } from '../../database/quota.ts'
import type { RecordAudit } from '../../http/request.ts'
import type { NewSignInLink } from '../../schemas/member.ts'
import { insertLink } from './links.ts'
import { findMember, type MemberRow } from './queries.ts'

/**
 * A fresh sign-in link of a member, which ends its older ones. The url is shown this once, and sent
 * by e-mail where there is a mail server; that it could not be sent is no failure.
 */
export async function createSignInLink(
  ctx: Context,
  scope: Scope,
  memberId: string,
  recordAudit: RecordAudit,
): Promise<NewSignInLink> {
  const now = ctx.clock.now()
  const { member, purpose, link } = await ctx.db.transact(async (tx) => {
    await lockOwner(tx, scope.ownerId)
    const row = await findMember(tx, scope.ownerId, memberId)
    if (row.disabled_at) throw new ServiceError('member_disabled')
    const what = purposeOf(row)
    const made = await insertLink(ctx, tx, row.id, what, now)
    await recordAudit(tx, { object: 'sign_in_link' })
    return { member: row, purpose: what, link: made }
  })
  return {
    object: 'sign_in_link',
    member_id: member.id,
    purpose,
    url: link.url,
    expires_at: link.expiresAt.toISOString(),
    sent: await send(ctx, member, purpose, link),
  }
}

function purposeOf(member: MemberRow): NewSignInLink['purpose'] {
  if (!member.email) return 'first'
  return member.has_password ? 'reset' : 'invite'
}

async function send(
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
      ? `choose a new password for ${ctx.config.publicUrl}/dashboard here:`
      : `you were invited to ${ctx.config.publicUrl}/dashboard. Choose your password here:`,
    '',
    link.url,
    '',
    `The link works once, until ${until} UTC.`,
  ]
  try {
    const subject = purpose === 'reset' ? 'Choose a new password' : 'You were invited to Postern'
    await ctx.mail.send({ to: member.email, subject, text: `${lines.join('\n')}\n` })
    return true
  } catch (err) {
    ctx.log.warn({ err, member_id: member.id }, 'letter.not_sent')
    return false
  }
}
