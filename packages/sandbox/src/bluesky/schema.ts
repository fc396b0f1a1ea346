/** Says what is wrong with a value at `path`, in the words of the original, or null. */
export type Check = (value: unknown, path: string) => string | null

type Fields = Record<string, Check>

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

export function graphemes(text: string): number {
  return [...GRAPHEMES.segment(text)].length
}

type StringRules = { graphemes?: number; bytes?: number; format?: RegExp; name?: string }

export function string(rules: StringRules = {}): Check {
  return (value, path) => {
    if (typeof value !== 'string') return `Expected string value type at ${path}`
    const size = Buffer.byteLength(value)
    if (rules.bytes !== undefined && size > rules.bytes) {
      return `string too big (maximum ${rules.bytes}, got ${size}) at ${path}`
    }
    if (rules.graphemes !== undefined && graphemes(value) > rules.graphemes) {
      return `grapheme too big (maximum ${rules.graphemes}, got ${graphemes(value)}) at ${path}`
    }
    const isRight = !rules.format || rules.format.test(value)
    return isRight ? null : `Invalid ${rules.name ?? 'string'} format at ${path}`
  }
}

export const integer: Check = (value, path) =>
  Number.isInteger(value) && (value as number) >= 0
    ? null
    : `Expected integer value type at ${path}`

export function array(item: Check, max = Number.POSITIVE_INFINITY): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return `Expected array value type at ${path}`
    if (value.length > max) return `array too big (maximum ${max}, got ${value.length}) at ${path}`
    return first(value.map((member, index) => item(member, `${path}[${index}]`)))
  }
}

/** Members beyond those named are allowed. */
export function object(required: Fields, optional: Fields = {}): Check {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return `Expected object value type at ${path}`
    }
    const members = value as Record<string, unknown>
    const missing = Object.keys(required).find((key) => members[key] === undefined)
    if (missing) return `Missing required key "${missing}" at ${path}`
    const checks = Object.entries({ ...required, ...optional })
    return first(
      checks.map(([key, check]) =>
        members[key] === undefined ? null : check(members[key], `${path}.${key}`),
      ),
    )
  }
}

/** One of several objects, told apart by `$type`. Unknown types pass, as in an open union. */
export function union(variants: Fields): Check {
  return (value, path) => {
    const type = (value as { $type?: unknown } | null)?.$type
    if (typeof type !== 'string') return `Missing required key "$type" at ${path}`
    return Object.hasOwn(variants, type) ? variants[type]!(value, path) : null
  }
}

function first(problems: (string | null)[]): string | null {
  return problems.find((problem) => problem !== null) ?? null
}
