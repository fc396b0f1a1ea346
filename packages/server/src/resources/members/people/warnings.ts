import { inScope, type Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import {
  endingVersionAdvice,
  endingVersions,
  endingVersionText,
} from '../../../platforms/contract/ending-versions.ts'
import type { Warning } from '../../../schemas/session.ts'

/** Warnings about the installation, for owners only, and about the caller's profiles. */
export async function readWarnings(ctx: Context, scope: Scope): Promise<Warning[]> {
  const { email } = await ctx.db.query
    .selectFrom('owner')
    .select('email')
    .where('id', '=', scope.ownerId)
    .executeTakeFirstOrThrow()
  const { count } = await ctx.db.query
    .selectFrom('webhook_endpoint')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where(inScope(scope, 'webhook_endpoint'))
    .where('active', '=', false)
    .where('inactive_reason', '=', 'failures')
    .executeTakeFirstOrThrow()
  const inactiveCount = Number(count)
  const versions = endingVersions(ctx.platforms.values(), ctx.config.platforms, ctx.clock.now())
  const warnings: (Warning & { applies: boolean; forStaff?: boolean })[] = [
    {
      applies: inactiveCount > 0,
      forStaff: true,
      code: 'webhook_endpoints_switched_off',
      message:
        'Webhook endpoints became inactive after 50 consecutive failures. Activate them again.',
      count: inactiveCount,
    },
    {
      applies: ctx.config.allowPrivateWebhooks,
      code: 'private_webhooks_allowed',
      message: 'Webhooks to private addresses are allowed. Use this for development only.',
      count: null,
    },
    {
      applies: !ctx.mail.configured,
      code: 'smtp_missing',
      message: 'No mail server is configured, so no emails are sent. Set SMTP_URL.',
      count: null,
    },
    {
      applies: email === null,
      code: 'owner_email_missing',
      message: 'The owner has no email for messages about webhooks. Set one in the settings.',
      count: null,
    },
    ...versions.map((version) => ({
      applies: true,
      code: 'network_version_ends' as const,
      message: `${endingVersionText(version)} ${endingVersionAdvice(version)}`,
      count: null,
    })),
  ]
  return warnings
    .filter(({ applies: is, forStaff }) => is && (forStaff || scope.kind === 'owner'))
    .map(({ code, message, count }) => ({ code, message, count }))
}
