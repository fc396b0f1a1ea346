import { join, relative } from 'node:path'
import { type Config, readConfig } from './core/config.ts'
import { type RunningServer, startServer, stopServer } from './serve.ts'
import { announceServer, removeInstance } from './start/instance.ts'

/** Also where npm and the name `postern` are missing, as in the image. */
const command = `node ${relative(process.cwd(), join(import.meta.dirname, '../bin/postern.mjs'))}`

/** Runs one server process without the sandbox, as in production. */
async function main(): Promise<void> {
  const config = readConfig()
  const starting = startServer(config)
  stopOnSignals(starting, config)
  const server = await starting
  announceServer(config)
  const lines = [
    config.role === 'worker'
      ? 'Postern is running in the background. This process serves no requests.'
      : `Postern is listening on port ${server.port}.`,
    ...(server.ownerKey ? [`Owner key (shown once): ${server.ownerKey}`] : []),
    ...(server.signInUrl ? [`Dashboard (shown once): ${server.signInUrl}`] : []),
    ...(server.isFirst && !config.printsFirstCredentials
      ? [
          `Run \`${command} sign-in\` for the first sign-in link, \`${command} keys create\` for a key.`,
        ]
      : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Stops in order, also a server that is still starting. A second signal exits immediately. */
function stopOnSignals(starting: Promise<RunningServer>, config: Config): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      void stopServer(starting, (line) => process.stderr.write(line)).then((code) => {
        if (code === null) return
        if (!config.databaseUrl) removeInstance(config.dataDir)
        process.exit(code)
      })
    })
  }
}

try {
  await main()
} catch (err) {
  process.stderr.write(`Postern did not start: ${(err as Error).message}\n`)
  process.exit(1)
}
