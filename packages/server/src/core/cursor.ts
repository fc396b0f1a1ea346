import { createHash } from 'node:crypto'
import { ServiceError } from './errors.ts'

export type CursorValue = string | number | boolean | null

/**
 * Encodes the sort values of the last row as an opaque cursor that is valid only for this binding: the
 * list, its scope and its filters.
 */
export function encodeCursor(binding: unknown, values: readonly CursorValue[]): string {
  return Buffer.from(JSON.stringify([fingerprint(binding), ...values])).toString('base64url')
}

/** Decodes a cursor of the same binding; 400 `invalid_cursor` for any other text. */
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
