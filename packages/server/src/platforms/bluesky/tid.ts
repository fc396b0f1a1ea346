import { createHash, randomInt } from 'node:crypto'
import type { PublishKey } from '../contract/publish.ts'

const alphabet = '234567abcdefghijklmnopqrstuvwxyz'
const clockIds = 1_024n
const shape = /^[2-7a-j][2-7a-z]{12}$/

/** A record key: microseconds since 1970 and a clock id below 1,024, sortable (bluesky.md §3.6). */
export function tid(micros: bigint, clockId: bigint): string {
  let rest = micros * clockIds + clockId
  let text = ''
  for (let place = 0; place < 13; place += 1) {
    text = alphabet[Number(rest % 32n)] + text
    rest /= 32n
  }
  return text
}

export function isTid(text: string): boolean {
  return shape.test(text)
}

/**
 * The same record key for the same target and purpose, also after a retry by the owner, so that a
 * repeated commit cannot publish a second post.
 */
export function tidOfKey(key: PublishKey, purpose: 'post' | 'first_comment'): string {
  const hash = createHash('sha256').update(`${key.id}:${purpose}`).digest()
  const micros = BigInt(key.createdAt.getTime()) * 1_000n + BigInt(hash.readUInt32BE(0) % 1_000)
  return tid(micros, BigInt(hash.readUInt32BE(4)) % clockIds)
}

/** A record key of this moment. */
export function newTid(now: Date): string {
  const micros = BigInt(now.getTime()) * 1_000n + BigInt(randomInt(1_000))
  return tid(micros, BigInt(randomInt(1_024)))
}
