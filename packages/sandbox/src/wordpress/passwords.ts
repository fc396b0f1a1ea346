import { randomInt, randomUUID } from 'node:crypto'
import type { Account, Grant, NetworkRecord, Token } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 24

type Password = { token: string; app_id: string; name: string; created_at: number }
type Row = Omit<NetworkRecord, 'value'> & { value: Password }

/** A new application password of the person; earlier ones stay (wordpress.md §1.2). */
export function newPassword(
  sandbox: Sandbox,
  grant: Readonly<Grant>,
  app: { name: string; client_id: string },
): string {
  const now = sandbox.clock.ms()
  const id = Array.from({ length: LENGTH }, () => characters[randomInt(characters.length)]).join('')
  sandbox.state.tokens.put({
    id,
    platform: 'wordpress',
    kind: 'access',
    grant_id: grant.id,
    page_id: null,
    scopes: grant.permissions,
    issued_at: now,
    expires_at: null,
    epoch: grant.epoch,
  })
  const value = { token: id, app_id: app.client_id, name: app.name, created_at: now }
  sandbox.state.networkRecords.put({ id: randomUUID(), kind: 'wordpress_password', value })
  return id
}

export function passwordOf(sandbox: Sandbox, token: Readonly<Token>): Row {
  const rows = sandbox.state.networkRecords.by('kind', 'wordpress_password') as Row[]
  return rows.find(({ value }) => value.token === token.id)!
}

export function passwordJson({ id, value }: Row) {
  const { app_id, name, created_at } = value
  const created = new Date(created_at).toISOString().slice(0, 19)
  return { uuid: id, app_id, name, created, last_used: created, last_ip: '127.0.0.1' }
}

export function removePassword({ state }: Sandbox, { id, value }: Row): void {
  state.tokens.remove(value.token)
  state.networkRecords.remove(id)
}

/** The login name, which the consent page returns. */
export function loginOf({ username }: Readonly<Account>): string {
  return username
}
