import type { SampleRequest } from './sample-request.ts'

/** The characters that fit beside the fields of the reference. */
const lineCharsMax = 56

/**
 * The request as a shell command. Requests of signed-in members carry the session cookie and, because
 * the server accepts their changes only from its own pages, the `Origin` of such a page.
 */
export function curlSample(request: SampleRequest): string {
  const { method, publicUrl, path, query, body, responseType } = request
  const search = Object.entries(query).map(
    ([name, value]) => `${name}=${[value].flat().map(encodeURIComponent).join()}`,
  )
  const address = `${publicUrl}${path}${search.length > 0 ? `?${search.join('&')}` : ''}`
  const options = [
    ...headersOf(request).map((header) => `-H "${header}"`),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${quote(jsonOf(body))}`]),
  ]
  const command = [
    'curl',
    ...(responseType === 'text/event-stream' ? ['-N'] : []),
    ...(method === 'GET' ? [] : ['-X', method]),
    `"${address}"`,
  ].join(' ')
  return [command, ...options].join(' \\\n  ')
}

/** The headers that authorize a request, with the variables of the shell that have the secrets. */
export function headersOf({
  access,
  publicUrl,
  method,
}: Pick<SampleRequest, 'access' | 'publicUrl' | 'method'>): string[] {
  if (access === 'key' || access === 'owner') return ['Authorization: Bearer $POSTERN_KEY']
  const prefix = publicUrl.startsWith('https:') ? '__Host-' : ''
  return [
    ...(access === 'member' ? [`Cookie: ${prefix}postern_session=$POSTERN_SESSION`] : []),
    ...(method === 'GET' ? [] : [`Origin: ${publicUrl}`]),
  ]
}

/** JSON in which objects and lists are on one line if they fit. */
function jsonOf(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  const parts = Array.isArray(value)
    ? value.map((each) => jsonOf(each, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${jsonOf(each, inner)}`)
  if (parts.length === 0) return `${open}${close}`.replaceAll(' ', '')
  const line = `${open}${parts.join(', ')}${close}`
  if (indent.length + line.length < lineCharsMax && !line.includes('\n')) return line
  return `${open.trim()}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close.trim()}`
}

/** A word of the shell in single quotes, in which nothing is expanded. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
