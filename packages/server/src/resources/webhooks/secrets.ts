import { createSecretKey, type KeyObject } from 'node:crypto'
import { type Keyring, unseal } from '../../security/secrets.ts'

/** What a sealed endpoint secret belongs to; one copied to another endpoint does not open. */
export function secretPurpose(endpointId: string): string {
  return `webhook:${endpointId}`
}

/** The secrets of an endpoint as its row keeps them. */
export type SealedSecrets = {
  secret_sealed: Buffer
  previous_secret_sealed: Buffer | null
  previous_secret_until: Date | null
}

/** The keys an attempt at `now` is signed with, the current one first. */
export function openSigningKeys(
  keyring: Keyring,
  endpointId: string,
  row: SealedSecrets,
  now: Date,
): KeyObject[] {
  const isOverlap = row.previous_secret_until !== null && now < row.previous_secret_until
  const sealed = [row.secret_sealed, isOverlap ? row.previous_secret_sealed : null]
  return sealed.flatMap((each) => {
    if (!each) return []
    const secret = unseal(keyring, secretPurpose(endpointId), each)
    return [createSecretKey(Buffer.from(secret, 'utf8'))]
  })
}
