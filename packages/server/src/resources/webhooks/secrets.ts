import { createSecretKey, type KeyObject } from 'node:crypto'
import { type Keyring, unseal } from '../../security/secrets.ts'

/** Binds a sealed secret to its endpoint, so that a copy in another endpoint's row does not unseal. */
export function secretPurpose(endpointId: string): string {
  return `webhook:${endpointId}`
}

export type SealedSecrets = {
  secret_sealed: Buffer
  previous_secret_sealed: Buffer | null
  previous_secret_until: Date | null
}

/** The keys that sign an attempt at `now`, the current one first. */
export function openSigningKeys(
  keyring: Keyring,
  endpointId: string,
  row: SealedSecrets,
  now: Date,
): KeyObject[] {
  const isOverlap = row.previous_secret_until !== null && now < row.previous_secret_until
  const sealed = [row.secret_sealed, isOverlap ? row.previous_secret_sealed : null]
  return sealed.flatMap((sealedSecret) => {
    if (!sealedSecret) return []
    const secret = unseal(keyring, secretPurpose(endpointId), sealedSecret)
    return [createSecretKey(Buffer.from(secret, 'utf8'))]
  })
}
