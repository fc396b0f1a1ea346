import { randomInt } from 'node:crypto'

const SEQUENCE_BITS = 16

let sequence = randomInt(2 ** (SEQUENCE_BITS - 1))

/** A status id that sorts by time, also within a millisecond: a snowflake in decimal. */
export function statusId(createdAt: number): string {
  sequence = (sequence + 1) % 2 ** SEQUENCE_BITS
  return String((BigInt(Math.round(createdAt)) << BigInt(SEQUENCE_BITS)) + BigInt(sequence))
}

/** Compares ids of this simulator, which are decimal numbers. Positive if `a` is newer. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : Number(a > b))
}
