import { token } from '../core/ids.ts'
import type { Account } from '../core/records.ts'
import { buildAccount } from '../people/account.ts'

/** Channel ids have 24 characters (youtube.md §1.4). */
export function newAccount() {
  return { id: `UC${token('', 16)}` }
}

export function seed() {
  return {
    accounts: [
      account('anna', '11', 'bergmannbakery', 'Bergmann Bakery', { followers: 8_910 }),
      account('anna', '12', 'anna.bakes', 'Anna bakes', { followers: 320 }),
      // A Google account without a channel.
      account('ben', '21', 'ben.okafor', 'Ben Okafor', { facts: { channel: 'none' } }),
      // Custom thumbnails need a verified phone number (youtube.md §4.7).
      account('ben', '22', 'benrides', 'Ben rides', { facts: { phone_verified: 'no' } }),
      account('chiara', '31', 'studiorossi', 'Studio Rossi', { followers: 48_000 }),
    ],
  }
}

function account(
  person_id: string,
  number: string,
  username: string,
  name: string,
  more: Partial<Account>,
): Account {
  const id = `UCsandbox0000000000000${number}`
  return buildAccount({ id, platform: 'youtube', person_id, username, name, ...more })
}

export function hasChannel({ facts }: Readonly<Account>): boolean {
  return facts?.channel !== 'none'
}
