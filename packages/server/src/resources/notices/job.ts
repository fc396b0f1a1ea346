import { sql } from 'kysely'
import { contributorPermissions, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import { type Claim, lockClaim, release } from '../../jobs/due.ts'
import { isUnexpired } from '../../jobs/leases.ts'
import type { Work } from '../../jobs/loop.ts'
import type { NoticeCause } from '../../schemas/notices.ts'
import { type NoticeSection, readSection } from './causes.ts'
import { writeEmail } from './email.ts'
import { type Choices, causesOf, earliest } from './settings.ts'
import { nextTimeOfDay, quietEnd } from './times.ts'

const { keptMs, pauseMs, pollMs, retryMs, settledMs } = limits.notices

/**
 * Emails a member what happened since the last email, all causes that are due in one. What was told is
 * stored after the mail server has accepted the email, so that a killed process loses nothing; the email
 * is sent twice only if that answer was lost or could not be stored.
 */
export const noticeWork: Work = {
  table: 'member_notices',
  run: async (ctx, claim) => {
    const recipient = await findRecipient(ctx, claim)
    if (!recipient) return
    const { to, scope, choices, timeZone, now } = recipient
    if (!to || !ctx.mail.configured) return await settle(ctx, claim, recipient, () => now, pauseMs)
    const quiet = quietEnd(now, {
      from: recipient.quiet_from,
      until: recipient.quiet_until,
      timeZone,
    })
    if (quiet) return await postpone(ctx, claim, quiet)
    const until = new Date(now.getTime() - settledMs)
    const sections: NoticeSection[] = []
    for (const [cause, choice] of Object.entries(choices)) {
      if (Date.parse(choice.next_at) > now.getTime()) continue
      if (!causesOf(recipient.role).includes(cause as NoticeCause)) continue
      const after = new Date(Math.max(Date.parse(choice.reported_until), now.getTime() - keptMs))
      const span = { after, until, unansweredHours: recipient.unanswered_hours }
      const section = await readSection(ctx.db.query, scope, cause as NoticeCause, span)
      if (section.count > 0) sections.push(section)
    }
    if (sections.length > 0) {
      if (!isUnexpired(claim)) return
      try {
        const email = writeEmail(sections, `${ctx.config.publicUrl}/dashboard`)
        await ctx.mail.send({ to, ...email })
      } catch (err) {
        ctx.log.warn({ err, member_id: claim.key }, 'notice.not_sent')
        return await settle(ctx, claim, recipient, () => null, retryMs)
      }
    }
    const told = new Set<string>(sections.map(({ cause }) => cause))
    await settle(
      ctx,
      claim,
      recipient,
      () => until,
      (cause) => (told.has(cause) ? pauseMs : pollMs),
    )
  },
}

type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>

/** The member with what it may see now, in one statement. A disabled one has no address. */
async function findRecipient(ctx: Context, claim: Claim) {
  const row = await ctx.db.query
    .selectFrom('member_notices')
    .innerJoin('member', 'member.id', 'member_notices.member_id')
    .select([
      'member_notices.owner_id',
      'member_notices.choices',
      'member_notices.quiet_from',
      'member_notices.quiet_until',
      'member_notices.digest_time',
      'member_notices.unanswered_hours',
      'member.name',
      'member.email',
      'member.role',
      'member.time_zone',
      'member.disabled_at',
      sql<string[]>`array(select assigned.profile_id from member_profile assigned
        join profile on profile.id = assigned.profile_id and profile.deleting_at is null
        where assigned.member_id = member.id)`.as('profile_ids'),
      sql<string[]>`array(select id from profile hidden
        where hidden.owner_id = member.owner_id
          and hidden.deleting_at is not null and hidden.erased_at is null)`.as(
        'hidden_profile_ids',
      ),
    ])
    .where('member_notices.member_id', '=', claim.key)
    .executeTakeFirst()
  if (!row) return null
  const isOwner = row.role === 'owner'
  const scope: Scope = {
    ownerId: row.owner_id,
    actor: { kind: 'member', id: claim.key, name: row.name },
    kind: isOwner ? 'owner' : 'staff',
    profile: null,
    profileIds: isOwner ? null : row.profile_ids,
    permissions: row.role === 'contributor' ? contributorPermissions : null,
    hiddenProfileIds: row.hidden_profile_ids,
    sessionId: null,
    mustSetUpSecondFactor: false,
  }
  const to = row.disabled_at ? null : row.email
  return { ...row, now: ctx.clock.now(), to, scope, timeZone: row.time_zone ?? 'UTC' }
}

/**
 * Stores, for the causes that were due when the member was read, up to when they were told and when they
 * are due next. A cause that the member has switched meanwhile stays as it is. `null` keeps what was told.
 */
async function settle(
  ctx: Context,
  claim: Claim,
  recipient: Recipient,
  toldUntil: () => Date | null,
  pause: number | ((cause: string) => number),
): Promise<void> {
  const { now } = recipient
  await ctx.db.transact(async (tx) => {
    if (!(await lockClaim(tx, claim))) return
    const { choices } = await tx
      .selectFrom('member_notices')
      .select('choices')
      .where('member_id', '=', claim.key)
      .executeTakeFirstOrThrow()
    const settled = Object.entries(choices).map(([cause, choice]) => {
      const before = recipient.choices[cause]
      if (before?.timing !== choice.timing || Date.parse(before.next_at) > now.getTime()) {
        return [cause, choice]
      }
      const until = toldUntil()
      const pauseOf = typeof pause === 'number' ? pause : pause(cause)
      const isDaily = choice.timing === 'daily' && until !== null
      const next = isDaily
        ? nextTimeOfDay(now, recipient.digest_time, recipient.timeZone)
        : new Date(now.getTime() + pauseOf)
      const reported_until = until?.toISOString() ?? choice.reported_until
      return [cause, { ...choice, reported_until, next_at: next.toISOString() }]
    })
    const stored = Object.fromEntries(settled) as Choices
    await tx
      .updateTable('member_notices')
      .set({ choices: JSON.stringify(stored) })
      .where('member_id', '=', claim.key)
      .execute()
    await release(tx, claim, earliest(stored))
  })
}

async function postpone(ctx: Context, claim: Claim, dueAt: Date): Promise<void> {
  await ctx.db.transact(async (tx) => {
    if (await lockClaim(tx, claim)) await release(tx, claim, dueAt)
  })
}
