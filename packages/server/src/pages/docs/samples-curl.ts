import type { SampleRequest } from './sample-request.ts'

const lineCharsMax = 60

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

function headersOf({ access, publicUrl, method }: SampleRequest): string[] {
  if (access === 'key' || access === 'owner') return ['Authorization: Bearer $POSTERN_KEY']
  const prefix = publicUrl.startsWith('https:') ? '__Host-' : ''
  return [
    ...(access === 'member' ? [`Cookie: ${prefix}postern_session=$POSTERN_SESSION`] : []),
    ...(method === 'GET' ? [] : [`Origin: ${publicUrl}`]),
  ]
}

function jsonOf(body: unknown): string {
  const line = JSON.stringify(body)
  return line.length > lineCharsMax ? JSON.stringify(body, null, 2) : line
}

/** A word of the shell in single quotes, in which nothing is expanded. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
