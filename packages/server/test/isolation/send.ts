import pg from 'pg'
import type { Route } from '../../src/http/route.ts'
import type { Caller } from './callers.ts'
import type { Fixture } from './fixture.ts'
import type { RequestDraft } from './requests.ts'

export type CapturedResponse = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  body: any
  /** Headers and body. */
  text: string
  /** Status, headers and body without request-specific values: equal for indistinguishable responses. */
  comparable: string
  /** The SQL statements of the request, without values. */
  statements: string[]
}

const recorded: string[] = []

/** Records the SQL statements of this process; returns a function that stops recording. */
export function recordStatements(): () => void {
  const { prototype } = pg.Client
  const query = prototype.query
  prototype.query = function (this: pg.Client, ...all: never[]) {
    const [first] = all as unknown as [string | { text?: string } | null]
    const text = typeof first === 'string' ? first : first?.text
    if (text) recorded.push(text)
    return (query as (...rest: never[]) => never).apply(this, all)
  } as never
  return () => {
    prototype.query = query
  }
}

let count = 0

export async function send(
  fixture: Fixture,
  caller: Caller,
  route: Route,
  draft: RequestDraft,
): Promise<CapturedResponse> {
  count += 1
  recorded.length = 0
  const headers = new Headers(caller.headers(route))
  if (draft.body !== undefined) headers.set('content-type', 'application/json')
  const response = await fixture.testApp.app.request(
    draft.path,
    {
      method: route.method.toUpperCase(),
      headers,
      ...(draft.body === undefined ? {} : { body: JSON.stringify(draft.body) }),
    },
    // Each request has its own IP address, so that sign-in attempts do not add up to the limit.
    { incoming: { socket: { remoteAddress: `2001:db8:${count.toString(16)}::1` } } },
  )
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const sent = isStream ? await firstOf(response) : await response.text()
  const isJson = response.headers.get('content-type')?.includes('application/json')
  const body = isJson ? JSON.parse(sent) : sent
  const statements = [...recorded]
  const responseHeaders = [...response.headers].filter(([name]) => name !== 'x-request-id')
  return {
    status: response.status,
    body,
    text: `${JSON.stringify(responseHeaders)}\n${sent}`,
    comparable: JSON.stringify([response.status, responseHeaders, withoutRequestId(body)]),
    statements,
  }
}

function withoutRequestId(body: { error?: Record<string, unknown> }): unknown {
  if (!body?.error) return body
  const { request_id: _, doc_url: __, ...rest } = body.error
  return { ...body, error: rest }
}

async function firstOf(response: Response): Promise<string> {
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}
