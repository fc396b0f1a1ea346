import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Context } from '../src/context.ts'
import { testClock } from '../src/core/clock.ts'
import { startEmbedded } from '../src/database/embedded/embedded.ts'
import { migrate } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/open.ts'
import { ensurePartitions } from '../src/jobs/partitions.ts'
import { createLog } from '../src/telemetry/log.ts'
import { startDebianPostgres } from './debian-postgres.ts'
import { scanLogs } from './log-scan.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { firstInstant, partitionsSql, schemaSql } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { host: string; port: number; user: string; password: string }
    /** Where PgBouncer listens, if the test apps connect through it. */
    pooler: { host: string; port: number } | null
    /** The folder in which test apps save their log lines and their secrets. */
    logFolder: string
    /** The schema hash and partitions of an empty test database. */
    template: { schemaHash: string; partitions: string[] }
  }
}

/**
 * Starts one temporary PostgreSQL for the whole run, with a migrated template database to clone: the
 * embedded one, or that of Debian's packages with TEST_POSTGRES=debian. With TEST_PGBOUNCER, the path of
 * its program, the pools of test apps connect through PgBouncer in transaction mode.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'postern-test-'))
  // When the tests run as root, PostgreSQL runs as another user and needs access to its folder.
  const { chmodSync } = await import('node:fs')
  chmodSync(directory, 0o755)
  const log = createLog({ level: 'silent' })
  const server =
    process.env.TEST_POSTGRES === 'debian'
      ? await startDebian()
      : await startEmbedded({ directory, password: 'test', log, disposable: true })
  const database = openDatabase({ connection: server.connection, poolMax: 2, log })
  await migrate(database.pool)
  await ensurePartitions({
    db: database,
    clock: testClock(firstInstant),
    log,
  } as unknown as Context)
  const schema = await database.pool.query(schemaSql)
  const partitions = await database.pool.query(partitionsSql)
  await database.close()
  project.provide('template', {
    schemaHash: schema.rows[0].hash,
    partitions: partitions.rows.map(({ name }) => name),
  })
  const { host, port, user, password } = server.connection
  const address = {
    host: host as string,
    port: port as number,
    user: user as string,
    password: password as string,
  }
  project.provide('postgres', address)
  const { TEST_PGBOUNCER: program } = process.env
  const pooler = program ? await startPgBouncer(program, directory, address) : null
  project.provide('pooler', pooler && { host: pooler.host, port: pooler.port })
  const logFolder = mkdtempSync(join(tmpdir(), 'postern-logs-'))
  project.provide('logFolder', logFolder)
  // An interrupted run ends without its teardown.
  const stopAtOnce = () => {
    if ('pid' in server) process.kill(server.pid, 'SIGQUIT')
  }
  process.once('exit', stopAtOnce)
  return async () => {
    process.off('exit', stopAtOnce)
    await pooler?.stop()
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
    refuseSecrets(logFolder)
  }
}

/** Fails the run when a saved log line contains a saved secret. */
function refuseSecrets(folder: string): void {
  const began = performance.now()
  const { lines, secrets, found } = scanLogs(folder)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  rmSync(folder, { recursive: true, force: true })
  process.stdout.write(`\n${lines} log lines searched for ${secrets} secrets in ${seconds} s.\n`)
  if (found.length === 0) return
  const list = found.slice(0, 20).map(({ secret, line }) => `${secret}: ${line.slice(0, 600)}`)
  throw new Error(`The logs of this run contain ${found.length} secrets.\n${list.join('\n')}`)
}

async function startDebian() {
  const server = await startDebianPostgres()
  await server.createDatabase('postern')
  return { connection: { ...server.connection, database: 'postern' }, stop: server.stop }
}
