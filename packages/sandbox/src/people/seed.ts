import type { Network } from '../core/sandbox.ts'
import { defaultSettings } from '../core/settings.ts'
import type { State } from '../core/state.ts'

/** Creates the settings, three people, and on each network an app and accounts. */
export function seed(state: State, networks: readonly Network[]): void {
  state.settings.put(defaultSettings(networks))
  state.people.put({ id: 'anna', name: 'Anna Bergmann' })
  state.people.put({ id: 'ben', name: 'Ben Okafor' })
  state.people.put({ id: 'chiara', name: 'Chiara Rossi' })
  for (const network of networks) seedNetwork(state, network)
}

/** Adds the app, accounts and settings of networks that a saved state does not have yet. */
export function seedMissing(state: State, networks: readonly Network[]): void {
  const missing = networks.filter(
    ({ id }) => state.accounts.count('platform', `${id}:profile`) === 0,
  )
  if (missing.length === 0) return
  state.settings.put({ ...defaultSettings(networks), ...state.settings.get('settings') })
  for (const network of missing) seedNetwork(state, network)
}

function seedNetwork(state: State, network: Network): void {
  if (network.app) seedApp(state, network.id, network.app)
  const { accounts, businesses = [] } = network.seed()
  for (const account of accounts) state.accounts.put(account)
  for (const business of businesses) state.businesses.put(business)
}

function seedApp(state: State, id: string, app: NonNullable<Network['app']>): void {
  state.apps.put({
    id,
    name: 'Sandbox App',
    ...app,
    redirect_uris: [],
    webhook_url: null,
    verify_token: null,
    webhook_verified: false,
    deauthorize_url: null,
    data_deletion_url: null,
    url_prefixes: [],
    login_configs: {},
  })
}
