import { decimalId, lossyId } from '../core/ids.ts'
import type { Account } from '../core/records.ts'
import { buildAccount } from '../people/account.ts'

/** `second_id` is the app-scoped `/me.id`, different from the account's `user_id` (instagram.md §0). */
export function newAccount({ account_type }: Pick<Account, 'account_type'>) {
  return { id: lossyId(), second_id: decimalId('24', 17), account_type }
}

export function seed() {
  const creator = { account_type: 'MEDIA_CREATOR' } as const
  const personal = { account_type: 'PERSONAL', is_private: true, followers: 85 } as const
  return {
    accounts: [
      account('anna', '11', 'bergmann.bakery', 'Bergmann Bakery', { followers: 8120 }),
      account('anna', '13', 'anna.bakes', 'Anna Bergmann', creator),
      account('anna', '15', 'anna.private', 'Anna', personal),
      account('ben', '21', 'ben.rides', 'Ben Okafor', { ...creator, followers: 92 }),
      account('chiara', '31', 'studio.rossi', 'Studio Rossi', {
        is_verified: true,
        followers: 31_800,
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
  return buildAccount({
    id: `178414700000000${number}`,
    second_id: `249630000000000${number}`,
    platform: 'instagram',
    person_id,
    username,
    name,
    account_type: 'BUSINESS',
    ...more,
  })
}
