import type { Context } from '../../context.ts'
import type { Config } from '../../core/config.ts'
import { limits } from '../../core/limits.ts'
import { workKinds } from '../../jobs/backlog.ts'
import { readSystem, type System } from '../../resources/system/health.ts'
import { keyName } from '../../security/secrets.ts'
import { hasJournal } from '../backup/journal.ts'
import { countByKey, findUnreadable } from '../sealed.ts'
import { clockAddresses, describeClock, outsideClockOffsetMs } from './address.ts'
import { checkFailover } from './failover.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'
import { checkPooler } from './pooler.ts'
import { checkQuotas } from './quotas.ts'

const versionMin = 150_000
/** Outside the pool: one that listens, and in a worker one for the heartbeat and three for deliveries. */
const connectionsOutsidePool: Record<Config['role'], number> = { all: 5, api: 1, worker: 5 }

/** Checks the database, and the installation by its data. */
export async function checkDatabase(ctx: Context): Promise<Finding[]> {
  const server = await checkServer(ctx)
  const { rows } = await ctx.db.pool.query<{ there: boolean }>(
    `select to_regclass('process') is not null as there`,
  )
  if (!rows[0]!.there) {
    const advice = 'Run postern migrate or restart the service.'
    return [
      ...server,
      problem('migrations', 'the database does not have the tables of this version', advice),
    ]
  }
  const system = await readSystem(ctx)
  return [
    ...server,
    await checkConnections(ctx, system),
    ...(await checkPooler(ctx)),
    ...checkFailover(system.database),
    checkMigrations(system),
    checkPartitions(system),
    checkWork(ctx, system),
    describeClock(system.clockOffsetMs, await outsideClockOffsetMs(clockAddresses(ctx.config))),
    await checkKeys(ctx),
    ...checkRestore(ctx),
    ...(await checkQuotas(ctx)),
  ]
}

export function unreachable({ databaseUrl }: Config, err: unknown): Finding {
  return problem(
    'database',
    `it cannot be used: ${reasonOf(err)}`,
    databaseUrl
      ? 'Check DATABASE_URL (host, port, user, password, name) and that the server accepts connections from here.'
      : 'The database is part of Postern and is in the data folder. See the log and docs/self-hosting.md.',
  )
}

async function checkServer(ctx: Context): Promise<Finding[]> {
  const { rows } = await ctx.db.pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in
       ('server_version', 'server_version_num', 'fsync', 'synchronous_commit', 'full_page_writes')`,
  )
  const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  const version = Number(settings.server_version_num)
  const text = `PostgreSQL ${settings.server_version}`
  const findings =
    version >= versionMin
      ? [ok('database', text)]
      : [problem('database', `${text} is too old`, 'Postern needs 15 or newer.')]
  const off = ['fsync', 'full_page_writes', 'synchronous_commit'].filter(
    (name) => settings[name] === 'off',
  )
  if (off.length === 0) return [...findings, ok('durability', 'committed data is written to disk')]
  const list = off.join(', ')
  const advice = `Turn this on. Otherwise a crash can publish posts twice and lose events.`
  return [...findings, problem('durability', `off: ${list}`, advice)]
}

async function checkConnections(ctx: Context, { processes }: System): Promise<Finding> {
  const { rows } = await ctx.db.pool.query<{ most: number; reserved: number; used: number }>(
    `select current_setting('max_connections')::integer as most,
       current_setting('superuser_reserved_connections')::integer as reserved,
       (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as used`,
  )
  const { most, reserved, used } = rows[0]!
  const roles = processes.length > 0 ? processes.map(({ role }) => role) : [ctx.config.role]
  const count = roles.length
  const outsidePool = roles.reduce((sum, role) => sum + connectionsOutsidePool[role], 0)
  // A pooler has its own limit for the pools behind it.
  const inPools = ctx.config.databasePoolUrl ? 0 : count * ctx.config.databasePoolMax
  const wanted = inPools + outsidePool
  const free = most - reserved
  const who = count === 1 ? 'one process' : `${count} processes`
  const pooled = ctx.config.databasePoolUrl ? ' besides those of the pooler' : ''
  const text = `${who} can use ${wanted} of ${free} connections${pooled}; ${used} are open now`
  if (wanted <= free) return ok('connections', text)
  if (inPools === 0) return problem('connections', text, 'Raise max_connections of PostgreSQL.')
  const poolMax = Math.max(1, Math.floor((free - outsidePool) / count))
  const advice = `Raise max_connections of PostgreSQL, or lower DATABASE_POOL_MAX to ${poolMax}.`
  return problem('connections', text, advice)
}

function checkMigrations({ migrations: { applied, known } }: System): Finding {
  const check = 'migrations'
  if (applied === known) return ok(check, `the database is at migration ${applied} of ${known}`)
  if (applied > known) {
    const advice = 'A newer version uses this database. Use that version here too.'
    return problem(
      check,
      `the database is at migration ${applied}; this version knows ${known}`,
      advice,
    )
  }
  const advice = 'Run postern migrate or restart the service.'
  return problem(check, `the database is at migration ${applied} of ${known}`, advice)
}

function checkPartitions({ partitionDaysAhead: days }: System): Finding {
  const text = `the history has partitions for ${days} days ahead`
  if (days >= limits.health.partitionDaysMin) return ok('partitions', text)
  const advice =
    'A worker creates them every hour. Check that one is running, and partition.* in its log.'
  return problem('partitions', text, advice)
}

function checkWork(ctx: Context, { processes, backlog }: System): Finding {
  const now = ctx.clock.now().getTime()
  const overdue = workKinds.flatMap((kind) => {
    const since = backlog[kind]
    const ms = since ? now - since.getTime() : 0
    return ms > limits.health.overdueMsMax ? [`${kind} by ${Math.round(ms / 60_000)} min`] : []
  })
  const workers = processes.filter(({ role }) => role !== 'api').length
  const late = overdue.length > 0 ? `; overdue: ${overdue.join(', ')}` : ''
  if (workers === 0) {
    const advice =
      'Start a process with ROLE=all or ROLE=worker. Without one, nothing is published.'
    return problem('workers', `no worker is running${late}`, advice)
  }
  const who =
    processes.length === 1 ? 'one process runs' : `${workers} of ${processes.length} processes run`
  const text = `${who} jobs${late}`
  if (overdue.length === 0) return ok('workers', text)
  return warning('workers', text, 'See work.failed and *.not_* in the log of the workers.')
}

/** Opens every sealed value; a missing key would cost every account. */
async function checkKeys(ctx: Context): Promise<Finding> {
  const check = 'encryption keys'
  const counts = await countByKey(ctx.db.query)
  const keyNames = new Set(ctx.config.keyring.map(({ id }) => keyName(id)))
  const missing = [...counts].filter(([name]) => !keyNames.has(name))
  if (missing.length > 0) {
    const list = missing.map(([name, count]) => `${name} (${count} values)`).join(', ')
    const advice = `Put it back into ${ctx.config.hasStoredKeys ? 'secrets.json' : 'ENCRYPTION_KEYS'}; without it, these accounts must be reconnected.`
    return problem(check, `a key is missing: ${list}`, advice)
  }
  const { opened, closed } = await findUnreadable(ctx)
  if (closed.length > 0) {
    const text = `${closed.length} encrypted values cannot be decrypted, the first in ${closed[0]}`
    return problem(check, text, 'They are damaged. Restore a backup or reconnect these accounts.')
  }
  const current = keyName(ctx.config.keyring[0].id)
  const older = [...counts].filter(([name]) => name !== current).length
  const text = `${opened} encrypted values can be decrypted, ${keyNames.size} ${keyNames.size === 1 ? 'key' : 'keys'}`
  if (older === 0) return ok(check, text)
  const advice = 'A rotation is not finished. Run postern rotate-encryption-key to continue.'
  return warning(check, `${text}; some are encrypted with an older key`, advice)
}

function checkRestore(ctx: Context): Finding[] {
  if (!hasJournal(ctx)) return []
  const advice = 'Run postern restore again. It starts over and removes what was left.'
  return [warning('restore', 'a restore did not finish', advice)]
}
