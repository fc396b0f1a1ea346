import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWebhook } from '../../test/build.ts'
import { openInbox } from '../../test/inbox.ts'
import { openReceiver, type Receiver } from '../../test/receiver.ts'
import { useTestApp } from '../../test/test-app.ts'
import { inSpan, traceIds } from '../telemetry/trace.ts'
import { startTracing } from './tracing.ts'

type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number; message?: string }
}

const testApp = useTestApp()
let receiver: Receiver
let collector: Server
const bodies: string[] = []

beforeAll(async () => {
  receiver = await openReceiver()
  collector = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    bodies.push(body)
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  await receiver.close()
  collector.close()
})

/** The spans that the collector received after the work was done and tracing stopped. */
async function traced(work: () => Promise<void>): Promise<Span[]> {
  bodies.length = 0
  const { port } = collector.address() as AddressInfo
  const stop = await startTracing({ url: `http://127.0.0.1:${port}`, version: '1.2.3' })
  await work()
  await stop()
  return bodies.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  )
}

function attributesOf(span: Span): Record<string, unknown> {
  return Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}

test('a request has a span with its transaction as a child, and its log line has the trace id', async () => {
  testApp.logLines.length = 0
  const spans = await traced(async () => {
    await testApp.call('POST', '/v1/webhooks', {
      url: 'http://127.0.0.1:9/nobodys-business',
      events: ['*'],
    })
  })
  const request = spans.find(({ name }) => name === 'request')!
  expect(attributesOf(request)).toMatchObject({
    operation: 'createWebhook',
    'http.request.method': 'POST',
    'http.response.status_code': 201,
  })
  const transaction = spans.find(({ name }) => name === 'transaction')!
  expect(transaction).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId })
  const lines = testApp.logLines.map((line) => JSON.parse(line))
  expect(lines.find(({ msg }) => msg === 'request.answered')).toMatchObject({
    trace_id: request.traceId,
    span_id: request.spanId,
    actor_id: expect.stringMatching(/^key_/),
  })
  expect(bodies.join()).not.toContain('nobodys-business')
  expect(bodies.join()).toContain('"postern"')
})

test('platform calls and deliveries are spans, without addresses, ids or texts', async () => {
  await buildWebhook(testApp, { url: `${receiver.url}/hook` })
  const inbox = await openInbox(testApp)
  await inbox.addComment({ text: 'A text that no trace may have' })
  const spans = await traced(async () => {
    await testApp.work()
  })
  const call = spans.find(({ name }) => name === 'platform.call')!
  expect(attributesOf(call)).toEqual({ platform: 'threads', method: 'GET', outcome: 'ok' })
  const deliveries = spans.filter(({ name }) => name === 'delivery').map(attributesOf)
  expect(deliveries).toContainEqual({ event_type: 'comment.created', outcome: 'succeeded' })
  expect(bodies.join()).not.toMatch(/access_token|prof_01|acc_01|A text that|\/hook/)
})

test('a failed span has only the error’s name, and log lines in a span have its ids', async () => {
  const ids: object[] = []
  const spans = await traced(async () => {
    const failing = inSpan('test', {}, async () => {
      ids.push(traceIds())
      throw new TypeError('with a secret in it')
    })
    await expect(failing).rejects.toThrow(TypeError)
  })
  const span = spans.find(({ name }) => name === 'test')!
  expect(span.status).toEqual({ code: 2, message: 'TypeError' })
  expect(ids).toEqual([{ trace_id: span.traceId, span_id: span.spanId }])
  expect(bodies.join()).not.toContain('with a secret')
  expect(traceIds()).toEqual({})
})
