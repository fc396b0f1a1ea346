import type { SampleRequest } from './sample-request.ts'

/** Names of fields that are keywords of Python; the client appends an underscore to them. */
const keywords = new Set([
  'from',
  'class',
  'import',
  'pass',
  'is',
  'in',
  'not',
  'or',
  'and',
  'with',
])
const lineCharsMax = 80

/**
 * The request with the Python client, or `null` for those it does not have: streams, and what only a
 * signed-in member can do.
 */
export function pythonSample(request: SampleRequest): string | null {
  const { access, publicUrl, responseType } = request
  if (access === 'member' || access === 'public') return null
  if (responseType === 'text/event-stream') return null
  return [
    'import os',
    '',
    'from postern import Postern',
    '',
    `client = Postern(${JSON.stringify(publicUrl)}, os.environ["POSTERN_KEY"])`,
    '',
    callOf(request),
    '',
  ].join('\n')
}

function callOf({ operationId, ids, body, query }: SampleRequest): string {
  const named = Object.entries({ ...(body as object), ...query })
  const isList = operationId.startsWith('list')
  const values = [
    ...ids.map((id) => literal(id)),
    ...named.map(([name, value]) => `${nameOf(name)}=${literal(value, '    ')}`),
  ]
  const method = operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const call = grouped(`client.${method}(`, values, ')', '')
  return isList ? `for item in ${call}:\n    print(item)` : `result = ${call}\nprint(result)`
}

const nameOf = (name: string) => (keywords.has(name) ? `${name}_` : name)

/** A JSON value as Python. */
function literal(value: unknown, indent = ''): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  if (Array.isArray(value)) {
    const items = value.map((each) => literal(each, inner))
    return grouped('[', items, ']', indent)
  }
  const items = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}: ${literal(each, inner)}`,
  )
  return grouped('{', items, '}', indent)
}

/** Parts between brackets, on one line if they fit. */
function grouped(open: string, parts: readonly string[], close: string, indent: string): string {
  const line = `${open}${parts.join(', ')}${close}`
  if (parts.length === 0 || (line.length <= lineCharsMax && !line.includes('\n'))) return line
  return `${open}\n${parts.map((part) => `${indent}    ${part},\n`).join('')}${indent}${close}`
}
