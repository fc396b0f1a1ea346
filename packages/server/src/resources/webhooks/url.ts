import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import { countUse } from '../../http/rate-limit.ts'
import { bareHost, parseWebhookUrl } from '../../outbound/address.ts'

/** Only owners may register URLs at private addresses, and only if `ALLOW_PRIVATE_WEBHOOKS` is set. */
export function allowsPrivateUrls(ctx: Context, scope: Scope): boolean {
  return ctx.config.allowPrivateWebhooks && scope.kind === 'owner'
}

/**
 * Returns the URL to store; 400 `webhook_url_invalid` with the reason. A host that resolves to a
 * private address is refused to inform the caller; one that does not resolve yet is accepted. The
 * guard itself checks every attempt, because DNS records change.
 */
export async function checkWebhookUrl(ctx: Context, scope: Scope, text: string): Promise<string> {
  const allowPrivate = allowsPrivateUrls(ctx, scope)
  const parsed = parseWebhookUrl(text, { allowPrivate })
  if ('reason' in parsed) throw invalidUrl(parsed.reason)
  // A malformed URL does not count: its refusal reveals nothing about a host.
  await countUrlCheck(ctx, scope)
  const host = bareHost(parsed.url)
  const reach = allowPrivate ? undefined : 'public'
  if ((await ctx.outbound.checkHost(host, limits.webhook.resolveMs, reach)) === 'refused') {
    throw invalidUrl('The host is not reachable from the internet.')
  }
  return parsed.url.href
}

/** The keys of one profile have a share, so that they do not use up the checks of all. */
export async function countUrlCheck(ctx: Context, scope: Scope): Promise<void> {
  if (scope.kind === 'profile') await countUse(ctx, 'url_check_profile', scope.profile!.id)
  await countUse(ctx, 'url_check', scope.ownerId)
}

function invalidUrl(reason: string): ServiceError {
  return new ServiceError('webhook_url_invalid', {
    message: `A webhook URL must use https on port 443 and be reachable from the internet. ${reason}`,
    param: 'url',
  })
}
