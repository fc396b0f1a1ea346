import { createHash } from 'node:crypto'

/**
 * How a value of n8n becomes a value of the API: unchanged; a list from text with commas; JSON from text;
 * a day; an instant with a time zone; the binary file of an item; an array of objects.
 */
export type Conversion =
  | 'value'
  | 'list'
  | 'json'
  | 'date'
  | 'instant'
  | 'file'
  | { items: { [name: string]: Conversion } }

/** How the node sends an operation. `first` are node parameters, others are in `filters` and `fields`. */
export type Operation = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  isList: boolean
  hasKey: boolean
  isForm: boolean
  first: string[]
  query: Record<string, Conversion>
  body: Record<string, Conversion> | null
}

/** The values that a person entered for one item. */
export type Entered = {
  first: Record<string, unknown>
  filters: Record<string, unknown>
  fields: Record<string, unknown>
}

export type Request = {
  method: Operation['method']
  url: string
  qs: Record<string, string>
  body: Record<string, unknown> | undefined
}

/** A value that cannot be sent, with a message for the person who entered it. */
export class InputError extends Error {}

/** Builds the request of an operation. Throws InputError. `timeZone` is that of times without one. */
export function buildRequest(operation: Operation, entered: Entered, timeZone: string): Request {
  const { first, filters, fields } = entered
  const url = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = String(plain(first[name]) ?? '')
    if (!id) throw new InputError(`The field ${name} is empty. Enter an ID.`)
    return encodeURIComponent(id)
  })
  const query = convertAll(operation.query, { ...first, ...filters }, timeZone)
  const qs = Object.fromEntries(
    Object.entries(query)
      .map(([name, value]) => [name, [value].flat().join(',')] as const)
      .filter(([, value]) => value !== ''),
  )
  if (!operation.body) return { method: operation.method, url, qs, body: undefined }
  const shown = withoutEmpty(pick(operation.body, first))
  const body = {
    ...convertAll(operation.body, { ...shown, ...pick(operation.body, fields) }, timeZone),
    ...(convert('json', fields.bodyJson ?? {}, timeZone) as object),
  }
  return { method: operation.method, url, qs, body }
}

/**
 * The idempotency key of one request. `run` is the execution that first ran the node: a retry has the
 * same one, so the same item is not sent twice.
 */
export function idempotencyKey(parts: {
  workflow: string
  run: string
  node: string
  loop: number
  item: number
  operation: string
}): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(Object.values(parts)))
    .digest('hex')
  return `n8n-${hash}`
}

/** Entries of a fixed collection and first fields are always present; empty ones were left out. */
function withoutEmpty(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => {
      const content = plain(value)
      if (content === '' || content === null || content === undefined) return false
      if (Array.isArray(content)) return content.length > 0
      return typeof content !== 'object' || Object.keys(content).length > 0
    }),
  )
}

function pick(conversions: Record<string, Conversion>, values: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in conversions))
}

function convertAll(
  conversions: Record<string, Conversion>,
  values: Record<string, unknown>,
  timeZone: string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(pick(conversions, values)).map(([name, value]) => {
      return [name, convert(conversions[name]!, value, timeZone)]
    }),
  )
}

function convert(conversion: Conversion, entered: unknown, timeZone: string): unknown {
  const value = plain(entered)
  if (typeof conversion === 'object') {
    const { items = [] } = (value ?? {}) as { items?: Record<string, unknown>[] }
    return items.map((item) => convertAll(conversion.items, withoutEmpty(item), timeZone))
  }
  if (conversion === 'list') {
    const parts = Array.isArray(value) ? value : String(value).split(',')
    return parts.map((part) => String(part).trim()).filter((part) => part !== '')
  }
  if (conversion === 'json') return typeof value === 'string' ? parseJson(value || '{}') : value
  if (conversion === 'date') return asText(value).slice(0, 10)
  if (conversion === 'instant') return withZone(asText(value), timeZone)
  return value
}

/** The ID of a resource locator, or the value itself. */
function plain(value: unknown): unknown {
  return value && typeof value === 'object' && '__rl' in value
    ? (value as unknown as { value: unknown }).value
    : value
}

function parseJson(text: string): unknown {
  if (!isJson(text)) throw new InputError(`This is not valid JSON: ${text.slice(0, 100)}`)
  return JSON.parse(text)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Expressions return Luxon objects or dates, which have `toISO` or `toISOString`. */
function asText(value: unknown): string {
  const date = value as { toISO?: () => string; toISOString?: () => string }
  return date?.toISO?.() ?? date?.toISOString?.() ?? String(value)
}

/** An ISO time with a zone. n8n's date field returns local times without one. */
function withZone(text: string, timeZone: string): string {
  if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/.test(text)) return text
  const local = new Date(`${text.length === 10 ? `${text}T00:00` : text.replace(' ', 'T')}Z`)
  const first = local.getTime() - offsetMs(local, timeZone)
  // The offset at the guess can differ from that at the result around a change of the clock.
  return new Date(local.getTime() - offsetMs(new Date(first), timeZone)).toISOString()
}

/** The offset of a time zone from UTC at an instant, in milliseconds. */
function offsetMs(instant: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')!.value
  const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
