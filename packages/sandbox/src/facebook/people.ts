import { randomInt } from 'node:crypto'
import { decimalId } from '../core/ids.ts'
import type { Account, PageFacts } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { allTasks, buildAccount, type PageInput } from '../people/account.ts'

const annaId = '10210000000000001'
const benId = '10210000000000002'
const chiaraId = '10210000000000003'
const harbourGroup = '510000000000001'

export function newAccount() {
  return { id: decimalId('102', 17) }
}

export function seed() {
  const weak = factsOf(annaId, 'Market', ['ANALYZE', 'ADVERTISE'])
  const harbour = { ...factsOf(annaId, 'Coffee Shop'), business_id: harbourGroup }
  const rossi = factsOf(chiaraId, 'Design Studio')
  const [bakery, caterer] = [factsOf(annaId, 'Bakery'), factsOf(annaId, 'Caterer')]
  return {
    accounts: [
      user('anna', annaId, 'anna.bergmann', 'Anna Bergmann'),
      page('anna', '135000000000001', 'bergmannbakery', 'Bergmann Bakery', bakery),
      page('anna', '135000000000002', 'bergmanncatering', 'Bergmann Catering', caterer),
      page('anna', '135000000000003', 'oldtownmarket', 'Old Town Market', weak),
      page('anna', '135000000000004', 'harbourcoffee', 'Harbour Coffee', harbour),
      user('ben', benId, 'ben.okafor', 'Ben Okafor'),
      user('chiara', chiaraId, 'chiara.rossi', 'Chiara Rossi'),
      page('chiara', '135000000000031', 'studiorossi', 'Studio Rossi', rossi),
    ],
    businesses: [{ id: harbourGroup, name: 'Harbour Group', user_ids: [annaId] }],
  }
}

function user(person_id: string, id: string, username: string, name: string): Account {
  return buildAccount({ id, platform: 'facebook', person_id, username, name })
}

function page(
  person_id: string,
  id: string,
  username: string,
  name: string,
  facts: PageFacts,
): Account {
  const names = { person_id, username, name }
  return buildAccount({ id, platform: 'facebook', kind: 'page', ...names, page: facts })
}

function factsOf(userId: string, category: string, tasks = allTasks): PageFacts {
  return { category, business_id: null, business_relation: 'owned', roles: { [userId]: tasks } }
}

/** Creates a page of this user. A business of the same name is reused. */
export function addPage(sandbox: Sandbox, owner: Account, input: PageInput): void {
  const business_id = input.business ? businessFor(sandbox, owner, input) : null
  const { category, business_relation, tasks, name, followers } = input
  const username = input.username ?? `page${randomInt(1_000_000)}`
  const facts = { category, business_id, business_relation, roles: { [owner.id]: tasks } }
  const account = page(owner.person_id, decimalId('135', 15), username, name, facts)
  sandbox.state.accounts.put({ ...account, followers, created_at: owner.created_at })
}

function businessFor(sandbox: Sandbox, owner: Account, input: PageInput): string {
  const { business: name = '', business_role } = input
  const members = business_role ? [owner.id] : []
  for (const business of sandbox.state.businesses.values()) {
    if (business.name !== name) continue
    sandbox.state.businesses.update(business.id, {
      user_ids: [...new Set([...business.user_ids, ...members])],
    })
    return business.id
  }
  return sandbox.state.businesses.put({ id: decimalId('51', 15), name, user_ids: members }).id
}

/** The pages on which this user has a role, in order of creation. */
export function pagesOf(sandbox: Sandbox, userId: string): Readonly<Account>[] {
  return sandbox.state.accounts
    .by('platform', 'facebook:page')
    .filter((page) => page.page?.roles[userId] !== undefined)
}
