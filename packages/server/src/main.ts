import { join, relative } from 'node:path'
import { readConfig } from './core/config.ts'
import { type RunningServer, startServer } from './serve.ts'

/** Also where npm and the name `postern` are missing, as in the image. */
const command = `node ${relative(process.cwd(), join(import.meta.dirname, '../bin/postern.mjs'))}`

/** Runs one server process without the sandbox, as in production. */
async function main(): Promise<void> {
  const config = readConfig()
  const starting = startServer(config)
  stopOnSignals(starting)
  const server = await starting
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
function stopOnSignals(starting: Promise<RunningServer>): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      const stopped = starting.then((server) => server.stop())
      // A failed start reports its error itself.
      void stopped.then(() => process.exit(0)).catch(() => {})
    })
  }
}

try {
  await main()
} catch (err) {
  process.stderr.write(`Postern did not start: ${(err as Error).message}\n`)
  process.exit(1)
}
