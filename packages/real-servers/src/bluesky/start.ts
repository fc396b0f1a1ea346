import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startEmbedded } from '../../../server/src/database/embedded/embedded.ts'
import { createLog } from '../../../server/src/telemetry/log.ts'
import { nodeFolder } from '../home.ts'
import { freePort, type RunningServer } from '../running.ts'
import { type Bluesky, type BlueskyAddresses, controlBluesky } from './control.ts'

/** Ports of the servers; free ones where a name is missing. */
export type BlueskyPorts = { plc?: number; pds?: number; appView?: number }

const databasePassword = 'on-this-machine-only'
const people = ['alice', 'bob', 'carol'].map((name) => ({
  name,
  handle: `${name}.test`,
  password: `${name}-password`,
}))

/**
 * Starts directory, PDS, AppView and moderation service in a child process, and a PostgreSQL for them. The
 * child ends, removes its files and stops PostgreSQL when this process ends, even by SIGKILL.
 */
export async function startBluesky(
  home: string,
  ports: BlueskyPorts = {},
): Promise<RunningServer & { bluesky: Bluesky }> {
  const folder = mkdtempSync(join(tmpdir(), 'postern-bluesky-'))
  // When this runs as root, PostgreSQL runs as another user and needs access to its folder.
  chmodSync(folder, 0o755)
  const databaseFolder = join(folder, 'database')
  mkdirSync(databaseFolder)
  const database = await startEmbedded({
    directory: databaseFolder,
    password: databasePassword,
    log: createLog({ level: 'silent' }),
    disposable: true,
    unsupervised: true,
  })
  const { host, port, user } = database.connection
  const query = new URLSearchParams({
    host: String(host),
    port: String(port),
    user: String(user),
    password: databasePassword,
  })
  const input = {
    home,
    folder,
    ports: {
      plc: ports.plc ?? (await freePort()),
      pds: ports.pds ?? (await freePort()),
      appView: ports.appView ?? (await freePort()),
    },
    people,
    database: `postgresql:///${database.connection.database}?${query}`,
    databasePid: database.pid,
  }
  const program = join(import.meta.dirname, 'server.mjs')
  const node = join(nodeFolder(home), 'bin', 'node')
  const child = spawn(node, ['--no-deprecation', program, JSON.stringify(input)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Ctrl-C in a terminal reaches this process only, which then stops the servers in order.
    detached: true,
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.stdin.end()
    await ended
    await database.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  const lines = createInterface({ input: child.stdout })
  const firstLine = await Promise.race([once(lines, 'line'), ended.then(() => null)])
  if (!firstLine) {
    await stop()
    throw new Error('The Bluesky servers ended while they started. See their message above.')
  }
  const addresses = JSON.parse(firstLine[0]) as BlueskyAddresses
  return { bluesky: controlBluesky(addresses), pids: [child.pid!, database.pid], stop }
}
