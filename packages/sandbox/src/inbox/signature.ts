import { createHmac, timingSafeEqual } from 'node:crypto'
import type { InboxMessage } from '../core/content.ts'

const FRESHNESS_S = 300

/** Checks `Service-Signature: t=<unix>,v1=<hex>[,v1=…]` over `<t>.<raw body>` with the whole secret. */
export function checkSignature(
  header: string | undefined,
  body: string,
  secret: string | null,
  nowMs: number,
): InboxMessage['signature'] {
  if (!header) return 'missing'
  if (!secret) return 'no_secret'
  const parts = header.split(',').map((part) => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1]
  const candidates = parts.filter(([name]) => name === 'v1').map(([, value]) => value ?? '')
  if (!time || !/^\d+$/.test(time)) return 'invalid'
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest()
  const matches = candidates.some((candidate) => {
    const candidateBytes = Buffer.from(candidate, 'hex')
    return candidateBytes.length === expected.length && timingSafeEqual(candidateBytes, expected)
  })
  if (!matches) return 'invalid'
  return Math.abs(nowMs / 1000 - Number(time)) > FRESHNESS_S ? 'stale' : 'valid'
}
