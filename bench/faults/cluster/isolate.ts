import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'

const inside = join(import.meta.dirname, 'drill.ts')
/** Each program with the Debian package that has it. */
const programs = {
  '/usr/lib/postgresql/*/bin/postgres': 'postgresql',
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/etcdctl': 'etcd-client',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/lib/*/faketime/libfaketimeMT.so.1': 'libfaketime',
  '/usr/{sbin,bin}/ip': 'iproute2',
}

/**
 * Runs the drill in separate namespaces for processes, network and mounts. When it ends, however it
 * ends, the kernel ends its processes and removes its networks and the file system with its data.
 */
export async function runDrill(args: readonly string[]): Promise<number> {
  const isInstalled = (pattern: string) => globSync(pattern).some((path) => existsSync(path))
  const refusal = refusalOf({ platform: process.platform, uid: userInfo().uid, isInstalled })
  if (refusal) {
    process.stderr.write(`${refusal}\n`)
    return 1
  }
  // The shell is the first process of the namespace: it collects processes whose parent has ended.
  const shell = ['sh', '-c', '"$@"; exit $?', 'sh', process.execPath, inside, ...args]
  const namespaces = ['--net', '--pid', '--mount', '--mount-proc', '--fork', '--kill-child']
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...namespaces, ...shell], {
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 130
}

/** Why the drill cannot run here, with what to do about it; `null` if it can. */
export function refusalOf(host: {
  platform: string
  uid: number
  isInstalled: (pattern: string) => boolean
}): string | null {
  if (host.platform !== 'linux')
    return 'The drill needs Linux: its machines are network namespaces.'
  const missing = Object.entries(programs).flatMap(([pattern, name]) =>
    host.isInstalled(pattern) ? [] : [name],
  )
  if (missing.length > 0) {
    return `The drill needs programs that are not installed. On Debian: apt-get install --no-install-recommends ${missing.join(' ')}`
  }
  if (host.uid !== 0) {
    return 'The drill needs root, only to create network namespaces. Run: sudo npm run faults cluster'
  }
  return null
}
