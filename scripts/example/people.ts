import type { Control } from '../demo/control.ts'
import type { ExampleClient, Platform } from './clients.ts'

export type SandboxAccount = {
  id: string
  platform: string
  username: string
  name: string
  kind: string
}
type Person = { name: string; accounts: SandboxAccount[] }

const daysOld = 400

/** The client's person at the sandbox, who may be there from an earlier time. */
export async function findPerson(control: Control, client: ExampleClient): Promise<Person> {
  const { data } = await control<{ data: Person[] }>('GET', '/people')
  const known = data.find(({ name }) => name === client.person)
  if (known) return known
  return await control<Person>('POST', '/people', {
    name: client.person,
    accounts: Object.entries(client.accounts).map(([platform, { username, followers, page }]) => ({
      platform,
      username,
      name: page ? client.person : client.name,
      followers,
      days_old: daysOld,
      ...(page ? { pages: [page] } : {}),
    })),
  })
}

/** Who logs in there: on Facebook the person, elsewhere the account itself. */
export function loginOf(person: Person, platform: Platform): SandboxAccount {
  return person.accounts.find((each) => each.platform === platform && each.kind === 'profile')!
}

/** The account that is connected: on Facebook the page. */
export function accountOf(person: Person, platform: Platform): SandboxAccount {
  const kind = platform === 'facebook' ? 'page' : 'profile'
  return person.accounts.find((each) => each.platform === platform && each.kind === kind)!
}
