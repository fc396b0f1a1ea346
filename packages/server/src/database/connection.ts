import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { databaseServers } from '../core/database-address.ts'

/** How to connect to PostgreSQL, or to a pooler in front of it. */
export type Connection = pg.ClientConfig & { servers?: Servers }

/** The servers of a database URL. One of them accepts writes; a failover changes which. */
type Servers = {
  urls: readonly string[]
  isPooler: boolean
  clients: Set<DatabaseClient>
  finding: Promise<Primary> | null
}

type Primary = { index: number; host: string; port: number; timeline: number }

const answerMsMax = 2_000
/** How long the other servers may take to answer when one accepts writes. */
const othersMsMax = 200

export function connectionOf(url: string, isPooler = false): Connection {
  const urls = databaseServers(url)
  const servers = { urls, isPooler, clients: new Set<DatabaseClient>(), finding: null }
  // After a silent second the system asks the server every second, and gives up after ten.
  const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 1_000 }
  return { ...keepAlive, connectionString: urls[0]!, servers }
}

/** No server accepts writes, or this one does not: a replica, perhaps one that was the primary. */
export class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError'
}

/** A client that connects to the server that accepts writes. */
export class DatabaseClient extends pg.Client {
  private readonly servers: Servers | undefined
  private isReplica = false
  serverIndex = 0

  constructor(config: Connection = {}) {
    super(config)
    this.servers = config.servers
    // PostgreSQL reports it when a session starts. A pooler repeats what it was told long ago.
    if (!this.servers || this.servers.isPooler) return
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isReplica = parameterValue === 'on'
    })
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (err: Error | null, client?: pg.Client) => void): void
  override connect(
    callback?: (err: Error | null, client?: pg.Client) => void,
  ): Promise<pg.Client> | undefined {
    const connecting = this.connectToPrimary()
    if (!callback) return connecting
    connecting.then((client) => callback(null, client), callback)
    return undefined
  }

  private async connectToPrimary(): Promise<pg.Client> {
    if (this.servers && this.servers.urls.length > 1) await this.choosePrimary(this.servers)
    await super.connect()
    if (!this.isReplica) return this
    await this.end()
    throw new NoPrimaryError(`The PostgreSQL server at ${this.host} is a replica.`)
  }

  private async choosePrimary(servers: Servers): Promise<void> {
    servers.finding ??= findPrimary(servers).finally(() => {
      servers.finding = null
    })
    const { index, host, port } = await servers.finding
    // The pool destroys the socket when its time for a connection is over.
    if (this.connection.stream.destroyed) throw new Error('The primary was not found in time.')
    Object.assign(this, { host, port, serverIndex: index })
    servers.clients.add(this)
    this.once('end', () => servers.clients.delete(this))
  }
}

/**
 * Asks all servers at once, so that one that was cut off delays nothing, which of them accepts writes. If
 * several do, the one with the newest timeline was promoted last. Connections to the others are closed:
 * what runs on them would wait for a server that may never answer.
 */
async function findPrimary(servers: Servers): Promise<Primary> {
  const found: Primary[] = []
  const answers = servers.urls.map(async (url, index) => {
    const primary = await askServer(url, index)
    found.push(primary)
    return primary
  })
  await Promise.any(answers).catch((err: AggregateError) => {
    const setting = servers.isPooler ? 'DATABASE_POOL_URL' : 'DATABASE_URL'
    const reasons = err.errors.map((reason: Error) => reason.message).join('; ')
    throw new NoPrimaryError(`No server of ${setting} accepts writes: ${reasons}`, { cause: err })
  })
  const timer = new AbortController()
  const others = wait(othersMsMax, undefined, { signal: timer.signal }).catch(() => {})
  await Promise.race([Promise.allSettled(answers), others])
  timer.abort()
  const primary = found.sort((a, b) => b.timeline - a.timeline || a.index - b.index)[0]!
  for (const [index, answer] of answers.entries()) {
    answer.then(
      ({ timeline }) => timeline < primary.timeline && closeClients(servers, index),
      () => closeClients(servers, index),
    )
  }
  return primary
}

async function askServer(connectionString: string, index: number): Promise<Primary> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: answerMsMax,
    query_timeout: answerMsMax,
    application_name: 'postern primary',
  })
  client.on('error', () => {})
  const { host, port } = client
  try {
    await client.connect()
    const { rows } = await client.query('show transaction_read_only')
    if (rows[0]!.transaction_read_only === 'on') throw new Error('it does not accept writes')
    return { index, host, port, timeline: await readTimeline(client) }
  } catch (cause) {
    throw new Error(`${host}:${port}: ${(cause as Error).message}`, { cause })
  } finally {
    void client.end().catch(() => {})
  }
}

/**
 * The timeline of the WAL that is being written: a promotion begins a new one. The control file has it
 * too, but only after the next checkpoint (PostgreSQL manual, 9.27.7 and 26.3).
 */
export const timelineSql = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer`

/** 0 where a provider does not allow to read it. */
async function readTimeline(client: pg.Client): Promise<number> {
  return await client.query<{ timeline: number }>(`select ${timelineSql} as timeline`).then(
    ({ rows }) => rows[0]!.timeline,
    () => 0,
  )
}

function closeClients({ clients }: Servers, index: number): void {
  for (const client of clients) {
    if (client.serverIndex !== index) continue
    clients.delete(client)
    client.connection.stream.destroy(new Error('This server is no longer the primary.'))
  }
}
