import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { type Machine, on } from './network.ts'
import { ports } from './proxy.ts'

export type Mode = 'synchronous' | 'asynchronous'

export const superuser = { username: 'postgres', password: 'on-this-machine-only' }
export const replication = { username: 'replicator', password: 'on-this-machine-only' }
export const clusterName = 'drill'
/** A dead leader is replaced within `ttl` seconds. Patroni requires ttl ≥ loop_wait + 2 × retry_timeout. */
const timing = { ttl: 7, loop_wait: 1, retry_timeout: 3 }
export const binaries = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)!

/** A command as the user of PostgreSQL, which refuses to run as root. */
const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']

function run(machine: Machine, command: string[], log: string, env: Record<string, string> = {}) {
  const out = openSync(log, 'a')
  const [program, ...args] = [...on(machine), ...asPostgres, ...command]
  const { PATH } = process.env
  const child = spawn(program!, args, { stdio: ['ignore', out, out], env: { PATH, ...env } })
  child.on('error', () => {})
}

const directoryOf = ({ name }: Machine) => `/run/${name}`
export const dataOf = (machine: Machine) => join(directoryOf(machine), 'data')

/** Prepares the folders of a machine. PostgreSQL gets its time from the file `clock`. */
export function prepareDatabase(machine: Machine): void {
  const directory = directoryOf(machine)
  const programs = join(directory, 'bin')
  for (const each of [directory, programs]) mkdirSync(each)
  for (const program of globSync(`${binaries}/*`)) {
    if (basename(program) !== 'postgres') symlinkSync(program, join(programs, basename(program)))
  }
  const library = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]!
  const settings = [
    `LD_PRELOAD=${library}`,
    `FAKETIME_TIMESTAMP_FILE=${directory}/clock`,
    'FAKETIME_DONT_FAKE_MONOTONIC=1',
    'FAKETIME_CACHE_DURATION=1',
  ].join(' ')
  const wrapper = join(programs, 'postgres')
  writeFileSync(wrapper, `#!/bin/sh\nexec env ${settings} ${binaries}/postgres "$@"\n`)
  chmodSync(wrapper, 0o755)
  setClock(machine, 0)
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  chownSync(directory, id('-u'), id('-g'))
}

/** Sets how many seconds PostgreSQL's clock on the machine is ahead. */
export function setClock(machine: Machine, seconds: number): void {
  writeFileSync(join(directoryOf(machine), 'clock'), `${seconds < 0 ? '' : '+'}${seconds}s\n`)
}

export function startEtcd(machine: Machine, all: readonly Machine[]): void {
  const { name, address } = machine
  const peers = all.map((each) => `${each.name}=http://${each.address}:2380`).join(',')
  const options = {
    name,
    'data-dir': join(directoryOf(machine), 'etcd'),
    'listen-client-urls': `http://${address}:2379`,
    'advertise-client-urls': `http://${address}:2379`,
    'listen-peer-urls': `http://${address}:2380`,
    'initial-advertise-peer-urls': `http://${address}:2380`,
    'initial-cluster': peers,
    'initial-cluster-token': clusterName,
  }
  const args = Object.entries(options).map(([option, value]) => `--${option}=${value}`)
  run(machine, ['etcd', ...args], `${directoryOf(machine)}/etcd.log`)
}

/** Starts Patroni, which starts PostgreSQL. */
export function startPatroni(machine: Machine, all: readonly Machine[], mode: Mode): void {
  const directory = directoryOf(machine)
  const file = join(directory, 'patroni.json')
  writeFileSync(file, JSON.stringify(patroniConfig(machine, all, mode)))
  run(machine, ['patroni', file], `${directory}/patroni.log`, { LC_ALL: 'C.UTF-8' })
}

/** Patroni's dynamic settings of a mode. A replica that is far behind may be promoted. */
function dynamicSettings(mode: Mode) {
  const isSynchronous = mode === 'synchronous'
  return {
    ...timing,
    synchronous_mode: isSynchronous,
    synchronous_mode_strict: isSynchronous,
    maximum_lag_on_failover: 2 ** 34,
  }
}

function patroniConfig(machine: Machine, all: readonly Machine[], mode: Mode) {
  const { name, address } = machine
  const directory = directoryOf(machine)
  return {
    scope: clusterName,
    name,
    restapi: {
      listen: `${address}:${ports.patroni}`,
      connect_address: `${address}:${ports.patroni}`,
    },
    etcd3: { hosts: all.map((each) => `${each.address}:2379`) },
    bootstrap: {
      dcs: {
        ...dynamicSettings(mode),
        postgresql: {
          use_pg_rewind: true,
          // The drill kills processes, never the kernel, so nothing is lost without fsync.
          parameters: {
            ...{ fsync: 'off', max_connections: 200, wal_keep_size: '512MB' },
            // Commits wait until the other replica has found the new primary: 5 s by default.
            wal_retrieve_retry_interval: '500ms',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: dataOf(machine),
      bin_dir: join(directory, 'bin'),
      pgpass: join(directory, 'pgpass'),
      authentication: { superuser, replication, rewind: superuser },
      pg_hba: [
        'host all all 10.87.0.0/24 scram-sha-256',
        'host replication all 10.87.0.0/24 scram-sha-256',
      ],
      parameters: { unix_socket_directories: directory },
      // Otherwise a new replica waits for the next checkpoint, up to five minutes.
      basebackup: [{ checkpoint: 'fast' }],
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  }
}

export async function setMode(leader: Machine, mode: Mode): Promise<void> {
  const response = await fetch(`http://${leader.address}:${ports.patroni}/config`, {
    method: 'PATCH',
    body: JSON.stringify(dynamicSettings(mode)),
  })
  if (!response.ok) throw new Error(`Patroni refused its settings: ${await response.text()}`)
}

/** The last lines of what Patroni said on each machine, for a failure. */
export function lastWords(machines: readonly Machine[]): string {
  return machines
    .map((machine) => {
      const log = readFileSync(`${directoryOf(machine)}/patroni.log`, 'utf8')
      return `--- ${machine.name}\n${log.split('\n').slice(-12).join('\n')}`
    })
    .join('\n')
}
