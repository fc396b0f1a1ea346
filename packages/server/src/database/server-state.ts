import { sql } from 'kysely'
import type { Queries } from './open.ts'
import { canReadIdentity, type LostSpan, replication, toLostSpan } from './server-identity.ts'
import type { Replication } from './tables.ts'

/** The PostgreSQL server behind the pool, and what a failure of it can cost. */
export type ServerState = {
  role: 'primary' | 'replica' | 'read_only'
  /** `null`: not visible to this role. */
  replication: Replication | null
  replicas: Replica[]
  guarantee: Guarantee
  /** When another server, another timeline or older data were noticed. */
  changedAt: Date | null
  lost: LostSpan | null
}

/** `null` values are not visible to this role. */
export type Replica = {
  name: string
  isSynchronous: boolean | null
  lagBytes: number | null
  lagSeconds: number | null
}

/** What holds of "never published twice" when the server fails. */
export type Guarantee = 'nothing_lost' | 'searched' | 'unnoticed' | 'not_durable'

export const guarantees: Readonly<Record<Guarantee, { holds: boolean; message: string }>> = {
  nothing_lost: {
    holds: true,
    message: 'A failover loses nothing and publishes nothing twice: commits wait for a replica.',
  },
  searched: {
    holds: true,
    message:
      'A failover publishes nothing twice, but can lose the last commits: posts that were due are first searched for at their networks.',
  },
  unnoticed: {
    holds: false,
    message:
      'A failover that loses commits is not noticed and can publish posts twice: this role may not read the identity of the server.',
  },
  not_durable: {
    holds: false,
    message:
      'A crash of PostgreSQL can lose commits and publish posts twice: fsync, full_page_writes or synchronous_commit is off.',
  },
}

const replicasMax = 20

export async function readServerState(db: Queries): Promise<ServerState> {
  const { rows } = await sql<{
    role: ServerState['role']
    replication: Replication | null
    is_durable: boolean
  }>`
    select case when pg_is_in_recovery() then 'replica'
        when current_setting('transaction_read_only') = 'on' then 'read_only' else 'primary' end as role,
      ${replication} as replication,
      not exists (select 1 from pg_settings where setting = 'off'
        and name in ('fsync', 'full_page_writes', 'synchronous_commit')) as is_durable`.execute(db)
  const { role, replication: mode, is_durable: isDurable } = rows[0]!
  const isVisible = await canReadIdentity(db)
  const row = await db
    .selectFrom('database_server')
    .select(['changed_at', 'lost_since', 'lost_until'])
    .executeTakeFirst()
  return {
    role,
    replication: mode,
    replicas: isVisible ? await listReplicas(db) : [],
    guarantee: guaranteeOf({ isDurable, isVisible, replication: mode }),
    changedAt: row?.changed_at ?? row?.lost_until ?? null,
    lost: toLostSpan(row),
  }
}

export function guaranteeOf(server: {
  isDurable: boolean
  isVisible: boolean
  replication: Replication | null
}): Guarantee {
  if (!server.isDurable) return 'not_durable'
  if (server.replication === 'synchronous') return 'nothing_lost'
  return server.isVisible ? 'searched' : 'unnoticed'
}

/** By the time that the replica reported last; a replica that has everything has no lag. */
async function listReplicas(db: Queries): Promise<Replica[]> {
  const { rows } = await sql<{
    name: string
    is_synchronous: boolean | null
    lag_bytes: string | null
    lag_seconds: number | null
  }>`
    select coalesce(nullif(application_name, ''), 'replica') as name,
      sync_state in ('sync', 'quorum') as is_synchronous, bytes as lag_bytes,
      case when bytes is not null then coalesce(extract(epoch from replay_lag)::float8, 0) end as lag_seconds
    from (select *, pg_wal_lsn_diff(
        case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end,
        replay_lsn)::bigint as bytes
      from pg_stat_replication where application_name <> 'pg_basebackup') as replica
    order by name limit ${replicasMax}`.execute(db)
  return rows.map((row) => ({
    name: row.name,
    isSynchronous: row.is_synchronous,
    // The replica can be ahead of the position that was read first.
    lagBytes: row.lag_bytes === null ? null : Math.max(0, Number(row.lag_bytes)),
    lagSeconds: row.lag_seconds,
  }))
}
