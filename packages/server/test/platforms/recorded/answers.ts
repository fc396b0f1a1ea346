import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** One answer of a network: to `METHOD /path`, `METHOD /path?query` or a prefix that ends in `*`. */
type Answer = {
  on: string
  /** The answer is given only once this call has been made. */
  after?: string
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

export type Sample = {
  network: string
  /** What the network did, and where that differs from its documents. */
  what: string
  /** The clock, as ISO 8601. */
  now?: string
  call: { ability: string; input?: object } & Record<string, unknown>
  answers?: Answer[]
  /** What should come out; several if each of them is right. */
  expected: Expected | Expected[]
}

export type Expected = {
  result?: unknown
  error?: object
  request?: { on: string; body?: object }
  not?: object
}

export type ReceivedRequest = { on: string; body: unknown }

/** The paths of a network in the sandbox, which the recorded paths do not have. */
const sandboxPrefix = /^\/(?:threads|instagram|facebook|tiktok)\/(?:www|graph|api|open)(?=\/)/

/** A server that gives the answers of one sample at a time and keeps the requests. */
export async function serveAnswers() {
  let answers: Answer[] = []
  let given = new Set<Answer>()
  let requests: ReceivedRequest[] = []

  const wasMade = (on: string) => requests.some((request) => matches(on, request.on))

  /** The answers to the most exact `on` are used up in order; the last one is repeated. */
  const answerTo = (on: string): Answer | undefined => {
    const usable = answers.filter((each) => matches(each.on, on))
    const current = usable.filter(({ after }) => after !== undefined && wasMade(after))
    const candidates = current.length > 0 ? current : usable.filter(({ after }) => !after)
    const exactness = Math.max(...candidates.map((each) => each.on.length))
    const exact = candidates.filter((each) => each.on.length === exactness)
    return exact.find((each) => !given.has(each)) ?? exact.at(-1)
  }

  const server = createServer(async (req, res) => {
    const body = await readRequestBody(req)
    const on = `${req.method} ${(req.url ?? '/').replace(sandboxPrefix, '')}`
    const answer = answerTo(on)
    requests.push({ on, body })
    if (!answer) return res.writeHead(404).end(`no answer was recorded for ${on}`)
    given.add(answer)
    res.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
    res.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests: () => requests,
    /** Starts the answers of another sample. */
    use: (sample: Sample) => {
      answers = sample.answers ?? []
      requests = []
      given = new Set()
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Whether an `on` of a sample stands for this request. */
export function matches(pattern: string, on: string): boolean {
  if (pattern.endsWith('*')) return on.startsWith(pattern.slice(0, -1))
  return pattern.includes('?') ? pattern === on : pattern === on.split('?')[0]
}

export function readSample(path: string): Sample {
  return JSON.parse(readFileSync(path, 'utf8'))
}

async function readRequestBody(req: IncomingMessage): Promise<unknown> {
  const body = await text(req)
  const type = req.headers['content-type'] ?? ''
  if (type.includes('json') && body) return JSON.parse(body)
  return type.includes('urlencoded') ? Object.fromEntries(new URLSearchParams(body)) : body
}
