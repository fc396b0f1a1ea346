import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import type { InboundEvent, InboundRequest } from '../../../platforms/contract/inbound.ts'
import type { Keyring } from '../../../security/secrets.ts'

/** Handles a platform's event in its own transactions; must be idempotent, as events may repeat. */
export type InboundListener = (
  ctx: Context,
  platform: PlatformValue,
  event: InboundEvent,
) => Promise<void>

/**
 * The verify tokens for the platform's app settings, one for each key of the keyring, so that a key
 * rotation does not break a handshake. The first is the one to show.
 */
export function webhookVerifyTokens(keyring: Keyring, platform: PlatformValue): string[] {
  return keyring.map(({ key }) =>
    createHmac('sha256', key).update(`platform-webhooks:${platform}`).digest('base64url'),
  )
}

/** The challenge to return to a platform's handshake, or `null` if its verify token is wrong. */
export function answerHandshake(
  ctx: Context,
  platform: PlatformValue,
  query: URLSearchParams,
): string | null {
  const inbound = ctx.platforms.get(platform)?.inbound
  for (const token of webhookVerifyTokens(ctx.config.keyring, platform)) {
    const challenge = inbound?.handshake?.(query, token) ?? null
    if (challenge !== null) return challenge
  }
  return null
}

/**
 * Receives a platform's webhook; `forged` if its signature is invalid. A repeated webhook is accepted
 * without effect. It is stored as seen after every listener has finished, so that a failure makes the
 * platform send it again.
 */
export async function receiveInbound(
  ctx: Context,
  platform: PlatformValue,
  request: InboundRequest,
  listeners: readonly InboundListener[],
): Promise<'taken' | 'forged' | 'unknown'> {
  const inbound = ctx.platforms.get(platform)?.inbound
  if (!inbound) return 'unknown'
  const events = inbound.readEvents(request)
  if (!events) {
    ctx.log.warn({ platform }, 'inbound.forged')
    return 'forged'
  }
  const key = createHash('sha256').update(`${platform}\n`).update(request.body).digest('hex')
  if (await wasSeen(ctx, key)) return 'taken'
  for (const event of events) {
    for (const listen of listeners) await listen(ctx, platform, event)
  }
  await ctx.db.query
    .insertInto('inbound_webhook')
    .values({ key, at: ctx.clock.now() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  ctx.log.info({ platform, events: events.length }, 'inbound.received')
  return 'taken'
}

async function wasSeen(ctx: Context, key: string): Promise<boolean> {
  const row = await ctx.db.query
    .selectFrom('inbound_webhook')
    .select('key')
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** The connected accounts with this id at the platform; usually one. */
export async function findAccountsByPlatformId(
  ctx: Context,
  platform: PlatformValue,
  platformAccountId: string,
): Promise<string[]> {
  const rows = await ctx.db.query
    .selectFrom('account')
    .select('id')
    .where('platform', '=', platform)
    .where('status', '=', 'connected')
    .where(
      sql<boolean>`(platform_account_id = ${platformAccountId}
        or platform_user_ids @> array[${platformAccountId}]::text[])`,
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
