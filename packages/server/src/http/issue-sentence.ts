import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const types: Readonly<Record<string, string>> = {
  string: 'It must be a string.',
  number: 'It must be a number.',
  int: 'It must be a whole number.',
  boolean: 'It must be true or false.',
  array: 'It must be an array.',
  object: 'It must be an object.',
  record: 'It must be an object.',
  null: 'It must be null.',
}

const formats: Readonly<Record<string, string>> = {
  datetime: 'It must be a date and time such as 2026-12-01T09:00:00Z.',
  date: 'It must be a date such as 2026-12-01.',
  email: 'It must be an email address.',
  uuid: 'It must be a UUID.',
}

/**
 * The message of a zod issue whose schema has no message. It starts with "It" or "This field", which
 * callers can replace by the field's name, and never quotes the input.
 */
export function issueSentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This field is required.'
      return types[String(issue.expected)] ?? 'It has the wrong type.'
    case 'too_small':
      return boundSentence(issue, 'at least', Number(issue.minimum))
    case 'too_big':
      return boundSentence(issue, 'at most', Number(issue.maximum))
    case 'invalid_format':
      if (issue.format === 'url') return urlSentence(issue)
      return formats[String(issue.format)] ?? 'It has the wrong format.'
    case 'invalid_value':
      return valueSentence(issue.values as unknown[])
    case 'not_multiple_of':
      return `It must be a multiple of ${Number(issue.divisor)}.`
    case 'unrecognized_keys':
      return 'It is not a field of this request.'
    case 'invalid_union':
      return 'It has none of the allowed forms.'
    case 'invalid_key':
      return 'It contains a name that is not allowed.'
    case 'invalid_element':
      return 'It contains an item that is not allowed.'
    default:
      return 'It is invalid.'
  }
}

function boundSentence(issue: Issue, relation: string, bound: number): string {
  const number = bound.toLocaleString('en')
  const unit = { string: 'character', array: 'item' }[String(issue.origin)]
  if (!unit) return `It must be ${relation} ${number}.`
  if (issue.code === 'too_small' && bound === 1) return 'It must not be empty.'
  return `It must have ${relation} ${number} ${unit}${bound === 1 ? '' : 's'}.`
}

function urlSentence(issue: Issue): string {
  const { def } = (issue.inst as unknown as { _zod: { def: { protocol?: RegExp } } })._zod
  if (def.protocol?.source === '^https$') return 'It must be an https URL.'
  if (def.protocol?.source === '^https?$') return 'It must be an http or https URL.'
  return 'It must be a URL.'
}

function valueSentence(values: readonly unknown[]): string {
  return `It must be ${values.length === 1 ? '' : 'one of '}${values.map(String).join(', ')}.`
}
