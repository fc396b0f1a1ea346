import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { marks } from './isolation/spaces.ts'
import { openWorld, type World } from './isolation/world.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let world: World
let app: World['house']['app']

beforeAll(async () => {
  world = await openWorld()
  app = createApp(world.house.ctx, { verifyAnswers: false })
  await addLaterLink()
})
afterAll(() => world?.close())

const id = (noun: keyof World['things']) => world.things[noun].other![0]!

/** A newer one, that is over much later. */
async function addLaterLink(): Promise<void> {
  const { read: db } = world.house.ctx.db
  const { rows } = await sql<{ profile_id: string }>`select profile_id from connect_link
    where id = ${id('connect_link')}`.execute(db)
  const made = await world.otherHouse.call(
    'POST',
    `/v1/profiles/${rows[0]!.profile_id}/connect-links`,
    { redirect_url: `https://${marks.other}.example.com/back` },
  )
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const at = new Date(world.house.clock.now().getTime() + 900 * dayMs)
  await sql`update connect_link set expires_at = ${at} where id = ${made.body.id}`.execute(db)
}

async function read(path: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${world.keys.other}` }
  const response = await app.request(path, { headers })
  return { status: response.status, text: await response.text() }
}

/** Reads it until it is given as it was last time, then again when that much later. */
async function later(path: string, ms: number) {
  let before = ''
  for (let time = 0; time < 4; time += 1) {
    const answer = await read(path)
    expect(answer.status, answer.text).toBe(200)
    before = answer.text
  }
  world.house.clock.advance(ms)
  return { before, after: await read(path) }
}

const soonOver = async (table: string, column: string, of: string) => {
  const at = new Date(world.house.clock.now().getTime() + hourMs)
  const { read: db } = world.house.ctx.db
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${at} where id = ${of}`.execute(db)
}

// Of each read that says something of the time, once that time has come: nothing is written then.
test.each(['/v1/connect-links', 'one'])('a link is expired at its time: %s', async (path) => {
  const link = id('connect_link')
  await soonOver('connect_link', 'expires_at', link)
  const one = path === 'one' ? `/v1/connect-links/${link}` : path
  const { before, after } = await later(one, hourMs)
  const statusIn = (text: string) => {
    const said = JSON.parse(text)
    return (said.data ?? [said]).find((each: { id: string }) => each.id === link).status
  }
  expect([statusIn(before), statusIn(after.text)]).toEqual(['valid', 'expired'])
})

test.each([
  ['valid', true],
  ['expired', false],
])('a link is among those of a status from its time on: %s', async (status, isBefore) => {
  const link = id('connect_link')
  await soonOver('connect_link', 'expires_at', link)
  const { before, after } = await later(`/v1/connect-links?status=${status}`, hourMs)
  expect([before.includes(link), after.text.includes(link)]).toEqual([isBefore, !isBefore])
})

test.each([
  ['expires_at', 'expired'],
  ['ends_at', 'revoked'],
])('a key ends at its time: %s', async (column, status) => {
  await soonOver('api_key', column, id('api_key'))
  const { before, after } = await later('/v1/api-keys', hourMs)
  const statusIn = (text: string) =>
    JSON.parse(text).data.find((key: { id: string }) => key.id === id('api_key')).status
  expect(statusIn(before)).not.toBe(status)
  expect(statusIn(after.text)).toBe(status)
})

test('a link of a later page is expired at its time', async () => {
  const link = id('connect_link')
  await soonOver('connect_link', 'expires_at', link)
  const first = JSON.parse((await read('/v1/connect-links?limit=1')).text)
  const page = `/v1/connect-links?limit=1&cursor=${encodeURIComponent(first.next_cursor)}`
  const { before, after } = await later(page, hourMs)
  expect([JSON.parse(before).data[0].id, JSON.parse(before).data[0].status]).toEqual([
    link,
    'valid',
  ])
  expect(JSON.parse(after.text).data[0].status).toBe('expired')
})

test('health warns when the access ends within a week', async () => {
  const at = new Date(world.house.clock.now().getTime() + 7 * dayMs + hourMs)
  await sql`update account set platform = 'facebook', access_expires_at = ${at}
    where id = ${id('account')}`.execute(world.house.ctx.db.read)
  const { before, after } = await later(`/v1/accounts/${id('account')}/health`, hourMs)
  expect(before).not.toContain('access_expires_soon')
  expect(after.text).toContain('access_expires_soon')
})

test.each(['insights', 'insights.csv'])('the usual range ends today: %s', async (what) => {
  const { clock } = world.house
  const { after } = await later(`/v1/accounts/${id('account')}/${what}`, dayMs)
  expect(after.text).toContain(clock.now().toISOString().slice(0, 10))
})

test.each(['page', 'one'])('the history of deliveries reaches 30 days back: %s', async (what) => {
  const { read: db } = world.house.ctx.db
  const of = `/v1/webhooks/${id('webhook')}/deliveries`
  const delivery = id('delivery')
  // Each time from a day before the end of its history.
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from delivery where id = ${delivery}`.execute(db)
  world.house.clock.set(new Date(rows[0]!.at.getTime() + 29 * dayMs))
  const path = what === 'one' ? `${of}/${delivery}` : of
  const { before, after } = await later(path, 2 * dayMs)
  expect(before).toContain(delivery)
  expect(after.status).toBe(what === 'one' ? 404 : 200)
  expect(after.text).not.toContain(delivery)
})
