import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import type { Warning } from '../../schemas/session.ts'

/** What should be mended: of the installation for owners, of their own profiles for all. */
export async function readWarnings(ctx: Context, scope: Scope): Promise<Warning[]> {
  const { email } = await ctx.db.read
    .selectFrom('owner')
    .select('email')
    .where('id', '=', scope.ownerId)
    .executeTakeFirstOrThrow()
  const { count } = await ctx.db.read
    .selectFrom('webhook_endpoint')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where(inScope(scope, 'webhook_endpoint'))
    .where('active', '=', false)
    .where('inactive_reason', '=', 'failures')
    .executeTakeFirstOrThrow()
  const off = Number(count)
  const warnings: (Warning & { is: boolean; forStaff?: boolean })[] = [
    {
      is: off > 0,
      forStaff: true,
      code: 'webhook_endpoints_switched_off',
      message: 'Webhook endpoints became inactive after 50 failed attempts in a row.',
      count: off,
    },
    {
      is: ctx.config.allowPrivateWebhooks,
      code: 'private_webhooks_allowed',
      message: 'Webhooks may go to private addresses: for development only.',
      count: null,
    },
    {
      is: !ctx.mail.configured,
      code: 'smtp_missing',
      message: 'No mail server is set (SMTP_URL), so no letters are sent.',
      count: null,
    },
    {
      is: email === null,
      code: 'owner_email_missing',
      message: 'Letters about webhooks have no address to go to.',
      count: null,
    },
  ]
  return warnings
    .filter(({ is, forStaff }) => is && (forStaff || scope.kind === 'owner'))
    .map(({ code, message, count }) => ({ code, message, count }))
}
