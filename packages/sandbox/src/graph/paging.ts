import type { Params } from '../core/request.ts'
import { badParameter } from './errors.ts'

export type Page<T> = {
  items: T[]
  before: string
  after: string
  hasNext: boolean
  hasPrevious: boolean
}

export type Bounds = { standard: number; max: number }
/** The bounds of `limit` on most lists. */
export const pageBounds: Bounds = { standard: 25, max: 100 }

export function encodeCursor(id: string): string {
  return Buffer.from(`c:${id}`).toString('base64url')
}

function decodeCursor(cursor: string): string | null {
  const text = Buffer.from(cursor, 'base64url').toString()
  return text.startsWith('c:') ? text.slice(2) : null
}

/** Slices an ordered list by `limit` and either `after` or `before`. */
export function page<T extends { id: string }>(list: T[], params: Params, bounds: Bounds): Page<T> {
  if (params.after && params.before) {
    throw badParameter('(#100) Cannot specify both an after and a before cursor')
  }
  const limit = readLimit(params.limit, bounds)
  let from = 0
  if (params.after) from = indexOfCursor(list, params.after) + 1
  else if (params.before) from = Math.max(0, indexOfCursor(list, params.before) - limit)
  const until = params.before
    ? Math.min(from + limit, indexOfCursor(list, params.before))
    : from + limit
  const items = list.slice(from, until)
  return {
    items,
    before: items[0] ? encodeCursor(items[0].id) : '',
    after: items.length ? encodeCursor(items.at(-1)!.id) : '',
    hasNext: from + items.length < list.length,
    hasPrevious: from > 0,
  }
}

function readLimit(text: string | undefined, bounds: Bounds): number {
  if (text === undefined || text === '') return bounds.standard
  if (!/^\d+$/.test(text)) throw badParameter('(#100) param limit must be an integer')
  return Math.min(Number(text), bounds.max)
}

function indexOfCursor<T extends { id: string }>(list: T[], cursor: string): number {
  const id = decodeCursor(cursor)
  const index = id === null ? -1 : list.findIndex((item) => item.id === id)
  if (index < 0) throw badParameter('(#100) Invalid cursors values')
  return index
}
