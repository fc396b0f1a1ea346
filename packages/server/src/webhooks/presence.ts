import pg from 'pg'
import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'
import { type Moment, thisMoment } from '../work/leases.ts'

/** The first half of the advisory locks that say which dispatchers live. */
const lockClass = 7_670_120
/** A claim that the dying process had under way has committed by then, or never will. */
const lastWordSeconds = 1
/** A connection that has not answered for so long is given up: peers have taken over by then. */
const answerMsMax = 5_000
const silentMsMax = limits.webhook.silentSecondsMax * 1_000

export type Presence = {
  /** What to stamp on leases; `null` while the database does not know this dispatcher. */
  holder(): number | null
  /**
   * Whether nobody can have taken that holder for dead yet: what was claimed under it may be begun.
   * For what was claimed under `null` only its lease speaks.
   */
  vouches(holder: number | null): boolean
  /**
   * Makes itself known if it is not, says that it lives, and frees what the dead hold. Answers how
   * many it freed.
   */
  look(): Promise<number>
  /** Takes its leave, so that nobody takes it for dead. */
  end(): Promise<void>
}

/**
 * Makes a dispatcher known to its peers by an advisory lock of its own connection, and by a word
 * with every look. PostgreSQL drops the lock with the connection of a process that dies; one that
 * stalls or is cut off says nothing more. Either way the next `look` of a peer, or of the restarted
 * process, frees its leases: 15 seconds become at most three (docs/delivery-engine.md). Whoever
 * was taken for dead comes back under another id, begins nothing of what it held, and is fenced by
 * its lease tokens.
 */
export function createPresence(ctx: Context): Presence {
  let client: pg.Client | null = null
  let id: number | null = null
  let heardAt: Moment | null = null

  const lose = (lost: pg.Client) => {
    if (client !== lost) return
    client = null
    id = null
  }
  const enter = async (): Promise<void> => {
    const fresh = new pg.Client({
      ...ctx.db.pool.options,
      password: passwordOf(ctx),
      query_timeout: answerMsMax,
    })
    client = fresh
    fresh.on('error', (err) => {
      ctx.log.warn({ err }, 'dispatcher.connection_lost')
      lose(fresh)
    })
    fresh.on('end', () => lose(fresh))
    try {
      const at = thisMoment()
      await fresh.connect()
      const entered = await enterWith(fresh, ctx.clock.now())
      if (client !== fresh) return
      id = entered
      heardAt = at
    } catch (err) {
      lose(fresh)
      await fresh.end().catch(() => {})
      throw err
    }
  }
  /** A connection that does not answer, or a row that peers have taken for dead, is left behind. */
  const beat = async (own: pg.Client): Promise<void> => {
    const at = thisMoment()
    try {
      const { rowCount } = await own.query(beatSql, [id])
      if (rowCount === 1) {
        heardAt = at
        return
      }
      ctx.log.warn({ dispatcher: id }, 'dispatcher.taken_for_dead')
    } catch (err) {
      ctx.log.warn({ err }, 'dispatcher.not_heard')
    }
    lose(own)
    void own.end().catch(() => {})
  }
  return {
    holder: () => id,
    vouches: (holder) => {
      if (holder === null) return true
      if (holder !== id || !heardAt) return false
      const now = thisMoment()
      return now.steady - heardAt.steady < silentMsMax && now.wall - heardAt.wall < silentMsMax
    },
    look: async () => {
      if (client) await beat(client)
      if (!client) await enter()
      return await freeLeasesOfTheDead(ctx, id)
    },
    end: async () => {
      const [ending, own] = [client, id]
      client = null
      id = null
      if (!ending) return
      await ending.query('delete from dispatcher where id = $1', [own]).catch(() => {})
      await ending.end().catch(() => {})
    },
  }
}

/** The pool hides it from enumeration, so that it is not logged. */
function passwordOf(ctx: Context): pg.ClientConfig['password'] {
  return ctx.db.pool.options.password
}

/**
 * The row can be seen only once the lock is held: nobody finds the newcomer dead. Its disk is not waited for:
 * a word that PostgreSQL forgets when it breaks down was said to nobody.
 */
async function enterWith(client: pg.Client, now: Date): Promise<number> {
  await client.query('set synchronous_commit = off')
  await client.query('begin')
  const { rows } = await client.query<{ id: number }>(
    'insert into dispatcher (started_at) values ($1) returning id',
    [now],
  )
  const { id } = rows[0]!
  await client.query('select pg_advisory_lock($1, $2)', [lockClass, id])
  await client.query('commit')
  return id
}

const beatSql = 'update dispatcher set beat_at = now() where id = $1 and died_at is null'

const isSilent = `beat_at < now() - interval '${limits.webhook.silentSecondsMax} seconds'`

const findDeadSql = `
select id from dispatcher
where (died_at is null or died_at < now() - interval '${lastWordSeconds} seconds')
  and id is distinct from $2 and (${isSilent} or pg_try_advisory_xact_lock($1, id))`

const freeSql = `
with dead as materialized (
  select id, died_at is not null as is_known from dispatcher
  where id = any($2) and (${isSilent} or pg_try_advisory_xact_lock($1, id))
  order by id for update skip locked
),
freed as (
  update delivery_queue q set lease_until = null, lease_token = null, lease_holder = null
  from dead where q.lease_holder = dead.id and q.lease_until is not null
  returning q.delivery_id
),
noticed as (
  update dispatcher d set died_at = now() from dead where d.id = dead.id and not dead.is_known
),
gone as (
  delete from dispatcher d using dead where d.id = dead.id and dead.is_known
)
select count(*)::int as freed from freed`

/** The queue, which may be long, is read only when somebody died. */
async function freeLeasesOfTheDead(ctx: Context, own: number | null): Promise<number> {
  const { rows: dead } = await ctx.db.pool.query<{ id: number }>({
    name: 'dispatchers-dead',
    text: findDeadSql,
    values: [lockClass, own],
  })
  if (dead.length === 0) return 0
  const ids = dead.map((row) => row.id)
  const { rows } = await ctx.db.pool.query<{ freed: number }>(freeSql, [lockClass, ids])
  const { freed } = rows[0]!
  if (freed > 0) ctx.log.warn({ dispatchers: ids, deliveries: freed }, 'dispatcher.leases_freed')
  return freed
}
