/** Says what is wrong with a value at `path`, in the words of the original, or null. */
export type Check = (value: unknown, path: string) => string | null

type Fields = Record<string, Check>

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

export function graphemes(text: string): number {
  return [...segmenter.segment(text)].length
}

/** `name` of a `format` as in its error, such as `datetime`. */
type StringRules = { graphemes?: number; bytes?: number; format?: RegExp; name?: string }

export function string(rules: StringRules = {}): Check {
  const { bytes = Number.POSITIVE_INFINITY, graphemes: max = bytes, format, name } = rules
  return (value, path) => {
    if (typeof value !== 'string') return unexpected('string', value, path)
    if (Buffer.byteLength(value) > bytes) {
      return tooBig('string', bytes, Buffer.byteLength(value), path)
    }
    if (graphemes(value) > max) return tooBig('grapheme', max, graphemes(value), path)
    const isRight = !format || format.test(value)
    return isRight ? null : `Invalid ${name} (got ${shown(value)}) at ${path}`
  }
}

/** An integer from 0. */
export const integer: Check = (value, path) => {
  if (!Number.isInteger(value)) return unexpected('integer', value, path)
  return (value as number) >= 0 ? null : `integer too small (minimum 0, got ${value}) at ${path}`
}

export function array(item: Check, max = Number.POSITIVE_INFINITY): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return unexpected('array', value, path)
    if (value.length > max) return tooBig('array', max, value.length, path)
    return first(value.map((member, index) => item(member, `${path}[${index}]`)))
  }
}

/** Members beyond those named are allowed. */
export function object(required: Fields, optional: Fields = {}): Check {
  return (value, path) => {
    if (!isObject(value)) return unexpected('object', value, path)
    const missing = Object.keys(required).find((key) => value[key] === undefined)
    if (missing) return `Missing required key "${missing}" at ${path}`
    const checks = Object.entries({ ...required, ...optional })
    return first(
      checks.map(([key, check]) =>
        value[key] === undefined ? null : check(value[key], `${path}.${key}`),
      ),
    )
  }
}

/** One of several objects, told apart by `$type`. Unknown types pass, as in an open union. */
export function union(variants: Fields): Check {
  return (value, path) => {
    const type = isObject(value) ? value.$type : undefined
    if (typeof type !== 'string') {
      const expected = 'Expected an object which includes the "$type" property value type'
      return `${expected} (got ${shown(value)}) at ${path}`
    }
    return Object.hasOwn(variants, type) ? variants[type]!(value, path) : null
  }
}

/** A reference to an uploaded file of the type `accept`, of at most `bytesMax`. */
export function blob(accept: string, bytesMax: number): Check {
  const form = object({ ref: object({ $link: string() }), mimeType: string(), size: integer })
  return (value, path) => {
    if (!isObject(value) || value.$type !== 'blob' || form(value, path)) {
      return unexpected('blob', value, path)
    }
    const { mimeType, size } = value as { mimeType: string; size: number }
    if (!matchesType(accept, mimeType)) {
      return `Expected ${shown(accept)} (got ${shown(mimeType)}) at ${path}.mimeType`
    }
    return size > bytesMax ? tooBig('blob', bytesMax, size, path) : null
  }
}

function matchesType(accept: string, mimeType: string): boolean {
  return accept.endsWith('/*') ? mimeType.startsWith(accept.slice(0, -1)) : mimeType === accept
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unexpected(type: string, value: unknown, path: string): string {
  return `Expected ${type} value type (got ${shown(value)}) at ${path}`
}

function tooBig(type: string, max: number, size: number, path: string): string {
  return `${type} too big (maximum ${max}, got ${size}) at ${path}`
}

/** A value in an error: the first member of an object only. */
function shown(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value) ?? String(value)
  const [key] = Object.keys(value)
  return key === undefined ? '{}' : `{${JSON.stringify(key)}: ...}`
}

function first(problems: (string | null)[]): string | null {
  return problems.find((problem) => problem !== null) ?? null
}
