import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { InboundEvent, InboundRequest } from '../../platforms/inbound.ts'
import type { Keyring } from '../../security/secrets.ts'

/** Does what follows from an event of a platform, in its own transactions; it may come twice. */
export type InboundListener = (
  ctx: Context,
  platform: PlatformValue,
  event: InboundEvent,
) => Promise<void>

/**
 * What the owner enters as verify token at the platform's app: of each key of the keyring, so that
 * a rotated key does not break a handshake. The first is the one to show.
 */
export function webhookVerifyTokens(keyring: Keyring, platform: PlatformValue): string[] {
  return keyring.map(({ key }) =>
    createHmac('sha256', key).update(`platform-webhooks:${platform}`).digest('base64url'),
  )
}

/** The answer to a platform's handshake, or `null` when it does not know our verify token. */
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
 * Takes a delivery of a platform: `forged` when its signature does not hold, then nothing happens.
 * One that was worked within the last day is taken again without a word. It counts as worked when
 * every listener is done, so what fails in between is delivered again.
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
  await ctx.db.read
    .insertInto('inbound_seen')
    .values({ key, at: ctx.clock.now() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  ctx.log.info({ platform, events: events.length }, 'inbound.taken')
  return 'taken'
}

async function wasSeen(ctx: Context, key: string): Promise<boolean> {
  const row = await ctx.db.read
    .selectFrom('inbound_seen')
    .select('key')
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** The connected accounts that a platform means by one of its ids; usually one, of one owner. */
export async function findAccountsByPlatformId(
  ctx: Context,
  platform: PlatformValue,
  platformAccountId: string,
): Promise<string[]> {
  const rows = await ctx.db.read
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
