import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { limits } from '../core/limits.ts'
import type { PlatformValue } from '../core/networks.ts'
import { readBytes } from '../http/body.ts'
import { callerOf } from '../http/caller.ts'
import { countUnauthenticated, refuseUnauthenticated } from '../http/unauthenticated.ts'
import type { Vars } from '../http/vars.ts'
import {
  answerHandshake,
  type InboundListener,
  receiveInbound,
} from '../resources/comments/sync/inbound.ts'

/**
 * The endpoints for platform webhooks (threads.md §6.1, instagram.md §6, tiktok.md §6). A delivery with
 * an invalid signature returns 403, changes nothing and counts against the limit of its IP address.
 * Valid deliveries are not limited.
 */
export function platformWebhooks(
  ctx: Context,
  listeners: readonly InboundListener[],
): Hono<{ Variables: Vars }> {
  const pages = new Hono<{ Variables: Vars }>()
  pages.get('/platform-webhooks/:platform', (call) => {
    const platform = call.req.param('platform') as PlatformValue
    const { ip } = callerOf(ctx.config, call)
    refuseUnauthenticated(ctx, ip)
    const challenge = answerHandshake(ctx, platform, new URL(call.req.url).searchParams)
    if (challenge === null) countUnauthenticated(ctx, ip)
    // Plain text, because the caller chooses the challenge.
    call.header('x-content-type-options', 'nosniff')
    return challenge === null ? call.text('forbidden', 403) : call.text(challenge)
  })
  pages.post('/platform-webhooks/:platform', async (call) => {
    const { ip } = callerOf(ctx.config, call)
    refuseUnauthenticated(ctx, ip)
    const outcome = await receiveInbound(
      ctx,
      call.req.param('platform') as PlatformValue,
      {
        headers: call.req.header(),
        query: new URL(call.req.url).searchParams,
        body: await readBytes(call.req.raw, limits.inbound.bodyBytesMax),
      },
      listeners,
    )
    if (outcome === 'unknown' || outcome === 'forged') countUnauthenticated(ctx, ip)
    if (outcome === 'unknown') return call.json({ error: 'not found' }, 404)
    if (outcome === 'forged') return call.json({ error: 'invalid signature' }, 403)
    return call.json({ success: true })
  })
  return pages
}
