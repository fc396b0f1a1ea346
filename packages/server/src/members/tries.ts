import { sql } from 'kysely'
import { ServiceError } from '../base/errors.ts'
import { limits } from '../base/limits.ts'
import { hashToken } from '../base/secrets.ts'
import type { Context } from '../context.ts'
import { networkOf } from '../http/caller.ts'

const { triesPerAddress, triesPerEmail, windowMs } = limits.signIn

/**
 * Counts a try to give a password before it is looked at, so that many at the same time cannot slip
 * through; 429 `rate_limited` beyond the limit of the e-mail or of the address. One row for each in
 * the database holds over all processes. Answers how to take the try back when it was right.
 */
export async function countTry(
  ctx: Context,
  email: string,
  ip: string | null,
): Promise<() => Promise<void>> {
  const address = ip ? keyOf('address', networkOf(ip)) : null
  // First, or an address that is over its limit would use up the tries of others' e-mails.
  if (address) await take(ctx, address, triesPerAddress)
  const ofEmail = keyOf('email', email)
  await take(ctx, ofEmail, triesPerEmail)
  return async () => await giveBack(ctx, ofEmail, address)
}

async function take(ctx: Context, key: Buffer, max: number): Promise<void> {
  const now = ctx.clock.now()
  const over = new Date(now.getTime() - windowMs)
  const { rows } = await sql<{ used: number; window_start: Date }>`
    insert into sign_in_window as w (key, window_start, used) values (${key}, ${now}, 1)
    on conflict (key) do update set
      used = case when w.window_start <= ${over} then 1 else w.used + 1 end,
      window_start = case when w.window_start <= ${over} then ${now} else w.window_start end
    returning used, window_start`.execute(ctx.db.read)
  const { used, window_start: start } = rows[0]!
  if (used <= max) return
  const waitMs = start.getTime() + windowMs - now.getTime()
  throw new ServiceError('rate_limited', {
    message: 'Too many tries to sign in; see Retry-After.',
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  })
}

/** The e-mail is clean again; of the address only this try, or one account would unlock it for all. */
async function giveBack(ctx: Context, email: Buffer, address: Buffer | null): Promise<void> {
  await ctx.db.read.deleteFrom('sign_in_window').where('key', '=', email).execute()
  if (!address) return
  await ctx.db.read
    .updateTable('sign_in_window')
    .set({ used: sql`greatest(used - 1, 0)` })
    .where('key', '=', address)
    .execute()
}

function keyOf(kind: 'email' | 'address', text: string): Buffer {
  return hashToken(`sign-in ${kind} ${text}`)
}

/** Forgets counts whose window is over. */
export async function forgetOldTries(ctx: Context): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - windowMs)
  await ctx.db.read.deleteFrom('sign_in_window').where('window_start', '<', since).execute()
}
