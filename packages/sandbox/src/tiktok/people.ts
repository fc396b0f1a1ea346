import { randomUUID } from 'node:crypto'
import type { Account } from '../core/records.ts'
import { buildAccount } from '../people/account.ts'

/** `second_id` is the `union_id` (tiktok.md §3). */
export function newAccount() {
  return { id: randomUUID(), second_id: randomUUID() }
}

export function seed() {
  return {
    accounts: [
      account('anna', '11', 'bergmannbakery', 'Bergmann Bakery', { followers: 12_500 }),
      account('anna', '13', 'anna.bakes', 'Anna'),
      account('ben', '21', 'benrides', 'Ben', { is_private: true, followers: 40 }),
      account('chiara', '31', 'studiorossi', 'Studio Rossi', {
        is_verified: true,
        followers: 48_000,
      }),
    ],
  }
}

function account(
  person_id: string,
  number: string,
  username: string,
  name: string,
  more: Partial<Account> = {},
): Account {
  return buildAccount({
    id: `afd97af1-b87b-48b9-ac98-410a000000${number}`,
    second_id: `c9c60f44-0000-4000-8000-0000000000${number}`,
    platform: 'tiktok',
    person_id,
    username,
    name,
    ...more,
  })
}
