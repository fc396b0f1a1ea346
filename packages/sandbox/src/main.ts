import { flushCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSandbox } from './sandbox.ts'

const PORTS_TRIED = 51
const RELEASE_AFTER_MS = 1_000

const usage = 'main.ts [--port 4100] [--host 127.0.0.1] [--state <file.json>]\n'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4100' },
    host: { type: 'string', default: '127.0.0.1' },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const port = Number(values.port)
if (values.help) process.stdout.write(usage)
else if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write(`--port must be a number from 0 to 65535.\n${usage}`)
  process.exitCode = 2
} else await start(port, values.host, values.state)

async function start(port: number, host: string, stateFile: string | undefined): Promise<void> {
  const sandbox = createSandbox(stateFile === undefined ? {} : { stateFile })
  if (sandbox.warning) process.stderr.write(`${sandbox.warning}\n`)
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The state could not be saved: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
  const address = await listen(sandbox.listen, port, host)
  process.stdout.write(`Sandbox: ${address.url}\n`)
  process.send?.({ type: 'ready', ...address })
  setTimeout(releaseStartupMemory, RELEASE_AFTER_MS).unref()
}

/** Frees memory that only startup needed, and writes the compile cache if one is configured. */
function releaseStartupMemory(): void {
  flushCompileCache()
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', flavor: 'last-resort', execution: 'sync' })
}

/** Listens on `port`, or on the first free one of the next fifty. */
async function listen(
  tryPort: ReturnType<typeof createSandbox>['listen'],
  port: number,
  host: string,
): Promise<{ url: string; port: number }> {
  for (let next = port; ; next++) {
    try {
      return await tryPort(next, host)
    } catch (error) {
      const isPortUsed = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (!isPortUsed || port === 0 || next - port + 1 >= PORTS_TRIED) throw error
    }
  }
}
