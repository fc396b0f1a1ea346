import type { PrivateKey } from './tokens.ts'

/** Our app at one server of a network, registered when the first person chose that server. */
export type ServerApp = {
  origin: string
  redirectUri: string
  clientId: string
  clientSecret: string
}

/** One of this installation's signing keys for a network. */
export type ClientKey = { kid: string; privateKey: PrivateKey }

/** What this installation used of a network's quota of a day, counted over all its processes. */
export type QuotaCounter = {
  /** Adds `cost` to what was used on `day`, and returns the sum; `null`, adding nothing, beyond `max`. */
  spend(use: { name: string; day: string; cost: number; max: number }): Promise<number | null>
}

/**
 * What a network with many servers stores for the whole installation. Nothing in it belongs to an
 * owner. Secrets are sealed at rest.
 */
export type ServerStorage = QuotaCounter & {
  findApp(origin: string, redirectUri: string): Promise<ServerApp | null>
  /** The app with this client id, whatever its redirect URI is: it may be from another PUBLIC_URL. */
  findAppById(origin: string, clientId: string): Promise<ServerApp | null>
  /** Stores the app, or returns the one that another process stored first. */
  saveApp(app: ServerApp): Promise<ServerApp>
  /** Forgets an app that the server no longer knows; keeps one with another client id. */
  forgetApp(app: ServerApp): Promise<void>
  /** All signing keys, newest first. */
  listKeys(): Promise<ClientKey[]>
  /** Stores the first key, or returns the ones that another process stored first. */
  addFirstKey(key: ClientKey): Promise<ClientKey[]>
}
