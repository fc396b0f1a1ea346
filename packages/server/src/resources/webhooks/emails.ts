import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import { type Claim, lockClaim, release } from '../../jobs/due.ts'
import type { Work } from '../../jobs/loop.ts'

const { failuresBeforeInactive, failuresBeforeWarning } = limits.webhook
const retryMs = 10 * 60_000
const attemptsMax = 12

/**
 * Sends the owner the letters about failing endpoints. A letter that the mail server does not take
 * is tried again every ten minutes for two hours; without an address or a mail server it stays a
 * log line and the endpoint's `inactive_reason`.
 */
export const webhookEmails: Work = {
  table: 'mail_outbox',
  run: async (ctx, claim) => {
    const letter = await findLetter(ctx, claim)
    if (!letter) return
    if (!letter.email) {
      ctx.log.warn({ webhook_id: letter.endpoint_id, kind: letter.kind }, 'letter.no_address')
      return await finish(ctx, claim)
    }
    try {
      await ctx.mail.send({ to: letter.email, ...write(ctx, letter) })
    } catch (err) {
      ctx.log.warn({ err, webhook_id: letter.endpoint_id }, 'letter.not_sent')
      return await again(ctx, claim, letter.attempts + 1)
    }
    await finish(ctx, claim)
  },
}

async function findLetter(ctx: Context, claim: Claim) {
  return await ctx.db.read
    .selectFrom('mail_outbox')
    .innerJoin('owner', 'owner.id', 'mail_outbox.owner_id')
    .leftJoin('webhook_endpoint', 'webhook_endpoint.id', 'mail_outbox.endpoint_id')
    .select([
      'mail_outbox.kind',
      'mail_outbox.endpoint_id',
      'mail_outbox.attempts',
      'owner.email',
      'webhook_endpoint.url',
    ])
    .where('mail_outbox.id', '=', claim.key)
    .executeTakeFirst()
}

type Letter = NonNullable<Awaited<ReturnType<typeof findLetter>>>

/** The url may hold a token in its path, so the letter names its origin and the endpoint's id. */
function write(ctx: Context, letter: Letter): { subject: string; text: string } {
  const where = letter.url ? new URL(letter.url).host : 'a deleted endpoint'
  const { endpoint_id: id } = letter
  const lines =
    letter.kind === 'webhook_disabled'
      ? [
          `The webhook endpoint ${id} (${where}) became inactive after`,
          `${failuresBeforeInactive} failed delivery attempts in a row. Events that occur while it is`,
          'inactive are not stored.',
          '',
          'When the receiver works again, set `active` to true with',
          `PATCH ${ctx.config.publicUrl}/v1/webhooks/${id}`,
          'and have what was missed sent again with',
          `POST ${ctx.config.publicUrl}/v1/webhooks/${id}/recover`,
        ]
      : [
          `The last ${failuresBeforeWarning} delivery attempts to the webhook endpoint ${id}`,
          `(${where}) failed. After ${failuresBeforeInactive} in a row it becomes inactive, and events`,
          'are then no longer stored.',
        ]
  const subject =
    letter.kind === 'webhook_disabled'
      ? `Webhook endpoint inactive: ${where}`
      : `Webhook endpoint failing: ${where}`
  return { subject, text: `${lines.join('\n')}\n` }
}

async function finish(ctx: Context, claim: Claim): Promise<void> {
  await ctx.db.transact(async (tx) => {
    if (!(await lockClaim(tx, claim))) return
    await tx.deleteFrom('mail_outbox').where('id', '=', claim.key).execute()
  })
}

async function again(ctx: Context, claim: Claim, attempts: number): Promise<void> {
  const dueAt = attempts < attemptsMax ? new Date(ctx.clock.now().getTime() + retryMs) : null
  await ctx.db.transact(async (tx) => {
    if (!(await lockClaim(tx, claim))) return
    await tx.updateTable('mail_outbox').set({ attempts }).where('id', '=', claim.key).execute()
    await release(tx, claim, dueAt)
  })
}
