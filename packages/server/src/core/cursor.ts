import { createHash } from 'node:crypto'
import { ServiceError } from './errors.ts'

export type CursorValue = string | number | boolean | null

/**
 * An opaque cursor that carries the sort values of the last row and is bound to the list and its
 * filters.
 */
export function encodeCursor(binding: unknown, values: readonly CursorValue[]): string {
  return Buffer.from(JSON.stringify([fingerprint(binding), ...values])).toString('base64url')
}

/** The values of a cursor made for the same binding; anything else is 400 `invalid_cursor`. */
export function decodeCursor(binding: unknown, cursor: string, length: number): CursorValue[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch (cause) {
    throw new ServiceError('invalid_cursor', { param: 'cursor', cause })
  }
  const isOurs =
    Array.isArray(parsed) &&
    parsed.length === length + 1 &&
    parsed[0] === fingerprint(binding) &&
    parsed.every((value) => value === null || typeof value !== 'object')
  if (!isOurs) throw new ServiceError('invalid_cursor', { param: 'cursor' })
  return (parsed as CursorValue[]).slice(1)
}

function fingerprint(binding: unknown): string {
  return createHash('sha256').update(JSON.stringify(binding)).digest('base64url').slice(0, 12)
}
