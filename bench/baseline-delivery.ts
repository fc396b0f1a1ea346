import { createSigningKeys, type SealedSecrets } from '../packages/server/src/webhooks/secrets.ts'
import { type Sent, sendDelivery } from '../packages/server/src/webhooks/send.ts'
import type { Engine } from './engine.ts'

/** What a job of a general queue carries, so that the worker need not ask for it. */
export type Parcel = { delivery_id: string; endpoint_id: string; url: string; body: string }
type Attempt = Sent & { id: string }

/** As many as our own engine has in flight at one origin. */
const postsAtOnce = 64
const waitMs = 10
const rowsMax = 128

/**
 * What an engineer would write on top of a general queue to deliver webhooks: the same signing and
 * the same guarded request as ours, at most 64 at once at the one origin, and a row for each
 * attempt, written in batches of up to 128 or 10 ms and durable before the job is done. It has no
 * schedule, streaks, switching off, half-open endpoints or caps for each of them.
 */
export async function openBaseline(engine: Engine) {
  const { ctx } = engine
  await ctx.db.pool.query(`create table if not exists baseline_attempt (delivery_id uuid not null,
    number int not null, started_at timestamptz not null, duration_ms int not null,
    url text not null, status_code int, error text, response bytea,
    primary key (delivery_id, number))`)
  const { rows } = await ctx.db.pool.query<{ id: string } & SealedSecrets>(
    'select id, secret_sealed, previous_secret_sealed, previous_secret_until from webhook_endpoint',
  )
  const keysOf = createSigningKeys(ctx.config.keyring)
  const sealed = new Map(rows.map((row) => [row.id, row]))
  const targets = new Map<string, URL>()
  const turns: (() => void)[] = []
  let posting = 0
  let waiting: Attempt[] = []
  let written: Promise<void> | null = null

  const record = async (attempts: readonly Attempt[]): Promise<void> => {
    await ctx.db.pool.query({
      name: 'baseline-record',
      text: `insert into baseline_attempt select id, 1, at, ms, url, status, error, response
        from unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::text[], $5::int[], $6::text[],
          $7::bytea[]) r (id, at, ms, url, status, error, response)`,
      values: [
        attempts.map(({ id }) => id),
        attempts.map(({ startedAt }) => startedAt),
        attempts.map(({ durationMs }) => durationMs),
        attempts.map(({ url }) => url),
        attempts.map(({ statusCode }) => statusCode),
        attempts.map(({ error }) => error),
        attempts.map(({ response }) => response),
      ],
    })
  }
  const writeWaiting = async (): Promise<void> => {
    await new Promise((resume) => setTimeout(resume, waitMs))
    written = null
    const lot = waiting
    waiting = []
    for (let from = 0; from < lot.length; from += rowsMax) {
      await record(lot.slice(from, from + rowsMax))
    }
  }
  return {
    record,
    /** Resolves when the row is durable, written with what else comes in within 10 ms. */
    recordSoon: async (attempt: Attempt): Promise<void> => {
      waiting.push(attempt)
      written ??= writeWaiting()
      await written
    },
    send: async (parcel: Parcel): Promise<Attempt> => {
      if (posting >= postsAtOnce) await new Promise<void>((resolve) => turns.push(resolve))
      else posting += 1
      const url = targets.get(parcel.url) ?? new URL(parcel.url)
      targets.set(parcel.url, url)
      const sent = await sendDelivery(ctx, {
        deliveryId: parcel.delivery_id,
        eventType: 'post.published',
        url,
        body: Buffer.from(parcel.body),
        keys: keysOf(parcel.endpoint_id, sealed.get(parcel.endpoint_id)!, new Date()),
      })
      const next = turns.shift()
      if (next) next()
      else posting -= 1
      if (sent.error) throw new Error(`The receiver failed: ${sent.error}.`)
      return { id: parcel.delivery_id, ...sent }
    },
  }
}
