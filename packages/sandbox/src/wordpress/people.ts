import { decimalId } from '../core/ids.ts'
import type { Account } from '../core/records.ts'
import { buildAccount } from '../people/account.ts'
import { sites } from './sites.ts'

const people = [
  { person_id: 'anna', username: 'anna', name: 'Anna Bergmann', facts: { role: 'editor' } },
  { person_id: 'ben', username: 'ben', name: 'Ben Okafor', facts: { role: 'author' } },
  { person_id: 'chiara', username: 'chiara', name: 'Chiara Rossi', facts: { role: 'contributor' } },
]

/** Anna, Ben and Chiara on each site, by role. `second_id` is the name with the site's label. */
export function seed() {
  const accounts = sites.flatMap(({ label }, site) =>
    people.map((person, number) =>
      buildAccount({
        ...person,
        id: `71${site + 1}00${number + 1}`,
        platform: 'wordpress',
        second_id: `${person.username}@${label}`,
        server: label,
      }),
    ),
  )
  return { accounts }
}

/** A new user of the site in the name, `dora@plainblog`, or else of the first site. */
export function newAccount(input: Pick<Account, 'username'>) {
  const [username = '', server = sites[0]!.label] = input.username.split('@')
  return { id: decimalId('72', 9), username, server, second_id: `${username}@${server}` }
}
