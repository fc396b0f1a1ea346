import { serverOrigin } from '../core/hosts.ts'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'

/** The path prefix of each server. `pds` has its logins in front of it, at `entryway` (bluesky.md §0). */
export const hosts = {
  pds: '/bluesky/pds',
  otherpds: '/bluesky/otherpds',
  entryway: '/bluesky/entryway',
} as const

export type Pds = 'pds' | 'otherpds'
export type Issuer = 'entryway' | 'otherpds'

export const pdsLabels: readonly Pds[] = ['pds', 'otherpds']
export const issuers: readonly Issuer[] = ['entryway', 'otherpds']

export function originOf(sandbox: Sandbox, label: Pds | Issuer): string {
  return serverOrigin(sandbox, label)
}

export function issuerOfPds(pds: Pds): Issuer {
  return pds === 'pds' ? 'entryway' : 'otherpds'
}

/** The other server of the same kind, for documents that name a wrong one. */
export function otherPds(pds: Pds): Pds {
  return pds === 'pds' ? 'otherpds' : 'pds'
}

export function pdsOf(account: Readonly<Account>): Pds {
  return account.server === 'otherpds' ? 'otherpds' : 'pds'
}

export function profiles(sandbox: Sandbox): Readonly<Account>[] {
  return sandbox.state.accounts.by('platform', 'bluesky:profile')
}

export function accountOf(sandbox: Sandbox, actor: string): Readonly<Account> | undefined {
  const account =
    sandbox.state.accounts.get(actor) ??
    sandbox.state.accounts.by('username', `bluesky:${actor.toLowerCase()}`)[0]
  return account?.platform === 'bluesky' ? account : undefined
}
