import pg from 'pg'
import type { Route } from '../../src/http/route.ts'
import type { Caller } from './callers.ts'
import type { Fixture } from './fixture.ts'
import type { RequestDraft } from './requests.ts'

export type CapturedResponse = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the wire carries
  body: any
  /** All that was sent back, headers too. */
  text: string
  /** The same for two requests that nobody can tell apart. */
  comparable: string
  /** What the database was asked, in words without values. */
  statements: string[]
}

const recorded: string[] = []

/** Notes the statements of this process from now on; answers how to stop. */
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
    // Each from an address of its own: no try to sign in counts against another.
    { incoming: { socket: { remoteAddress: `2001:db8:${count.toString(16)}::1` } } },
  )
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const sent = isStream ? await firstOf(response) : await response.text()
  const isJson = response.headers.get('content-type')?.includes('application/json')
  const body = isJson ? JSON.parse(sent) : sent
  const statements = [...recorded]
  const kept = [...response.headers].filter(([name]) => name !== 'x-request-id')
  const face = JSON.stringify([response.status, kept, withoutRequest(body)])
  return {
    status: response.status,
    body,
    text: `${JSON.stringify(kept)}\n${sent}`,
    comparable: face,
    statements,
  }
}

function withoutRequest(body: { error?: Record<string, unknown> }): unknown {
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
