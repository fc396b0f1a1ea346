import { randomInt } from 'node:crypto'

const ALPHABET = '234567abcdefghijklmnopqrstuvwxyz'
const LENGTH = 13
const CLOCK_IDS = 1024

/** A record key: 53 bits of microseconds since 1970 and 10 bits of clock id (bluesky.md §3.6). */
export function tid(ms: number): string {
  const micros = BigInt(Math.floor(ms)) * 1000n + BigInt(randomInt(1000))
  return encodeTid(micros, randomInt(CLOCK_IDS))
}

export function encodeTid(micros: bigint, clockId: number): string {
  let rest = (micros << 10n) | BigInt(clockId)
  let text = ''
  for (let at = 0; at < LENGTH; at += 1) {
    text = ALPHABET[Number(rest & 31n)] + text
    rest >>= 5n
  }
  return text
}

export function isTid(text: string): boolean {
  return /^[2-7a-j][2-7a-z]{12}$/.test(text)
}
