import { z } from 'zod'
import type { Scope } from '../access/scope.ts'
import { type CursorValue, decodeCursor, encodeCursor } from '../core/cursor.ts'
import { ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'

const bounds = `It must be between 1 and ${limits.page.max}.`

/** The query parameters of every list. */
export const listQuery = {
  limit: z
    .preprocess(wholeNumber, z.int().min(1, bounds).max(limits.page.max, bounds))
    .optional()
    .meta({
      description: `The number of items per page, 1 to ${limits.page.max}.`,
      default: limits.page.default,
    }),
  cursor: z.string().min(1).max(2_000).optional().meta({
    description: 'The `next_cursor` of the previous page. Keep the filters the same.',
  }),
}

/** Parses a parameter of 1 to 4 digits. */
function wholeNumber(value: unknown, ctx: z.core.$RefinementCtx): unknown {
  const input = String(value)
  if (/^\d{1,4}$/.test(input)) return Number(input)
  ctx.addIssue({ code: 'invalid_format', format: 'regex', input, message: bounds })
  return z.NEVER
}

/** Ties a cursor to the list, the scope and the filters. */
export function bindingOf(list: string, scope: Scope, filter: object): unknown {
  return [list, scope.ownerId, scope.profile?.id ?? null, filter]
}

export type PageInput = { limit?: number | undefined; cursor?: string | undefined }

export type Page<Row> = {
  object: 'list'
  data: Row[]
  has_more: boolean
  next_cursor: string | null
}

export type Keyset<Row, Item> = {
  length: number
  valuesOf: (row: Row) => CursorValue[]
  show: (row: Row) => Item
  fetch: (after: CursorValue[] | null, rows: number) => Promise<Row[]>
  /** Of lists whose rows can be long: the page ends before `limits.page.contentBytesMax`. */
  bytesOf?: (row: Row) => number
}

/**
 * Reads one page of a keyset-paginated list. `fetch` gets the sort values of the last row of the
 * previous page (or `null`) and the number of rows; `binding` ties the cursor to list, scope and
 * filters.
 */
export async function readPage<Row, Item>(
  input: PageInput,
  binding: unknown,
  keyset: Keyset<Row, Item>,
): Promise<Page<Item>> {
  const limit = input.limit ?? limits.page.default
  const after = input.cursor ? decodeCursor(binding, input.cursor, keyset.length) : null
  const rows = await fetchAfter(keyset.fetch, after, limit + 1)
  const pageRows = rows.slice(0, Math.min(limit, countWithinBytes(rows, keyset.bytesOf)))
  const last = pageRows.at(-1)
  const hasMore = rows.length > pageRows.length
  return {
    object: 'list',
    data: pageRows.map(keyset.show),
    has_more: hasMore,
    next_cursor: hasMore && last ? encodeCursor(binding, keyset.valuesOf(last)) : null,
  }
}

/** How many rows a page may have, at least one. */
function countWithinBytes<Row>(rows: Row[], bytesOf?: (row: Row) => number): number {
  if (!bytesOf) return rows.length
  let bytes = 0
  const end = rows.findIndex((row, index) => {
    bytes += bytesOf(row)
    return index > 0 && bytes > limits.page.contentBytesMax
  })
  return end === -1 ? rows.length : end
}

/** A value of an altered cursor that PostgreSQL cannot convert is 400 `invalid_cursor`. */
async function fetchAfter<Found>(
  fetch: (after: CursorValue[] | null, rows: number) => Promise<Found>,
  after: CursorValue[] | null,
  rows: number,
): Promise<Found> {
  try {
    return await fetch(after, rows)
  } catch (cause) {
    const isDataError = String((cause as { code?: unknown }).code).startsWith('22')
    if (!after || !isDataError) throw cause
    throw new ServiceError('invalid_cursor', { param: 'cursor', cause })
  }
}
