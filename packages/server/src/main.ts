import { readConfig } from './core/config.ts'
import { startServer } from './serve.ts'

/** Runs one server process without the sandbox, as in production. */
async function main(): Promise<void> {
  const config = readConfig()
  const server = await startServer(config)
  const lines = [
    config.role === 'worker'
      ? 'Postern is running in the background. This process serves no requests.'
      : `Postern is listening on port ${server.port}.`,
    ...(server.ownerKey ? [`Owner key (shown once): ${server.ownerKey}`] : []),
    ...(server.signInUrl ? [`Dashboard (shown once): ${server.signInUrl}`] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)

  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      void server.stop().then(() => process.exit(0))
    })
  }
}

try {
  await main()
} catch (err) {
  process.stderr.write(`Postern did not start: ${(err as Error).message}\n`)
  process.exit(1)
}
