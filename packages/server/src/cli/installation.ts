import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import { type Config, readConfig, readDataDir } from '../core/config.ts'
import { connectionOf } from '../database/connection.ts'
import { startEmbedded } from '../database/embedded/embedded.ts'
import { openDatabase } from '../database/open.ts'
import { requireDirect } from '../database/pooler.ts'
import { secretsFile } from '../security/stored-secrets.ts'
import { createContext } from '../serve.ts'
import { settingsOfInstance } from '../start/instance.ts'
import { createLog } from '../telemetry/log.ts'

export type Settings = { dataDir?: string | undefined }

/** An error that the user can fix; printed without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const poolMax = 4

/**
 * Reads the configuration of a command's installation from the environment. If `postern start` runs on
 * the same folder, its port and sandbox are the defaults.
 */
export function readSettings({ dataDir }: Settings, mustExist = true): Config {
  const overrides = dataDir ? { DATA_DIR: resolve(dataDir) } : {}
  const folder = readDataDir(overrides)
  if (mustExist && folder.isEmbedded && !existsSync(secretsFile(folder.dataDir))) {
    throw new CommandError(
      `There is no installation in ${folder.dataDir}. Choose one with --data-dir, or start a new one.`,
    )
  }
  return readConfig(overrides, settingsOfInstance(folder.dataDir))
}

/**
 * Runs a command on the installation, whether its service runs or not. Starts the embedded database if
 * it is not running, and stops it at the end.
 */
export async function withInstallation<T>(
  config: Config,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const log = createLog({ level: 'error' })
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({
        directory: config.dataDir,
        password: config.databasePassword,
        log,
        unsupervised: true,
      })
  const connection = embedded?.connection ?? connectionOf(config.databaseUrl!)
  if (!embedded) await requireDirect(connection)
  const db = openDatabase({ connection, poolMax, log, notifies: true })
  const ctx = createContext(config, log, db)
  try {
    return await work(ctx)
  } finally {
    await ctx.outbound.close()
    await db.close()
    if (embedded && embedded.origin !== 'adopted') await embedded.stop()
  }
}
