import type { Context } from '../../packages/server/src/context.ts'
import { systemClock } from '../../packages/server/src/core/clock.ts'
import { loadConfig } from '../../packages/server/src/core/config.ts'
import { openDatabase } from '../../packages/server/src/database/open.ts'
import { createOutbound } from '../../packages/server/src/outbound/outbound.ts'
import { createPlatforms } from '../../packages/server/src/platforms/registry.ts'
import { createLog } from '../../packages/server/src/telemetry/log.ts'
import {
  type DebianPostgres,
  startDebianPostgres,
} from '../../packages/server/test/debian-postgres.ts'
import {
  type ServerProcess,
  sharedKeys,
  startProcess,
} from '../../packages/server/test/processes.ts'
import { freePort } from '../../scripts/ports.ts'
import { untilHolds } from '../processes.ts'
import { login, openSandbox, registerApps, type Sandbox } from '../publish-world.ts'
import { type FaultReceiver, openFaultReceiver } from './webhook-receiver.ts'

/** Several processes of one installation on a PostgreSQL of Debian's, and what they talk to. */
export type ProcessesWorld = {
  postgres: DebianPostgres
  sandbox: Sandbox
  /** This process's own view, past every fault. */
  ctx: Context
  ownerKey: string
  accounts: string[]
  usernames: string[]
  processes: ServerProcess[]
  receiver: FaultReceiver
  start(
    role: 'api' | 'worker',
    given?: { databasePort?: number; env?: Record<string, string> },
  ): Promise<ServerProcess>
  close(): Promise<void>
}

const database = 'postern'
const publicUrl = 'http://localhost:4000'
const log = createLog({ level: 'error', file: '/dev/null' })
let firstPort = 24_000

export async function openProcesses(given: {
  api: number
  workers: number
  accounts: number
  durable?: boolean
  /** Another build of the server; see `startProcess`. */
  program?: Parameters<typeof startProcess>[0]['program']
}): Promise<ProcessesWorld> {
  const postgres = await startDebianPostgres({ durable: given.durable ?? false })
  const closers: (() => unknown)[] = [() => postgres.stop()]
  try {
    await postgres.createDatabase(database)
    const sandbox = await openSandbox()
    closers.push(() => sandbox.close())
    await registerApps(sandbox, publicUrl)
    await sandbox.control('PUT', '/settings', { text_ms: 0 })
    const receiver = await openFaultReceiver()
    closers.push(receiver.close)
    const processes: ServerProcess[] = []
    const start: ProcessesWorld['start'] = async (role, { databasePort, env } = {}) => {
      firstPort = (await freePort(firstPort)) + 1
      const process = await startProcess({
        role,
        databaseUrl: postgres.url(database, databasePort),
        port: firstPort - 1,
        ...(given.program ? { program: given.program } : {}),
        env: { SANDBOX_URL: sandbox.url, PUBLIC_URL: publicUrl, ...env },
      })
      processes.push(process)
      return process
    }
    closers.push(() => Promise.all(processes.map((each) => each.kill())))
    const first = await start('api')
    const shown = () => /pst_owner_\w{43}/.exec(first.said())?.[0]
    await untilHolds('the owner key is shown', async () => shown() !== undefined)
    const ownerKey = shown()!
    const ctx = openContext(postgres, sandbox)
    closers.push(async () => {
      await ctx.outbound.close()
      await ctx.db.close()
    })
    const accounts = await connectPeople(ctx, sandbox, given.accounts)
    for (let place = 1; place < given.api; place += 1) await start('api')
    for (let place = 0; place < given.workers; place += 1) await start('worker')
    const world: ProcessesWorld = {
      usernames: accounts.map((_, place) => usernameOf(place)),
      ...{ postgres, sandbox, ctx, ownerKey, accounts, processes, receiver, start },
      close: async () => {
        for (const close of closers.toReversed()) await close()
      },
    }
    await addEndpoint(world)
    return world
  } catch (err) {
    for (const close of closers.toReversed()) await close()
    throw err
  }
}

export function living(world: ProcessesWorld, role: 'api' | 'worker'): ServerProcess[] {
  return world.processes.filter(
    (each) => each.role === role && each.child.exitCode === null && each.child.signalCode === null,
  )
}

function openContext(postgres: DebianPostgres, sandbox: Sandbox): Context {
  const config = loadConfig({
    ...sharedKeys,
    DATABASE_URL: postgres.url(database),
    DATA_DIR: '/tmp/postern-processes',
    SANDBOX_URL: sandbox.url,
    PUBLIC_URL: publicUrl,
  })
  const outbound = createOutbound({
    allowPrivate: true,
    trustedOrigins: [new URL(sandbox.url).origin],
  })
  const clock = systemClock
  return {
    config,
    clock,
    log,
    outbound,
    db: openDatabase({ connection: { ...postgres.connection, database }, poolMax: 4, log }),
    mail: { configured: false, send: async () => {} },
    platforms: createPlatforms({ config, outbound, now: () => clock.now() }),
  }
}

function usernameOf(place: number): string {
  return `worker.${place}`
}

/** One account each, as an account publishes one post after the other. */
async function connectPeople(ctx: Context, sandbox: Sandbox, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let place = 0; place < count; place += 1) {
    const username = usernameOf(place)
    await sandbox.control('POST', '/people', {
      name: `Person ${place}`,
      accounts: [{ platform: 'threads', username }],
    })
    ids.push((await login(ctx, sandbox, publicUrl, 'threads', username)).id)
  }
  return ids
}

async function addEndpoint(world: ProcessesWorld): Promise<void> {
  const answer = await fetch(`${world.processes[0]!.url}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.ownerKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      url: `${world.receiver.url}/events`,
      events: ['post.published', 'post.failed'],
    }),
  })
  if (answer.status !== 201) throw new Error(await answer.text())
}
