import { createHash } from 'node:crypto'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { domainOf, originOf, type Server } from './servers.ts'

/** Who wrote a status: an account of the sandbox, or another person with this name. */
export type Author = { account: Readonly<Account> | null; name: string }

export type Handle = {
  id: string
  username: string
  /** Without the server's name for people of this server (mastodon.md §0). */
  acct: string
  url: string
  uri: string
}

export function authorOf(account: Readonly<Account>): Author {
  return { account, name: account.username }
}

/** The ids and addresses of an author. A name with `@` belongs to a person of another server. */
export function handleOf(sandbox: Sandbox, server: Server, author: Author): Handle {
  const { account } = author
  const [name = '', domain] = author.name.replace(/^@/, '').split('@')
  const username = account?.username ?? usernameOf(name)
  const isLocal = account !== null || domain === undefined
  const origin = isLocal ? originOf(sandbox, server) : `https://${domain}`
  return {
    id: account?.id ?? idOf(isLocal ? server.label : domain, username),
    username,
    acct: isLocal ? username : `${username}@${domain}`,
    url: `${origin}/@${username}`,
    uri: `${origin}/users/${username}`,
  }
}

function usernameOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9_.-]+/g, '_') || 'someone'
}

function idOf(domain: string, username: string): string {
  const digest = createHash('sha256').update(`${username}@${domain}`).digest()
  return `109${String(digest.readUIntBE(0, 6)).padStart(15, '0')}`
}

/** The account of this server with this name, from `anna` or `anna@<the server's domain>`. */
export function findLocal(
  sandbox: Sandbox,
  server: Server,
  username: string,
  domain: string | undefined,
): Readonly<Account> | undefined {
  if (domain !== undefined && domain !== domainOf(sandbox, server)) return undefined
  return sandbox.state.accounts
    .by('username', `mastodon:${username.toLowerCase()}`)
    .find((account) => account.server === server.label)
}
