import { readConfig } from './base/config.ts'
import { startServer } from './serve.ts'

/** One server process without the sandbox: what runs in production. Roles: all | api | worker. */
const server = await startServer(readConfig())
process.stdout.write(`Postern is listening on port ${server.port}.\n`)
if (server.ownerKey) process.stdout.write(`Owner key (shown once): ${server.ownerKey}\n`)
if (server.signInUrl) process.stdout.write(`Dashboard (shown once): ${server.signInUrl}\n`)

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) process.exit(1)
    isStopping = true
    void server.stop().then(() => process.exit(0))
  })
}
