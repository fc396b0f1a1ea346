import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 300

/**
 * Whether a delivery was signed with the secret over this raw body, at most five minutes before or after
 * `now`. `header` is `Service-Signature`: `t=<unix seconds>,v1=<hex>`, with two `v1` during a rotation.
 */
export function isSigned(header: string, rawBody: Buffer, secret: string, now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const times = parts.filter(([name]) => name === 't').map(([, value]) => value)
  if (times.length !== 1 || !/^\d{1,15}$/.test(times[0] ?? '')) return false
  if (Math.abs(now.getTime() / 1_000 - Number(times[0])) > toleranceSeconds) return false
  const expected = createHmac('sha256', secret).update(`${times[0]}.`).update(rawBody).digest()
  return parts.some(([name, hex = '']) => {
    const signature = Buffer.from(hex, 'hex')
    const isComparable = name === 'v1' && signature.length === expected.length
    return isComparable && timingSafeEqual(signature, expected)
  })
}
