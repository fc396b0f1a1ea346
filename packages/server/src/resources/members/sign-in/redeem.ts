import type { Context } from '../../../context.ts'
import { invalidField, ServiceError } from '../../../core/errors.ts'
import type { Tx } from '../../../database/open.ts'
import { insertAuditEntry } from '../../../http/audit.ts'
import type { Caller } from '../../../http/request.ts'
import { unlinked } from '../provider/member.ts'
import { requireSecondFactor } from '../second-factor/codes.ts'
import { recordingWrongCode } from '../second-factor/second-factor.ts'
import { consumeLink, findLink } from './links.ts'
import { countPasswordAttempt, hashNewPassword } from './passwords.ts'
import { deleteSessions, insertSession } from './sessions.ts'
import type { SignedIn } from './sign-in.ts'

type Redemption = {
  token: string
  password: string
  code?: string | undefined
  name?: string | undefined
  email?: string | undefined
}

/**
 * Redeems a sign-in link: sets the password, ends all other sessions of the member and signs in. Only the
 * first link of an owner accepts a new email. A second factor stays on, and its code is needed: 401
 * `second_factor_required` and `second_factor_invalid` leave the link unused.
 */
export async function redeemLink(
  ctx: Context,
  input: Redemption,
  caller: Caller,
): Promise<SignedIn> {
  const now = ctx.clock.now()
  const link = await findLink(ctx.db.query, input.token, now)
  const email = emailOf(link, input.email)
  const refundAttempt = link.second_factor
    ? await countPasswordAttempt(ctx, link.member_id, caller.ip)
    : null
  const passwordHash = await hashNewPassword(ctx, input.password, email)
  const member = { id: link.member_id, owner_id: link.owner_id, name: link.name }
  const redeem = async (tx: Tx) => {
    await consumeLink(tx, input.token, now)
    await requireSecondFactor(ctx, tx, link.member_id, input.code)
    await updateMember(tx, link.member_id, {
      email,
      name: input.name ?? link.name,
      password_hash: passwordHash,
      updated_at: now,
      // For a member whose account at the provider was replaced: the next sign-in links the new one.
      ...unlinked,
    })
    await setOwnerEmail(tx, link.owner_id, email)
    await deleteSessions(tx, link.member_id, null)
    const inserted = await insertSession(tx, link.member_id, caller, now, 'password')
    await insertAuditEntry(ctx, tx, caller, {
      ownerId: link.owner_id,
      actor: { kind: 'member', id: link.member_id, name: input.name ?? link.name },
      action: 'redeemSignInLink',
      resource: { type: 'session', id: inserted.id },
      profileId: null,
      status: 201,
    })
    return inserted
  }
  const session = await recordingWrongCode(ctx, caller, member, input.code, () =>
    ctx.db.transact(redeem),
  )
  await refundAttempt?.()
  return { memberId: link.member_id, sessionId: session.id, token: session.token }
}

function emailOf(
  link: { purpose: string; email: string | null },
  requested: string | undefined,
): string {
  if (link.purpose === 'email') throw new ServiceError('sign_in_link_invalid')
  if (link.purpose === 'first') {
    const email = requested ?? link.email
    if (!email) throw invalidField('email', 'Enter the email address to sign in with.', 'required')
    return email
  }
  if (requested !== undefined && requested !== link.email) {
    throw invalidField('email', 'This link is for another email address.', 'other_email')
  }
  // Only the first member of an owner is created without an email.
  if (!link.email) throw new ServiceError('sign_in_link_invalid')
  return link.email
}

async function updateMember(
  tx: Tx,
  id: string,
  values: {
    email: string
    name: string
    password_hash: string
    updated_at: Date
  } & typeof unlinked,
): Promise<void> {
  try {
    const row = await tx
      .updateTable('member')
      .set(values)
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new ServiceError('sign_in_link_invalid')
  } catch (cause) {
    if ((cause as { constraint?: string }).constraint !== 'member_email') throw cause
    throw new ServiceError('email_taken', { param: 'email', cause })
  }
}

/** Emails about webhooks go to the first owner who signs in, unless an address is set. */
async function setOwnerEmail(tx: Tx, ownerId: string, email: string): Promise<void> {
  await tx
    .updateTable('owner')
    .set({ email })
    .where('id', '=', ownerId)
    .where('email', 'is', null)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('member')
        .select('owner_id')
        .where('email', '=', email)
        .where('role', '=', 'owner'),
    )
    .execute()
}
