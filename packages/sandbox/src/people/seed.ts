import type { Account, App, Platform } from '../core/records.ts'
import { defaultSettings } from '../core/settings.ts'
import type { State } from '../core/state.ts'

/** A day long before any test's clock, so that accounts are older than what happens. */
const CREATED_AT = Date.UTC(2024, 2, 1)

const clients: Record<Platform, [id: string, secret: string]> = {
  threads: ['900100100100101', 'sandbox-threads-secret'],
  instagram: ['900200200200202', 'sandbox-instagram-secret'],
  facebook: ['900300300300303', 'sandbox-facebook-secret'],
  tiktok: ['sbawsandboxtiktok', 'sandbox-tiktok-secret'],
}

export function accountWith(
  facts: Partial<Account> & Pick<Account, 'id' | 'platform' | 'person_id' | 'username' | 'name'>,
): Account {
  return {
    kind: 'profile',
    biography: '',
    followers: 1240,
    following: 180,
    is_private: false,
    is_verified: false,
    created_at: CREATED_AT,
    second_id: null,
    account_type: null,
    page: null,
    ...facts,
  }
}

/** Settings, the four apps and a handful of people with accounts of every kind. Ids are always the same. */
export function seed(state: State): void {
  state.settings.put({ ...defaultSettings })
  for (const [platform, [client_id, client_secret]] of Object.entries(clients)) {
    state.apps.put(appWith(platform as Platform, client_id, client_secret))
  }
  state.people.put({ id: 'anna', name: 'Anna Bergmann' })
  state.people.put({ id: 'ben', name: 'Ben Okafor' })
  state.people.put({ id: 'chiara', name: 'Chiara Rossi' })
  for (const account of [...anna(), ...ben(), ...chiara()]) state.accounts.put(account)
  state.businesses.put({
    id: '510000000000001',
    name: 'Harbour Group',
    user_ids: ['10210000000000001'],
  })
}

function appWith(platform: Platform, client_id: string, client_secret: string): App {
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
  }
}

function anna(): Account[] {
  const mine = { person_id: 'anna' }
  const user = '10210000000000001'
  const all = ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE']
  const page = (id: string, name: string, username: string, category: string, tasks: string[]) =>
    accountWith({
      ...mine,
      id,
      platform: 'facebook',
      kind: 'page',
      username,
      name,
      biography: `${name}, open every day.`,
      page: { category, business_id: null, business_relation: 'owned', roles: { [user]: tasks } },
    })
  const harbour = page('135000000000004', 'Harbour Coffee', 'harbourcoffee', 'Coffee Shop', all)
  return [
    accountWith({
      ...mine,
      id: '17841460000000011',
      platform: 'threads',
      username: 'anna.bakes',
      name: 'Anna Bergmann',
      biography: 'Bread, mostly.',
    }),
    accountWith({
      ...mine,
      id: '17841460000000013',
      platform: 'threads',
      username: 'bergmann.bakery',
      name: 'Bergmann Bakery',
      biography: 'Fresh since 1962.',
      followers: 5310,
    }),
    accountWith({
      ...mine,
      id: '17841470000000011',
      second_id: '24963000000000011',
      platform: 'instagram',
      username: 'bergmann.bakery',
      name: 'Bergmann Bakery',
      account_type: 'BUSINESS',
      followers: 8120,
    }),
    accountWith({
      ...mine,
      id: '17841470000000013',
      second_id: '24963000000000013',
      platform: 'instagram',
      username: 'anna.bakes',
      name: 'Anna Bergmann',
      account_type: 'MEDIA_CREATOR',
    }),
    accountWith({
      ...mine,
      id: '17841470000000015',
      second_id: '24963000000000015',
      platform: 'instagram',
      username: 'anna.private',
      name: 'Anna',
      account_type: 'PERSONAL',
      is_private: true,
      followers: 85,
    }),
    accountWith({
      ...mine,
      id: user,
      platform: 'facebook',
      username: 'anna.bergmann',
      name: 'Anna Bergmann',
    }),
    page('135000000000001', 'Bergmann Bakery', 'bergmannbakery', 'Bakery', all),
    page('135000000000002', 'Bergmann Catering', 'bergmanncatering', 'Caterer', all),
    page('135000000000003', 'Old Town Market', 'oldtownmarket', 'Market', ['ANALYZE', 'ADVERTISE']),
    { ...harbour, page: { ...harbour.page!, business_id: '510000000000001' } },
    accountWith({
      ...mine,
      id: 'afd97af1-b87b-48b9-ac98-410a00000011',
      second_id: 'c9c60f44-0000-4000-8000-000000000011',
      platform: 'tiktok',
      username: 'bergmannbakery',
      name: 'Bergmann Bakery',
      followers: 12500,
    }),
    accountWith({
      ...mine,
      id: 'afd97af1-b87b-48b9-ac98-410a00000013',
      second_id: 'c9c60f44-0000-4000-8000-000000000011',
      platform: 'tiktok',
      username: 'anna.bakes',
      name: 'Anna',
    }),
  ]
}

function ben(): Account[] {
  const mine = { person_id: 'ben' }
  return [
    accountWith({
      ...mine,
      id: '17841460000000021',
      platform: 'threads',
      username: 'ben.rides',
      name: 'Ben Okafor',
      is_private: true,
      followers: 64,
    }),
    accountWith({
      ...mine,
      id: '17841470000000021',
      second_id: '24963000000000021',
      platform: 'instagram',
      username: 'ben.rides',
      name: 'Ben Okafor',
      account_type: 'MEDIA_CREATOR',
      followers: 92,
    }),
    accountWith({
      ...mine,
      id: '10210000000000002',
      platform: 'facebook',
      username: 'ben.okafor',
      name: 'Ben Okafor',
    }),
    accountWith({
      ...mine,
      id: 'afd97af1-b87b-48b9-ac98-410a00000021',
      second_id: 'c9c60f44-0000-4000-8000-000000000021',
      platform: 'tiktok',
      username: 'benrides',
      name: 'Ben',
      is_private: true,
      followers: 40,
    }),
  ]
}

function chiara(): Account[] {
  const mine = { person_id: 'chiara' }
  const user = '10210000000000003'
  return [
    accountWith({
      ...mine,
      id: '17841460000000031',
      platform: 'threads',
      username: 'studio.rossi',
      name: 'Studio Rossi',
      is_verified: true,
      followers: 20400,
    }),
    accountWith({
      ...mine,
      id: '17841470000000031',
      second_id: '24963000000000031',
      platform: 'instagram',
      username: 'studio.rossi',
      name: 'Studio Rossi',
      account_type: 'BUSINESS',
      is_verified: true,
      followers: 31800,
    }),
    accountWith({
      ...mine,
      id: user,
      platform: 'facebook',
      username: 'chiara.rossi',
      name: 'Chiara Rossi',
    }),
    accountWith({
      ...mine,
      id: '135000000000031',
      platform: 'facebook',
      kind: 'page',
      username: 'studiorossi',
      name: 'Studio Rossi',
      page: {
        category: 'Design Studio',
        business_id: null,
        business_relation: 'owned',
        roles: { [user]: ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'] },
      },
    }),
    accountWith({
      ...mine,
      id: 'afd97af1-b87b-48b9-ac98-410a00000031',
      second_id: 'c9c60f44-0000-4000-8000-000000000031',
      platform: 'tiktok',
      username: 'studiorossi',
      name: 'Studio Rossi',
      is_verified: true,
      followers: 48000,
    }),
  ]
}
