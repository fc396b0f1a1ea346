import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import { countUse } from '../../http/rate-limit.ts'
import { bareHost, parseWebhookUrl } from '../../outbound/address.ts'

/** Whether the caller may register urls at private addresses: owners, where the installation allows it. */
export function mayBePrivate(ctx: Context, scope: Scope): boolean {
  return ctx.config.allowPrivateWebhooks && scope.kind === 'owner'
}

/**
 * The url as it is kept, or 400 `webhook_url_invalid` with the reason. A name that resolves to an
 * address that is not public is refused here, for the caller's sake; one that does not resolve yet
 * is accepted. The guard itself stands at every attempt, because names change.
 */
export async function acceptWebhookUrl(ctx: Context, scope: Scope, text: string): Promise<string> {
  const allowPrivate = mayBePrivate(ctx, scope)
  const parsed = parseWebhookUrl(text, { allowPrivate })
  if ('reason' in parsed) throw refused(parsed.reason)
  // Only now: what is refused by its form alone tells nothing about a host.
  await countUse(ctx, 'url_check', scope.ownerId)
  const host = bareHost(parsed.url)
  const reach = allowPrivate ? undefined : 'public'
  if ((await ctx.outbound.checkHost(host, limits.webhook.resolveMs, reach)) === 'refused') {
    throw refused('The host is not reachable from the internet.')
  }
  return parsed.url.href
}

function refused(reason: string): ServiceError {
  return new ServiceError('webhook_url_invalid', {
    message: `A webhook url must use https on port 443 and be reachable from the internet. ${reason}`,
    param: 'url',
  })
}
