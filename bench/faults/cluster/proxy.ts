import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { hub, type Machine, on } from './network.ts'

/** Ports that every machine reaches at 127.0.0.1 through its HAProxy. */
export const ports = { database: 5432, sandbox: 4310, balancer: 4300, api: 4000, patroni: 8008 }

type Balanced = { databases: readonly Machine[]; apis: readonly Machine[] }

/**
 * HAProxy's configuration: connections to PostgreSQL go to the machine whose Patroni says that it is
 * the primary. `.localhost` names of the sandbox are forwarded to it. The hub balances the api processes.
 */
export function proxyConfig({ databases, apis }: Balanced): string {
  const listen = (name: string, port: number, lines: string[]) =>
    [`listen ${name}`, `  bind 127.0.0.1:${port}`, ...lines.map((line) => `  ${line}`), ''].join(
      '\n',
    )
  return [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout check 1s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  option redispatch',
    '',
    listen('database', ports.database, [
      'option httpchk OPTIONS /primary',
      'http-check expect status 200',
      'default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
      ...databases.map(
        ({ name, address }) => `server ${name} ${address}:5432 check port ${ports.patroni}`,
      ),
    ]),
    listen('sandbox', ports.sandbox, [`server hub ${hub}:${ports.sandbox}`]),
    ...(apis.length === 0
      ? []
      : [
          listen('balancer', ports.balancer, [
            'mode http',
            'option httpchk',
            'http-check send meth GET uri /ready ver HTTP/1.1 hdr Host localhost',
            'retry-on conn-failure empty-response',
            'default-server inter 1s fall 2 rise 1',
            ...apis.map(({ name, address }) => `server ${name} ${address}:${ports.api} check`),
          ]),
        ]),
  ].join('\n')
}

/** Starts HAProxy on the machine, or on the hub. */
export function startProxy(machine: Machine | null, balanced: Balanced): void {
  const file = `/run/${machine?.name ?? 'hub'}.haproxy`
  writeFileSync(file, proxyConfig(balanced))
  const [command, ...args] = [...(machine ? on(machine) : []), 'haproxy', '-db', '-q', '-f', file]
  spawn(command!, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}
