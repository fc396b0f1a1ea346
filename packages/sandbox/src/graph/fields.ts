import { badParameter } from './errors.ts'

/** One field of `fields=a,b.limit(2){c}` (threads.md §0). */
export type Field = { name: string; args: Record<string, string>; children: Field[] | null }

/** Computes one field of a node; `undefined` omits the field. */
export type FieldReader<T> = (node: T, field: Field) => unknown
export type FieldTable<T> = Record<string, FieldReader<T>>

/** How one kind of node is shown: `defaults` are the fields if none are requested. */
export type NodeKind<T> = {
  fields: FieldTable<T>
  defaults: string[]
  unknown: (field: string) => Error
}

const DEPTH_MAX = 6

/** Parses a `fields` parameter. Throws a parameter error on invalid syntax. */
export function parseFields(text: string | undefined): Field[] {
  if (!text?.trim()) return []
  const cursor = { text, at: 0 }
  const fields = readList(cursor, 0)
  if (cursor.at < text.length) throw syntaxError(cursor.at)
  return fields
}

type Cursor = { text: string; at: number }

function readList(cursor: Cursor, depth: number): Field[] {
  if (depth > DEPTH_MAX) throw badParameter('(#100) The fields parameter is nested too deeply')
  const fields: Field[] = []
  do {
    fields.push(readField(cursor, depth))
  } while (skip(cursor, ','))
  return fields
}

function readField(cursor: Cursor, depth: number): Field {
  const name = readName(cursor)
  const field: Field = { name, args: {}, children: null }
  while (skip(cursor, '.')) {
    const modifier = readName(cursor)
    if (!skip(cursor, '(')) throw syntaxError(cursor.at)
    const end = cursor.text.indexOf(')', cursor.at)
    if (end < 0) throw syntaxError(cursor.at)
    field.args[modifier] = cursor.text.slice(cursor.at, end)
    cursor.at = end + 1
  }
  if (skip(cursor, '{')) {
    field.children = readList(cursor, depth + 1)
    if (!skip(cursor, '}')) throw syntaxError(cursor.at)
  }
  return field
}

function readName(cursor: Cursor): string {
  const match = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*/.exec(cursor.text.slice(cursor.at))
  if (!match) throw syntaxError(cursor.at)
  cursor.at += match[0].length
  return match[1]!
}

function skip(cursor: Cursor, character: string): boolean {
  while (cursor.text[cursor.at] === ' ') cursor.at++
  if (cursor.text[cursor.at] !== character) return false
  cursor.at++
  return true
}

function syntaxError(at: number): Error {
  return badParameter(`Syntax error "Unexpected character" at character ${at}`)
}

/**
 * The response for one node: the requested fields, or the defaults, and always `id`. Throws
 * `unknown(field)` for an unknown field (threads.md §0, §7).
 */
export function selectFields<T>(
  { fields: table, defaults, unknown }: NodeKind<T>,
  node: T,
  fields: Field[],
): Record<string, unknown> {
  const requested: Field[] = fields.length
    ? fields
    : defaults.map((name) => ({ name, args: {}, children: null }))
  const result: Record<string, unknown> = {}
  for (const field of requested) {
    const reader = Object.hasOwn(table, field.name) ? table[field.name] : undefined
    if (!reader) throw unknown(field.name)
    const value = reader(node, field)
    if (value !== undefined) result[field.name] = value
  }
  if (!('id' in result) && table.id) result.id = table.id(node, requested[0]!)
  return result
}

/** `2024-09-12T23:17:39+0000`: no colon in the offset (threads.md §0). */
export function graphTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, '+0000')
}
