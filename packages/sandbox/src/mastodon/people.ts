import { decimalId } from '../core/ids.ts'
import type { Account } from '../core/records.ts'
import { buildAccount } from '../people/account.ts'
import { servers } from './servers.ts'

const people = [
  { person_id: 'anna', username: 'anna', name: 'Anna Bergmann', followers: 1240 },
  { person_id: 'ben', username: 'ben', name: 'Ben Okafor', followers: 64 },
  { person_id: 'chiara', username: 'chiara', name: 'Chiara Rossi', followers: 20_400 },
]

/** Anna, Ben and Chiara on each server. `second_id` is the name with the server's label. */
export function seed() {
  const accounts = servers.flatMap(({ label }, server) =>
    people.map((person, number) =>
      buildAccount({
        ...person,
        id: `1093${server + 1}000000000000${number + 1}`,
        platform: 'mastodon',
        second_id: `${person.username}@${label}`,
        server: label,
        biography: number === 0 ? 'Bread, mostly.' : '',
      }),
    ),
  )
  return { accounts }
}

/** A new account on the server in its name, `dora@oldmastodon`, or else on the first server. */
export function newAccount(input: Pick<Account, 'username'>) {
  const [username = '', server = servers[0]!.label] = input.username.split('@')
  return { id: decimalId('1094', 18), username, server, second_id: `${username}@${server}` }
}
