import { decimalId, token } from '../core/ids.ts'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { buildAccount, type PageInput } from '../people/account.ts'

const annaId = 'urn:li:person:annaSandbox1'
const benId = 'urn:li:person:benSandbox2'
const chiaraId = 'urn:li:person:chiaraSandbox3'

/** The ids of accounts are the URNs of authors (linkedin.md §0). */
export function newAccount() {
  return { id: `urn:li:person:${token('', 7)}` }
}

export function seed() {
  return {
    accounts: [
      person('anna', annaId, 'annabergmann', 'Anna Bergmann'),
      page('anna', '2414001', 'bergmannbakery', 'Bergmann Bakery', annaId, 'ADMINISTRATOR'),
      page('anna', '2414002', 'bergmanncatering', 'Bergmann Catering', annaId, 'CONTENT_ADMIN'),
      // This role may not publish (linkedin.md §3).
      page('anna', '2414003', 'oldtownmarket', 'Old Town Market', annaId, 'ANALYST'),
      person('ben', benId, 'benokafor', 'Ben Okafor'),
      person('chiara', chiaraId, 'chiararossi', 'Chiara Rossi'),
      page('chiara', '2414031', 'studiorossi', 'Studio Rossi', chiaraId, 'ADMINISTRATOR'),
    ],
  }
}

function person(person_id: string, id: string, username: string, name: string): Account {
  return buildAccount({ id, platform: 'linkedin', person_id, username, name })
}

function page(
  person_id: string,
  number: string,
  username: string,
  name: string,
  memberId: string,
  role: string,
): Account {
  return buildAccount({
    id: `urn:li:organization:${number}`,
    platform: 'linkedin',
    kind: 'page',
    person_id,
    username,
    name,
    page: {
      category: 'Company',
      business_id: null,
      business_relation: 'owned',
      roles: { [memberId]: [role] },
    },
  })
}

/** Creates a page of this member, who administers it with the task `MANAGE`. */
export function addPage(sandbox: Sandbox, owner: Account, input: PageInput): void {
  const number = decimalId('24', 8)
  const username = input.username ?? `page${number}`
  const role = input.tasks.includes('MANAGE') ? 'ADMINISTRATOR' : 'ANALYST'
  const account = page(owner.person_id, number, username, input.name, owner.id, role)
  const { followers } = input
  sandbox.state.accounts.put({ ...account, followers, created_at: owner.created_at })
}

/** The number or the letters after the last colon of a URN. */
export function keyOf(urn: string): string {
  return urn.split(':').at(-1)!
}
