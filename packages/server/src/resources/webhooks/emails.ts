import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import { countUse } from '../../http/rate-limit.ts'
import { type Claim, lockClaim, release } from '../../jobs/due.ts'
import type { Work } from '../../jobs/loop.ts'

const { failuresBeforeInactive, failuresBeforeWarning } = limits.webhook
const retryMs = 10 * 60_000
const attemptsMax = 12

/**
 * Emails the owner about failing endpoints. An email that the mail server refuses is retried every ten
 * minutes for two hours. Without an address or a mail server there is only a log line, and the
 * endpoint's `inactive_reason`.
 */
export const webhookEmails: Work = {
  table: 'mail_outbox',
  run: async (ctx, claim) => {
    const email = await findEmail(ctx, claim)
    if (!email) return
    if (!email.to) {
      ctx.log.warn({ webhook_id: email.endpoint_id, kind: email.kind }, 'email.no_address')
      return await finish(ctx, claim)
    }
    // A retry of an email that was counted is not counted again.
    if (email.attempts === 0 && !(await mayWrite(ctx, email))) {
      ctx.log.info({ webhook_id: email.endpoint_id, kind: email.kind }, 'email.too_many')
      return await finish(ctx, claim)
    }
    try {
      await ctx.mail.send({ to: email.to, ...writeEmail(ctx, email) })
    } catch (err) {
      ctx.log.warn({ err, webhook_id: email.endpoint_id }, 'email.not_sent')
      return await retryLater(ctx, claim, email.attempts + 1)
    }
    await finish(ctx, claim)
  },
}

async function findEmail(ctx: Context, claim: Claim) {
  return await ctx.db.query
    .selectFrom('mail_outbox')
    .innerJoin('owner', 'owner.id', 'mail_outbox.owner_id')
    .leftJoin('webhook_endpoint', 'webhook_endpoint.id', 'mail_outbox.endpoint_id')
    .select([
      'mail_outbox.owner_id',
      'mail_outbox.kind',
      'mail_outbox.endpoint_id',
      'mail_outbox.attempts',
      'owner.email as to',
      'webhook_endpoint.url',
    ])
    .where('mail_outbox.id', '=', claim.key)
    .executeTakeFirst()
}

type OutboxEmail = NonNullable<Awaited<ReturnType<typeof findEmail>>>

/** One email of each kind a day about an endpoint, and 20 a day to an owner. */
async function mayWrite(
  ctx: Context,
  { owner_id, endpoint_id, kind }: OutboxEmail,
): Promise<boolean> {
  try {
    await countUse(ctx, 'failure_email', `${kind} ${endpoint_id}`)
    await countUse(ctx, 'failure_email_owner', owner_id)
    return true
  } catch (err) {
    if (err instanceof ServiceError && err.code === 'rate_limited') return false
    throw err
  }
}

/** The URL's path may contain a token, so the email gives only its host and the endpoint's id. */
function writeEmail(ctx: Context, email: OutboxEmail): { subject: string; text: string } {
  const host = email.url ? new URL(email.url).host : 'a deleted endpoint'
  const { endpoint_id: id } = email
  const lines =
    email.kind === 'webhook_disabled'
      ? [
          `The webhook endpoint ${id} (${host}) was disabled after`,
          `${failuresBeforeInactive} consecutive failed delivery attempts. Events that occur while it is`,
          'disabled are not stored.',
          '',
          'When your endpoint works again, enable it by setting `active` to true:',
          `PATCH ${ctx.config.publicUrl}/v1/webhooks/${id}`,
          '',
          'Then resend the deliveries that failed:',
          `POST ${ctx.config.publicUrl}/v1/webhooks/${id}/recover`,
        ]
      : [
          `The last ${failuresBeforeWarning} delivery attempts to the webhook endpoint ${id}`,
          `(${host}) failed. After ${failuresBeforeInactive} consecutive failures it is disabled, and new events`,
          'are no longer stored. Check the endpoint and its logs.',
        ]
  const subject =
    email.kind === 'webhook_disabled'
      ? `Webhook endpoint disabled: ${host}`
      : `Webhook endpoint failing: ${host}`
  return { subject, text: `${lines.join('\n')}\n` }
}

async function finish(ctx: Context, claim: Claim): Promise<void> {
  await ctx.db.transact(async (tx) => {
    if (!(await lockClaim(tx, claim))) return
    await tx.deleteFrom('mail_outbox').where('id', '=', claim.key).execute()
  })
}

async function retryLater(ctx: Context, claim: Claim, attempts: number): Promise<void> {
  const dueAt = attempts < attemptsMax ? new Date(ctx.clock.now().getTime() + retryMs) : null
  await ctx.db.transact(async (tx) => {
    if (!(await lockClaim(tx, claim))) return
    await tx.updateTable('mail_outbox').set({ attempts }).where('id', '=', claim.key).execute()
    await release(tx, claim, dueAt)
  })
}
