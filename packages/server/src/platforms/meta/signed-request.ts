import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { equalsSecret } from '../../security/secrets.ts'
import { parseJson, platformId } from '../json.ts'

const payload = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  user_id: platformId,
  issued_at: z.int().positive(),
})

/**
 * The person of Meta's `signed_request`: `signature.payload`, both base64url, the signature over
 * the payload as it is encoded (threads.md §6.2). `null` when no secret holds.
 */
export function readSignedRequest(
  signedRequest: string,
  secrets: readonly string[],
): { platformUserId: string; issuedAt: Date } | null {
  const [signature, encoded, ...more] = signedRequest.split('.')
  if (!signature || !encoded || more.length > 0) return null
  const given = signature.replace(/=+$/, '')
  const isSigned = secrets.some((secret) =>
    equalsSecret(given, createHmac('sha256', secret).update(encoded).digest('base64url')),
  )
  if (!isSigned) return null
  const read = payload.safeParse(parseJson(Buffer.from(encoded, 'base64url').toString('utf8')))
  if (!read.success) return null
  return {
    platformUserId: read.data.user_id,
    issuedAt: new Date(read.data.issued_at * 1_000),
  }
}
