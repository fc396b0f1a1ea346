import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 300

/**
 * Verifies a signature, implemented from docs/webhooks.md alone: one of the `v1` digests is the
 * HMAC-SHA256 of `<t>.<raw body>`, and `t` is at most five minutes from now.
 */
export function isSigned(header: string, raw: Buffer, secret: string, now: Date): boolean {
  const parts = header.split(',').map((part) => part.split('=') as [string, string])
  const t = Number(parts.find(([name]) => name === 't')?.[1])
  if (!(Math.abs(now.getTime() / 1_000 - t) <= toleranceSeconds)) return false
  const digest = createHmac('sha256', secret).update(`${t}.`).update(raw).digest()
  return parts
    .filter(([name]) => name === 'v1')
    .map(([, hex]) => Buffer.from(hex, 'hex'))
    .some((candidate) => candidate.length === digest.length && timingSafeEqual(candidate, digest))
}
