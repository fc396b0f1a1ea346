import { createHash } from 'node:crypto'

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** RFC 4648 base32 in lower case, without padding. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += BASE32[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text
}

/** The CID of a blob: version 1, raw bytes, SHA-256. */
export function blobCid(bytes: Uint8Array): string {
  return cid(0x55, bytes)
}

/**
 * A CID in the form of a record's. The real one hashes DAG-CBOR; this one hashes JSON with sorted keys, so
 * it depends on the same content (bluesky.md §0).
 */
export function recordCid(record: unknown): string {
  return cid(0x71, Buffer.from(JSON.stringify(sorted(record))))
}

function cid(codec: number, bytes: Uint8Array): string {
  const digest = createHash('sha256').update(bytes).digest()
  return `b${base32(Buffer.concat([Buffer.from([1, codec, 0x12, 32]), digest]))}`
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]))
}
