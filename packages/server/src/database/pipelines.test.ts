import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '../../test/house.ts'
import { readByOnePlan, readKept } from './kept.ts'
import { createPipelines, type Pipelines } from './pipelines.ts'

let house: House
let pipelines: Pipelines | null = null
const errors: unknown[] = []
beforeAll(async () => {
  house = await openHouse({ poolMax: 4 })
})
afterEach(async () => {
  await pipelines?.close()
  pipelines = null
  errors.length = 0
})
afterAll(() => house.close())

/** Opened, and used often enough that its statements take it. */
async function opened(...texts: string[]): Promise<Pipelines> {
  const { options } = house.ctx.db.pool
  const made = createPipelines({
    connection: { ...options, password: options.password } as pg.ClientConfig,
    queryMsMax: undefined,
    onError: (err) => errors.push(err),
  })
  pipelines = made
  for (const text of texts) {
    await expect.poll(() => made.run(text, [1]) !== null, { timeout: 10_000 }).toBe(true)
  }
  return made
}

function openedAt(port: number): Pipelines {
  pipelines = createPipelines({
    connection: { host: '127.0.0.1', port },
    queryMsMax: undefined,
    onError: (err) => errors.push(err),
  })
  return pipelines
}

const backendsOf = async (results: (pg.QueryResult | undefined)[]) =>
  new Set(results.map((result) => result?.rows[0].pid))

test('statements that come together follow each other on one connection, each with its own answer', async () => {
  const text = 'select $1::int as n, pg_backend_pid() as pid /* together */'
  const { run } = await opened(text)
  const results = await Promise.all([1, 2, 3, 4, 5].map((n) => run(text, [n])!))
  expect(results.map((result) => result.rows[0].n)).toEqual([1, 2, 3, 4, 5])
  expect((await backendsOf(results)).size).toBe(1)
})

test('one that fails is the only one that fails', async () => {
  const text = 'select 1 / $1::int as n /* division */'
  const { run } = await opened(text)
  const results = await Promise.allSettled([1, 0, 1].map((n) => run(text, [n])!))
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a statement that comes seldom goes another way', async () => {
  const { run } = await opened('select $1::int as n /* often */')
  expect(run('select $1::int as n /* seldom */', [1])).toBeNull()
})

test('one that was found to take long goes another way from then on', async () => {
  const text = 'select $1::int as n, pg_sleep(0.3) /* long */'
  const { run } = await opened(text)
  await expect.poll(() => run(text, [1]), { timeout: 10_000 }).toBeNull()
})

test('a connection that is cut is left; what was on it fails, what comes later is answered', async () => {
  const text = 'select $1::int as n, pg_backend_pid() as pid /* cut */'
  const { run } = await opened(text)
  const { rows } = (await run(text, [1]))!
  await house.ctx.db.pool.query('select pg_terminate_backend($1, 5000)', [rows[0].pid])
  await expect.poll(() => run(text, [2]), { timeout: 10_000 }).toBeNull()
  expect(errors).toHaveLength(1)
  await expect.poll(() => run(text, [3]), { timeout: 10_000 }).not.toBeNull()
  const after = await run(text, [4])
  expect(after!.rows[0].n).toBe(4)
  expect(after!.rows[0].pid).not.toBe(rows[0].pid)
})

test('a connection that is ended with the packet that says it is ready takes nothing with it', async () => {
  const text = 'select $1::int as n /* ended as it began */'
  const ended = 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'
  const postgres = await pretend((socket) => {
    socket.end(Buffer.concat([...isReady, message('E', ended)]))
  })
  const made = openedAt(postgres.port)
  await expect.poll(() => made.run(text, [1]) ?? errors[0], { timeout: 10_000 }).toBeDefined()
  expect(errors[0]).toMatchObject({ code: '57P01' })
  expect(made.run(text, [2])).toBeNull()
  await postgres.close()
})

test('whoever closes them waits for one that is being opened', async () => {
  const text = 'select $1::int as n /* opening */'
  let asked: Socket | null = null
  const postgres = await pretend((socket) => {
    asked = socket
  })
  const made = openedAt(postgres.port)
  await expect.poll(() => made.run(text, [1]) ?? asked, { timeout: 10_000 }).not.toBeNull()
  const closing = made.close().then(() => 'closed')
  const socket = asked as unknown as Socket
  const word = new Promise<string>((resolve) => socket.once('data', (it) => resolve(`${it}`)))
  const answered = new Promise<string>((resolve) => setImmediate(() => resolve('not yet')))
  expect(await Promise.race([closing, answered])).toBe('not yet')
  socket.write(Buffer.concat(isReady))
  expect(await closing).toBe('closed')
  expect((await word)[0]).toBe('X')
  await postgres.close()
})

test('what has one good plan runs where PostgreSQL makes no other, the rest where it weighs', async () => {
  const { keeping } = house.ctx.db
  const modeOf = (word: string) =>
    sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode, ${word}::text as word`
  const planned = async () => (await readByOnePlan(keeping, modeOf('planned')))[0]?.mode
  await expect.poll(planned, { timeout: 10_000 }).toBe('force_generic_plan')
  const name = sql<{
    name: string
    mode: string
  }>`select current_setting('application_name') as name,
    current_setting('plan_cache_mode') as mode`
  const weighed = async () => (await readKept(keeping, name))[0]
  await expect.poll(weighed, { timeout: 10_000 }).toEqual({ name: 'postern reads', mode: 'auto' })
})

/** Something that a client takes for a PostgreSQL, which says what it likes to whoever comes. */
async function pretend(answer: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise((resolve) => server.close(resolve))
  return { port: (server.address() as AddressInfo).port, close }
}

/** One of PostgreSQL's protocol 3.0. */
function message(type: string, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body as string)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length + 4)
  return Buffer.concat([Buffer.from(type), length, bytes])
}

const isReady = [message('R', Buffer.alloc(4)), message('Z', 'I')]
