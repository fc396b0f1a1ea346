import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { decimalId, lossyId } from '../core/ids.ts'
import { type Account, platforms } from '../core/records.ts'
import type { World } from '../core/world.ts'
import { DAY_MS } from '../graph/lifetimes.ts'
import { accountWith } from '../people/account.ts'
import { ControlError } from './errors.ts'

const allTasks = ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE']

const pageInput = z.strictObject({
  name: z.string().min(1),
  username: z.string().min(1).optional(),
  category: z.string().default('Brand'),
  tasks: z.array(z.string()).default(allTasks),
  business: z.string().optional(),
  business_relation: z.enum(['owned', 'client']).default('owned'),
  followers: z.int().min(0).default(250),
})

const accountInput = z.strictObject({
  platform: z.enum(platforms),
  username: z.string().min(1),
  name: z.string().min(1).optional(),
  biography: z.string().default(''),
  followers: z.int().min(0).default(250),
  /** How long the account has been there, and with it its figures and its pages'. */
  days_old: z.int().min(0).max(3_650).default(0),
  is_private: z.boolean().default(false),
  is_verified: z.boolean().default(false),
  account_type: z.enum(['BUSINESS', 'MEDIA_CREATOR', 'PERSONAL']).default('BUSINESS'),
  pages: z.array(pageInput).default([]),
})

export const personInput = z.strictObject({
  name: z.string().min(1),
  accounts: z.array(accountInput).default([]),
})
export const accountPatch = z
  .strictObject({
    username: z.string().min(1),
    name: z.string().min(1),
    biography: z.string(),
    followers: z.int().min(0),
    following: z.int().min(0),
    is_private: z.boolean(),
    is_verified: z.boolean(),
    account_type: z.enum(['BUSINESS', 'MEDIA_CREATOR', 'PERSONAL']),
  })
  .partial()

type PersonInput = z.infer<typeof personInput>
type AccountInput = z.infer<typeof accountInput>
type PageInput = z.infer<typeof pageInput>

/** Creates a person with accounts; ids are made up and come back in the answer. */
export function createPerson(world: World, input: PersonInput) {
  const person = world.state.people.put({
    id: `person_${randomUUID().slice(0, 8)}`,
    name: input.name,
  })
  for (const facts of input.accounts) createAccount(world, person.id, input.name, facts)
  return describePerson(world, person.id)
}

function createAccount(
  world: World,
  personId: string,
  personName: string,
  input: AccountInput,
): void {
  const { pages, account_type, name, days_old, ...facts } = input
  const account = accountWith({
    ...facts,
    id: accountId(input.platform),
    person_id: personId,
    name: name ?? personName,
    created_at: world.clock.ms() - days_old * DAY_MS,
    ...(input.platform === 'instagram' ? { account_type, second_id: decimalId('24', 17) } : {}),
    ...(input.platform === 'tiktok' ? { second_id: randomUUID() } : {}),
  })
  world.state.accounts.put(account)
  for (const page of pages) createPage(world, account, page)
}

function accountId(platform: Account['platform']): string {
  if (platform === 'facebook') return decimalId('102', 17)
  return platform === 'tiktok' ? randomUUID() : lossyId()
}

function createPage(world: World, user: Account, input: PageInput): void {
  if (user.platform !== 'facebook')
    throw new ControlError(400, 'Only Facebook accounts have pages.')
  const business_id = input.business ? businessFor(world, user, input.business) : null
  world.state.accounts.put(
    accountWith({
      id: decimalId('135', 15),
      platform: 'facebook',
      kind: 'page',
      person_id: user.person_id,
      username: input.username ?? `page${randomInt(1_000_000)}`,
      name: input.name,
      followers: input.followers,
      created_at: user.created_at,
      page: {
        category: input.category,
        business_id,
        business_relation: input.business_relation,
        roles: { [user.id]: input.tasks },
      },
    }),
  )
}

function businessFor(world: World, user: Account, name: string): string {
  for (const business of world.state.businesses.values()) {
    if (business.name !== name) continue
    world.state.businesses.update(business.id, {
      user_ids: [...new Set([...business.user_ids, user.id])],
    })
    return business.id
  }
  return world.state.businesses.put({ id: decimalId('51', 15), name, user_ids: [user.id] }).id
}

export function describePerson(world: World, personId: string) {
  const person = world.state.people.get(personId)
  if (!person) throw new ControlError(404, `There is no person "${personId}".`)
  return { ...person, accounts: world.state.accounts.by('person', personId) }
}

/** An account by its id, second id, or `platform:username`. */
export function findAccount(world: World, text: string): Readonly<Account> {
  const account =
    world.state.accounts.get(text) ??
    world.state.accounts.by('second', text)[0] ??
    world.state.accounts.by('username', text.toLowerCase())[0]
  if (!account) {
    throw new ControlError(404, `There is no account "${text}" (use an id or platform:username).`)
  }
  return account
}
