import type { FieldChange, PlainValue } from '../schemas/audit-entry.ts'

/** Fields that have a time, a switch, IDs or one of a few words. Others can have texts of clients. */
const plainFields = new Set([
  'active',
  'color',
  'disabled',
  'jitter_minutes',
  'language',
  'mode',
  'paused',
  'profile_ids',
  'reply_status',
  'role',
  'scheduled_at',
  'second_factor_required_for',
  'thread_fallback',
  'time_zone',
])

/**
 * The fields of an update's request that have another value after it than before, with the values of
 * plain fields. Only fields that the resource shows count: not a password, nor an option of the request.
 */
export function fieldChanges(request: object, before: object, after: object): FieldChange[] {
  return Object.entries(request)
    .filter(([field]) => field in after)
    .filter(([field, sent]) => {
      const [was, is] = [before, after].map((shown) => fieldOf(shown, field))
      return JSON.stringify(sentParts(was, sent)) !== JSON.stringify(sentParts(is, sent))
    })
    .map(([field]) => ({ field, values: plainValues(field, before, after) }))
}

function plainValues(field: string, before: object, after: object): FieldChange['values'] {
  if (!plainFields.has(field)) return null
  const [was, is] = [before, after].map((shown) => (fieldOf(shown, field) ?? null) as PlainValue)
  return { before: was!, after: is! }
}

function fieldOf(shown: object, field: string): unknown {
  return (shown as Record<string, unknown>)[field]
}

/**
 * What a value has at the places that the request names. Without the rest, such as the status of a post's
 * target, which changes with the post's time.
 */
function sentParts(shown: unknown, sent: unknown): unknown {
  if (Array.isArray(shown) && Array.isArray(sent)) {
    return shown.map((item, index) => sentParts(item, sent[index]))
  }
  if (!isObject(shown) || !isObject(sent)) return shown
  return Object.keys(sent).map((name) => sentParts(shown[name], sent[name]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
