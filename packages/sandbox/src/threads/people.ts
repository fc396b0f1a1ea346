import { lossyId } from '../core/ids.ts'
import type { Account } from '../core/records.ts'
import { buildAccount } from '../people/account.ts'

export function newAccount() {
  return { id: lossyId() }
}

export function seed() {
  return {
    accounts: [
      account('anna', '11', 'anna.bakes', 'Anna Bergmann', { biography: 'Bread, mostly.' }),
      account('anna', '13', 'bergmann.bakery', 'Bergmann Bakery', { followers: 5310 }),
      account('ben', '21', 'ben.rides', 'Ben Okafor', { is_private: true, followers: 64 }),
      account('chiara', '31', 'studio.rossi', 'Studio Rossi', {
        is_verified: true,
        followers: 20_400,
      }),
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
  const id = `178414600000000${number}`
  return buildAccount({ id, platform: 'threads', person_id, username, name, ...more })
}
