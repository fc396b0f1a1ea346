import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS } from '../core/clock.ts'
import { type Account, accountStatuses } from '../core/records.ts'
import { networkOf, type Sandbox } from '../core/sandbox.ts'
import { buildAccount, pageInput } from '../people/account.ts'
import { ControlError } from './body.ts'

const accountInput = z.strictObject({
  platform: z.string(),
  username: z.string().min(1),
  name: z.string().min(1).optional(),
  biography: z.string().default(''),
  followers: z.int().min(0).default(250),
  /** Age of the account and its pages; metrics start at its creation. */
  days_old: z.int().min(0).max(3_650).default(0),
  is_private: z.boolean().default(false),
  is_verified: z.boolean().default(false),
  account_type: z.enum(['BUSINESS', 'MEDIA_CREATOR', 'PERSONAL']).default('BUSINESS'),
  pages: z.array(pageInput).default([]),
  facts: z.record(z.string(), z.string()).optional(),
})

/** The schema of `POST /control/people`, with accounts on the registered networks. */
export function personInput({ networks }: Sandbox) {
  const platform = z.enum(networks.map(({ id }) => id))
  return z.strictObject({
    name: z.string().min(1),
    accounts: z.array(accountInput.extend({ platform })).default([]),
  })
}
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
    server: z.string(),
    status: z.enum(accountStatuses),
    facts: z.record(z.string(), z.string()),
  })
  .partial()

type AccountPatch = z.infer<typeof accountPatch>
type PersonInput = z.infer<ReturnType<typeof personInput>>
type AccountInput = z.infer<typeof accountInput>

/** Creates a person with accounts and generates the ids. */
export function createPerson(sandbox: Sandbox, input: PersonInput) {
  const person = sandbox.state.people.put({
    id: `person_${randomUUID().slice(0, 8)}`,
    name: input.name,
  })
  for (const facts of input.accounts) createAccount(sandbox, person.id, input.name, facts)
  return describePerson(sandbox, person.id)
}

function createAccount(
  sandbox: Sandbox,
  personId: string,
  personName: string,
  input: AccountInput,
): void {
  const { pages, account_type, name, days_old, facts, ...fields } = input
  const network = networkOf(sandbox, input.platform)
  const account = buildAccount({
    ...fields,
    ...(facts ? { facts } : {}),
    ...network.newAccount({ account_type, username: fields.username }),
    person_id: personId,
    name: name ?? personName,
    created_at: sandbox.clock.ms() - days_old * DAY_MS,
  })
  sandbox.state.accounts.put(account)
  if (pages.length > 0 && !network.addPage) {
    const names = sandbox.networks.flatMap((network) => (network.addPage ? network.name : []))
    throw new ControlError(400, `Only ${names.join(' and ')} accounts have pages.`)
  }
  for (const page of pages) network.addPage?.(sandbox, account, page)
}

/** Merges the patch into the account. Throws ControlError 400 for what the network does not have. */
export function patchAccount(
  sandbox: Sandbox,
  account: Readonly<Account>,
  patch: AccountPatch,
): Readonly<Account> {
  const { name, accountServers = [], accountChanged } = networkOf(sandbox, account.platform)
  if (patch.server !== undefined && !accountServers.includes(patch.server)) {
    const servers = accountServers.join(', ') || 'none'
    throw new ControlError(400, `${name} accounts cannot move there. Servers: ${servers}.`)
  }
  if (patch.status !== undefined && !accountChanged) {
    throw new ControlError(400, `${name} accounts have no status here.`)
  }
  // `put` instead of `update`, because the username is an index key.
  const changed = sandbox.state.accounts.put({ ...account, ...definedOnly(patch) })
  accountChanged?.(sandbox, changed)
  return changed
}

function definedOnly(patch: AccountPatch): Partial<Account> {
  const entries = Object.entries(patch).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries)
}

export function describePerson(sandbox: Sandbox, personId: string) {
  const person = sandbox.state.people.get(personId)
  if (!person) throw new ControlError(404, `There is no person "${personId}".`)
  const accounts = sandbox.state.accounts.by('person', personId).map((account) => {
    const entered = networkOf(sandbox, account.platform).enteredBy?.(sandbox, account) ?? null
    return { ...account, entered }
  })
  return { ...person, accounts }
}

/** Finds an account by id, second id or `platform:username`. Throws ControlError 404. */
export function findAccount(sandbox: Sandbox, text: string): Readonly<Account> {
  const account =
    sandbox.state.accounts.get(text) ??
    sandbox.state.accounts.by('second', text)[0] ??
    sandbox.state.accounts.by('username', text.toLowerCase())[0]
  if (!account) {
    throw new ControlError(404, `There is no account "${text}" (use an id or platform:username).`)
  }
  return account
}
