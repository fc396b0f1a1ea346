import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { equalsSecret } from '../../security/secrets.ts'
import { parseJson, platformId } from '../wire/json.ts'

const payload = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  user_id: platformId,
  issued_at: z.int().positive(),
})

/**
 * The user in Meta's `signed_request`: `signature.payload`, both base64url, signed over the encoded
 * payload (threads.md §6.2). `null` if no secret matches.
 */
export function readSignedRequest(
  signedRequest: string,
  secrets: readonly string[],
): { platformUserId: string; issuedAt: Date } | null {
  const [signature, encoded, ...more] = signedRequest.split('.')
  if (!signature || !encoded || more.length > 0) return null
  const unpadded = signature.replace(/=+$/, '')
  const isSigned = secrets.some((secret) =>
    equalsSecret(unpadded, createHmac('sha256', secret).update(encoded).digest('base64url')),
  )
  if (!isSigned) return null
  const parsed = payload.safeParse(parseJson(Buffer.from(encoded, 'base64url').toString('utf8')))
  if (!parsed.success) return null
  return {
    platformUserId: parsed.data.user_id,
    issuedAt: new Date(parsed.data.issued_at * 1_000),
  }
}
