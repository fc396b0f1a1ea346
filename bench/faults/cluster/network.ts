import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'

/** A network namespace with one address on the bridge. */
export type Machine = { name: string; address: string }

/** The namespace of the drill itself, with the sandbox, the receiver and the balancer. */
export const hub = '10.87.0.1'
/** An Ethernet address that no machine uses: packets to it are lost as on a cut cable. */
const nowhere = '02:00:00:00:00:01'

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** Creates the bridge. Everything below `/run` is in memory and private to the drill. */
export function openNetwork(): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'mode=755', 'drill', '/run'])
  mkdirSync('/run/netns')
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'bridge', 'type', 'bridge')
  ip('address', 'add', `${hub}/24`, 'dev', 'bridge')
  ip('link', 'set', 'bridge', 'up')
}

export function addMachine(name: string, number: number): Machine {
  const address = `10.87.0.${number}`
  ip('netns', 'add', name)
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  ip('link', 'set', name, 'master', 'bridge', 'up')
  ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0')
  ip('-n', name, 'link', 'set', 'eth0', 'up')
  ip('-n', name, 'link', 'set', 'lo', 'up')
  return { name, address }
}

/** The start of a command that runs on the machine. */
export function on({ name }: Machine): string[] {
  return ['nsenter', `--net=/run/netns/${name}`]
}

/** Loses all packets between the two groups. Both still reach the hub, as machines reach the internet. */
export function cut(group: readonly Machine[], others: readonly Machine[]): () => void {
  const pairs = group.flatMap((one) => others.map((other) => [one, other] as const))
  const each = (work: (machine: Machine, peer: Machine) => void) => {
    for (const [one, other] of pairs) {
      work(one, other)
      work(other, one)
    }
  }
  const neighbor = (machine: Machine, ...args: string[]) =>
    ip('-n', machine.name, 'neighbor', ...args, 'dev', 'eth0')
  each((machine, { address }) =>
    neighbor(machine, 'replace', address, 'lladdr', nowhere, 'nud', 'permanent'),
  )
  return () => each((machine, { address }) => neighbor(machine, 'delete', address))
}

/** The processes on the machine whose command line matches. */
export function processesOn({ name }: Machine, pattern = /./): number[] {
  const namespace = `net:[${statSync(`/run/netns/${name}`).ino}]`
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        if (readlinkSync(`/proc/${pid}/ns/net`) !== namespace) return false
        return pattern.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '))
      } catch {
        return false
      }
    })
}

/** Sends a signal to the processes on the machine whose command line matches; returns how many. */
export function signal(machine: Machine, name: NodeJS.Signals, pattern?: RegExp): number {
  const pids = processesOn(machine, pattern)
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended.
    }
  }
  return pids.length
}
