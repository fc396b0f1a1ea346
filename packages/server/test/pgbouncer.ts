import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverIdentity } from './debian-postgres.ts'

type Address = { host: string; port: number; user: string; password: string }

const startMsMax = 10_000
const port = 6432

/** Starts PgBouncer in transaction mode in front of all databases of a server. It listens on a socket only. */
export async function startPgBouncer(program: string, directory: string, server: Address) {
  const host = mkdtempSync(join(directory, 'pgbouncer-'))
  const file = join(host, 'pgbouncer.ini')
  const { host: serverHost, port: serverPort, user, password } = server
  writeFileSync(
    file,
    `[databases]
* = host=${serverHost} port=${serverPort} user=${user} password=${password}
[pgbouncer]
pool_mode = transaction
auth_type = any
listen_port = ${port}
unix_socket_dir = ${host}
unix_socket_mode = 0777
max_client_conn = 1000
default_pool_size = 8
server_idle_timeout = 1
`,
  )
  const identity = serverIdentity()
  if (identity.uid !== undefined) chownSync(host, identity.uid, identity.gid!)
  const child: ChildProcess = spawn(program, [file], { ...identity, cwd: host, stdio: 'ignore' })
  const ended = once(child, 'exit')
  const until = performance.now() + startMsMax
  while (!existsSync(join(host, `.s.PGSQL.${port}`))) {
    if (child.exitCode !== null || performance.now() > until) {
      throw new Error(`PgBouncer did not start: ${program} ${file}`)
    }
    await new Promise((resume) => setTimeout(resume, 20))
  }
  const stop = async () => {
    child.kill('SIGQUIT')
    await ended
  }
  return { host, port, stop }
}
