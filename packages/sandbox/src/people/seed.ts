import type { Account, App, Platform } from '../core/records.ts'
import { defaultSettings } from '../core/settings.ts'
import type { State } from '../core/state.ts'
import { accountWith } from './account.ts'

const clients: Record<Platform, [id: string, secret: string]> = {
  threads: ['900100100100101', 'sandbox-threads-secret'],
  instagram: ['900200200200202', 'sandbox-instagram-secret'],
  facebook: ['900300300300303', 'sandbox-facebook-secret'],
  tiktok: ['sbawsandboxtiktok', 'sandbox-tiktok-secret'],
}
const annaOnFacebook = '10210000000000001'
const chiaraOnFacebook = '10210000000000003'
const harbourGroup = '510000000000001'
const allTasks = ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE']

/** Settings, the four apps and a handful of people with accounts of every kind. Ids never vary. */
export function seed(state: State): void {
  state.settings.put({ ...defaultSettings })
  for (const platform of Object.keys(clients) as Platform[]) state.apps.put(appOf(platform))
  state.people.put({ id: 'anna', name: 'Anna Bergmann' })
  state.people.put({ id: 'ben', name: 'Ben Okafor' })
  state.people.put({ id: 'chiara', name: 'Chiara Rossi' })
  for (const account of [...anna(), ...ben(), ...chiara()]) state.accounts.put(account)
  state.businesses.put({ id: harbourGroup, name: 'Harbour Group', user_ids: [annaOnFacebook] })
}

function appOf(platform: Platform): App {
  const [client_id, client_secret] = clients[platform]
  return {
    id: platform,
    name: 'Sandbox App',
    client_id,
    client_secret,
    redirect_uris: [],
    webhook_url: null,
    verify_token: null,
    webhook_verified: false,
    deauthorize_url: null,
    data_deletion_url: null,
    url_prefixes: [],
    login_configs: {},
  }
}

type More = Partial<Account>

/** Builders of one person's accounts; `number` makes the ids. */
function accountsOf(person_id: string) {
  return {
    threads: (number: string, username: string, name: string, more: More = {}) =>
      accountWith({
        id: `178414600000000${number}`,
        platform: 'threads',
        person_id,
        username,
        name,
        ...more,
      }),
    instagram: (number: string, username: string, name: string, more: More = {}) =>
      accountWith({
        id: `178414700000000${number}`,
        second_id: `249630000000000${number}`,
        platform: 'instagram',
        person_id,
        username,
        name,
        account_type: 'BUSINESS',
        ...more,
      }),
    tiktok: (number: string, username: string, name: string, more: More = {}) =>
      accountWith({
        id: `afd97af1-b87b-48b9-ac98-410a000000${number}`,
        second_id: `c9c60f44-0000-4000-8000-0000000000${number}`,
        platform: 'tiktok',
        person_id,
        username,
        name,
        ...more,
      }),
    facebook: (id: string, username: string, name: string) =>
      accountWith({ id, platform: 'facebook', person_id, username, name }),
    page(id: string, username: string, name: string, user: string, more: PageMore) {
      const { category, tasks = allTasks, business_id = null } = more
      const roles = { [user]: tasks }
      const facts = { id, platform: 'facebook', kind: 'page', person_id, username, name } as const
      return accountWith({
        ...facts,
        page: { category, business_id, business_relation: 'owned', roles },
      })
    },
  }
}

type PageMore = { category: string; tasks?: string[]; business_id?: string }

function anna(): Account[] {
  const { threads, instagram, facebook, page, tiktok } = accountsOf('anna')
  const user = annaOnFacebook
  const weak = ['ANALYZE', 'ADVERTISE']
  const creator = { account_type: 'MEDIA_CREATOR' } as const
  const personal = { account_type: 'PERSONAL', is_private: true, followers: 85 } as const
  return [
    threads('11', 'anna.bakes', 'Anna Bergmann', { biography: 'Bread, mostly.' }),
    threads('13', 'bergmann.bakery', 'Bergmann Bakery', { followers: 5310 }),
    instagram('11', 'bergmann.bakery', 'Bergmann Bakery', { followers: 8120 }),
    instagram('13', 'anna.bakes', 'Anna Bergmann', creator),
    instagram('15', 'anna.private', 'Anna', personal),
    facebook(user, 'anna.bergmann', 'Anna Bergmann'),
    page('135000000000001', 'bergmannbakery', 'Bergmann Bakery', user, { category: 'Bakery' }),
    page('135000000000002', 'bergmanncatering', 'Bergmann Catering', user, { category: 'Caterer' }),
    page('135000000000003', 'oldtownmarket', 'Old Town Market', user, {
      category: 'Market',
      tasks: weak,
    }),
    page('135000000000004', 'harbourcoffee', 'Harbour Coffee', user, {
      category: 'Coffee Shop',
      business_id: harbourGroup,
    }),
    tiktok('11', 'bergmannbakery', 'Bergmann Bakery', { followers: 12_500 }),
    tiktok('13', 'anna.bakes', 'Anna'),
  ]
}

function ben(): Account[] {
  const { threads, instagram, facebook, tiktok } = accountsOf('ben')
  return [
    threads('21', 'ben.rides', 'Ben Okafor', { is_private: true, followers: 64 }),
    instagram('21', 'ben.rides', 'Ben Okafor', { account_type: 'MEDIA_CREATOR', followers: 92 }),
    facebook('10210000000000002', 'ben.okafor', 'Ben Okafor'),
    tiktok('21', 'benrides', 'Ben', { is_private: true, followers: 40 }),
  ]
}

function chiara(): Account[] {
  const { threads, instagram, facebook, page, tiktok } = accountsOf('chiara')
  const user = chiaraOnFacebook
  return [
    threads('31', 'studio.rossi', 'Studio Rossi', { is_verified: true, followers: 20_400 }),
    instagram('31', 'studio.rossi', 'Studio Rossi', { is_verified: true, followers: 31_800 }),
    facebook(user, 'chiara.rossi', 'Chiara Rossi'),
    page('135000000000031', 'studiorossi', 'Studio Rossi', user, { category: 'Design Studio' }),
    tiktok('31', 'studiorossi', 'Studio Rossi', { is_verified: true, followers: 48_000 }),
  ]
}
