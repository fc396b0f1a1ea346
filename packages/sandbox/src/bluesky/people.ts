import { createHash } from 'node:crypto'
import type { Account } from '../core/records.ts'
import { buildAccount } from '../people/account.ts'
import { base32 } from './encoding.ts'
import type { Pds } from './servers.ts'

/** A DID of the directory: 24 characters after the prefix (bluesky.md §1.1). */
export function didFrom(seed: string): string {
  return `did:plc:${base32(createHash('sha256').update(seed).digest()).slice(0, 24)}`
}

export function newAccount() {
  return { id: didFrom(crypto.randomUUID()), server: 'pds', account_type: null }
}

export function seed() {
  return {
    accounts: [
      account('anna', 'annabergmannsandbox22222', 'Anna Bergmann', 'pds'),
      account('ben', 'benokaforsandbox22222222', 'Ben Okafor', 'otherpds'),
      account('chiara', 'chiararossisandbox222222', 'Studio Rossi', 'pds'),
    ],
  }
}

function account(person_id: string, id: string, name: string, server: Pds): Account {
  return buildAccount({
    id: `did:plc:${id}`,
    platform: 'bluesky',
    person_id,
    username: `${person_id}.test`,
    name,
    server,
  })
}
