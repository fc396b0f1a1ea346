import { once } from 'node:events'
import { request as openRequest, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { createApp } from '../app.ts'
import { limits } from '../core/limits.ts'
import { openDatabase } from '../database/open.ts'
import { beginDraining } from '../jobs/draining.ts'
import { closeHttp, listenHttp } from './server.ts'
import { limitTraffic } from './traffic.ts'
import type { Vars } from './vars.ts'

const testApp = useTestApp({ poolMax: 4, acquireMsMax: 3_000 })
let server: Server
let port = 0
const sockets: Socket[] = []

beforeEach(async () => {
  const config = { ...testApp.ctx.config, host: '127.0.0.1', port: 0 }
  // A separate configuration, so that draining in one test does not affect the next.
  server = await listenHttp(config, createApp({ ...testApp.ctx }).fetch)
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await closeHttp(server, 0)
})

async function codeOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: string } }
  return error.code
}

type PendingRequest = { socket: Socket; response(): Promise<string> }

/** Starts a POST that announces a body and never sends it. */
async function startRequest(
  length: number,
  { from = '', path = '/v1/profiles' }: { from?: string; path?: string } = {},
): Promise<PendingRequest> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testApp.ownerKey}\r\n` +
      (from && `X-Forwarded-For: ${from}\r\n`) +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  )
  return { socket, response: () => text(socket) }
}

async function get(path: string, headers: Record<string, string> = {}) {
  const sent = openRequest({ port, host: '127.0.0.1', path, headers, agent: false }).end()
  const [response] = await once(sent, 'response')
  const body = await text(response)
  return { status: response.statusCode as number, headers: response.headers, body }
}

/** The same from another address, by way of the trusted proxy on this machine. */
const meFrom = async (ip: string) => {
  const headers = { authorization: `Bearer ${testApp.ownerKey}`, 'x-forwarded-for': ip }
  return (await get('/v1/me', headers)).status
}

const me = () => get('/v1/me', { authorization: `Bearer ${testApp.ownerKey}` })

/** Requests until the response has this status, because started requests arrive one by one. */
async function untilStatus(status: number): Promise<Awaited<ReturnType<typeof me>>> {
  let last = await me()
  await expect
    .poll(
      async () => {
        last = await me()
        return last.status
      },
      { timeout: 10_000, interval: 20 },
    )
    .toBe(status)
  return last
}

test('too many requests in progress return 503 overloaded immediately, and 200 once they finished', async () => {
  expect((await me()).status).toBe(200)
  await Promise.all(Array.from({ length: limits.traffic.requestsMax }, () => startRequest(10)))
  const refused = await untilStatus(503)
  expect(JSON.parse(refused.body).error).toMatchObject({ code: 'overloaded', retryable: true })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.headers.connection).toBe('close')
  expect((await get('/health')).status).toBe(200)
  // A trusted proxy without X-Forwarded-For is exempt from the share of one address.
  expect(sockets.filter((socket) => socket.bytesRead > 0)).toEqual([])
  for (const socket of sockets) socket.destroy()
  await untilStatus(200)
})

test('too many bytes of bodies return 503 overloaded before the number of requests is reached', async () => {
  const count = limits.traffic.bodyBytesMax / limits.body.jsonBytesMax
  expect(count).toBeLessThan(limits.traffic.requestsMax / 4)
  const path = '/v1/posts'
  for (let index = 0; index < count; index += 1)
    await startRequest(limits.body.jsonBytesMax, { path })
  const { socket, response } = await startRequest(limits.body.jsonBytesMax, { path })
  await once(socket, 'readable')
  expect(await response()).toContain('"overloaded"')
  // Requests without a body are still served.
  expect((await me()).status).toBe(200)
})

test('a finished stream frees its slot', async () => {
  const app = new Hono<{ Variables: Vars }>()
  app.use(limitTraffic(testApp.ctx))
  app.onError((err, call) => call.text(String(err), 503))
  app.get('/stream', (call) =>
    call.body(new ReadableStream({ start: (to) => to.enqueue(new Uint8Array(1)) }), 200, {
      'content-type': 'text/event-stream',
    }),
  )
  const waiting: (() => void)[] = []
  app.get('/wait', async (call) => {
    await new Promise<void>((resume) => waiting.push(resume))
    return call.text('over')
  })
  const testServer = await new Promise<ServerType>((resolve) => {
    const opened = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(opened),
    )
  })
  const origin = `http://127.0.0.1:${(testServer.address() as AddressInfo).port}`
  try {
    for (let time = 0; time < 3; time += 1) {
      const ending = new AbortController()
      await fetch(`${origin}/stream`, { signal: ending.signal })
      ending.abort()
    }
    const { requestsMax } = limits.traffic
    const pending = Array.from({ length: requestsMax }, () => fetch(`${origin}/wait`))
    await expect.poll(() => waiting.length).toBe(requestsMax)
    expect((await fetch(`${origin}/wait`, { signal: AbortSignal.timeout(5_000) })).status).toBe(503)
    for (const resume of waiting) resume()
    for (const { status } of await Promise.all(pending)) expect(status).toBe(200)
  } finally {
    testServer.close()
  }
})

test('one address gets at most half of the requests, the next one half of the rest', async () => {
  const { requestsMax } = limits.traffic
  const slow = '203.0.113.7'
  await Promise.all(Array.from({ length: requestsMax / 2 }, () => startRequest(10, { from: slow })))
  await expect.poll(() => meFrom(slow)).toBe(503)
  expect(await meFrom('203.0.113.8')).toBe(200)

  // A /64 counts as one address; another one gets half of the rest.
  const six = (place: number) => `2001:db9:1:1::${place.toString(16)}`
  await Promise.all(
    Array.from({ length: requestsMax / 4 }, (_, place) => startRequest(10, { from: six(place) })),
  )
  await expect.poll(() => meFrom(six(9_999))).toBe(503)
  expect(await meFrom('2001:db9:1:2::1')).toBe(200)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => meFrom(slow)).toBe(200)
})

test('one address gets at most half of the body bytes', async () => {
  const length = limits.inbound.bodyBytesMax
  const path = '/platform-webhooks/threads'
  const create = (from: string) =>
    fetch(`http://127.0.0.1:${port}/v1/profiles`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${testApp.ownerKey}`,
        'content-type': 'application/json',
        'x-forwarded-for': from,
      },
      body: JSON.stringify({ name: 'Meanwhile' }),
    }).then((response) => response.status)
  const slow = '203.0.113.7'
  for (let index = 0; index < limits.traffic.bodyBytesMax / length; index += 1) {
    await startRequest(length, { from: slow, path })
  }
  await expect.poll(() => create(slow)).toBe(503)
  expect(await meFrom(slow)).toBe(200)
  expect(await create('203.0.113.8')).toBe(201)
})

test('a request without a free database connection returns 503 overloaded within the deadline', async () => {
  const connections = await Promise.all(
    Array.from({ length: 4 }, () => testApp.ctx.db.pool.connect()),
  )
  try {
    const began = performance.now()
    const refused = await fetch(`http://127.0.0.1:${port}/v1/profiles`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testApp.ownerKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Late' }),
    })
    expect(await refused.json()).toMatchObject({ error: { code: 'overloaded' } })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).not.toBeNull()
    expect(performance.now() - began).toBeLessThan(20_000)
    const page = await fetch(`http://127.0.0.1:${port}/connect/${'a'.repeat(43)}`)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await page.text()).toContain('try again in a moment')
  } finally {
    for (const client of connections) client.release()
  }
  expect((await me()).status).toBe(200)
})

test('a connection lost in the middle of a request returns 503 unavailable, and the next succeeds', async () => {
  const locker = await testApp.ctx.db.pool.connect()
  await locker.query('begin')
  await locker.query('lock table api_key in access exclusive mode')
  // Use another connection: in a transaction pg_stat_activity does not change.
  const { pool } = testApp.ctx.db
  const breakOff = `select pg_terminate_backend(pid) from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  try {
    let isFinished = false
    const waiting = me().finally(() => {
      isFinished = true
    })
    await expect
      .poll(async () => {
        await pool.query(breakOff)
        return isFinished
      })
      .toBe(true)
    const refused = await waiting
    expect(refused.status).toBe(503)
    expect(JSON.parse(refused.body).error).toMatchObject({ code: 'unavailable', retryable: true })
  } finally {
    await locker.query('rollback')
    locker.release()
  }
  expect((await me()).status).toBe(200)
})

test('an unresponsive database returns 503 unavailable within the deadline', async () => {
  const db = openDatabase({
    connection: testApp.ctx.db.connection,
    poolMax: 1,
    log: testApp.ctx.log,
    queryMsMax: 300,
  })
  const locker = await testApp.ctx.db.pool.connect()
  await locker.query('begin')
  await locker.query('lock table api_key in access exclusive mode')
  try {
    const app = createApp({ ...testApp.ctx, db })
    const ask = () =>
      app.request('/v1/me', { headers: { authorization: `Bearer ${testApp.ownerKey}` } })
    const refused = await ask()
    expect([refused.status, await codeOf(refused)]).toEqual([503, 'unavailable'])
    await locker.query('commit')
    // The connection without a response is discarded.
    expect((await ask()).status).toBe(200)
  } finally {
    locker.release()
    await db.close()
  }
})

test('a stopping process reports it, closes connections after responses and finishes running requests', async () => {
  const ctx = { ...testApp.ctx, config: { ...testApp.ctx.config } }
  const listener = await listenHttp(
    { ...ctx.config, host: '127.0.0.1', port: 0 },
    createApp(ctx).fetch,
  )
  port = (listener.address() as AddressInfo).port
  const body = JSON.stringify({ name: 'Finished while it stops' })
  const slow = await startRequest(body.length)
  expect((await get('/ready')).body).not.toContain('"draining"')
  beginDraining(ctx)
  const ready = await get('/ready')
  expect(ready.body).toContain('"draining"')
  expect([ready.status, ready.headers.connection]).toEqual([503, 'close'])
  const closed = closeHttp(listener, 0)
  await expect.poll(() => listener.listening).toBe(false)
  await expect(me()).rejects.toThrow('ECONNREFUSED')
  slow.socket.write(body)
  const response = await slow.response()
  expect(response).toMatch(/^HTTP\/1.1 201 /)
  expect(response.toLowerCase()).toContain('connection: close')
  await closed
})
