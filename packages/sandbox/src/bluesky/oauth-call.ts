import type { Sandbox } from '../core/sandbox.ts'
import type { PublicKey } from './jwt.ts'
import type { Issuer } from './servers.ts'

/** An app that may log people in. */
export type Client = {
  client_id: string
  name: string
  scopes: string[]
  acceptsRedirect(uri: string): boolean
  /** Undefined for a public client. */
  keys?: PublicKey[]
}

/** A call of an OAuth endpoint with a valid DPoP proof. */
export type OAuthCall = {
  sandbox: Sandbox
  issuer: Issuer
  params: Record<string, string>
  /** The thumbprint of the DPoP key. */
  jkt: string
  authenticate(): Promise<{ client: Client; kid: string | null }>
  /** The sessions of which a refresh is under way. */
  refreshing: Set<string>
}
