import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp, routes } from '../src/app.ts'
import type { Route } from '../src/http/route.ts'
import { ask, noteStatements } from './isolation/ask.ts'
import type { Caller } from './isolation/callers.ts'
import { draftOf } from './isolation/requests.ts'
import { openWorld, type World } from './isolation/world.ts'

/**
 * Reads whose answer is always made anew, and why: what is asked seldom, by one person, or has nothing
 * that a look would spare.
 */
const madeAnew: Readonly<Record<string, string>> = {
  getMe: 'two rows by their ids',
  getOwner: 'one row by its id',
  getConnectSettings: 'one row by its id',
  getSession: 'one person',
  listSessions: 'one person',
  getSystem: 'seldom',
  listenLive: 'a stream',
}

/** Tables whose changes are told by those of another, in the same transaction. */
const toldBy: Readonly<Record<string, string>> = {
  // insights/run.ts: days are written with the state of the account's watch, or not at all.
  insight_day: 'account_watch',
  // The body of an event is written once, and erased before its profile is.
  event: 'profile',
}

let world: World
let given: World
let stopNoting: () => void
let tables: Set<string>

/** The second owner: of it nothing is being deleted. */
const caller = {
  headers: () => ({ authorization: `Bearer ${world.keys.other}` }),
} as unknown as Caller

beforeAll(async () => {
  world = await openWorld()
  const app = createApp(world.house.ctx, { verifyAnswers: false })
  given = { ...world, house: { ...world.house, app } }
  stopNoting = noteStatements()
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p')
      and relnamespace = 'public'::regnamespace`.execute(world.house.ctx.db.read)
  tables = new Set(rows.map(({ name }) => name))
  await furnish()
})
afterAll(async () => {
  stopNoting?.()
  await world?.close()
})

/** What belongs to rows and the world has none of. */
async function furnish(): Promise<void> {
  const { read } = world.house.ctx.db
  const id = (noun: keyof World['things']) => world.things[noun].other![0]!
  await sql`insert into comment_reply (id, owner_id, profile_id, comment_id, status, text, created_at)
    select 'rep_of_unchanged', owner_id, profile_id, id, 'sent', 'Thank you!', created_at
    from comment where id = ${id('comment')}`.execute(read)
  await sql`insert into insight_post (target_id, figures, read_at, tried_at)
    values (${id('target')}, '{"views":12}', now(), now()) on conflict do nothing`.execute(read)
  await sql`insert into connect_attempt (link_id, at, platform, step)
    values (${id('connect_link')}, now(), 'threads', 'callback')`.execute(read)
  await sql`insert into delivery_queue (delivery_id, delivery_created_at, endpoint_id, event_id,
      event_created_at, due_at)
    select id, created_at, endpoint_id, event_id, event_created_at, created_at from delivery
    where id = ${id('delivery')}`.execute(read)
  await sql`insert into profile (id, owner_id, name, created_at, updated_at, deleting_at, erased_at)
    select 'prof_of_unchanged', owner_id, '', created_at, created_at, created_at, created_at
    from profile where id = ${id('profile')}`.execute(read)
  await sql`insert into member_profile (member_id, owner_id, profile_id)
    select id, owner_id, ${id('profile')} from member where id = ${world.things.member.other![0]}
    on conflict do nothing`.execute(read)
}

const readsOfKeys = routes.filter(({ method, access }) => method === 'get' && access !== 'public')
const looking = readsOfKeys.filter(({ look }) => look !== undefined)

async function read(from: World, route: Route) {
  const own = (noun: keyof World['things']) => from.things[noun].other![0]!
  // Somebody commits something: else nothing is looked at (`database/moment.ts`).
  await sql`select pg_current_xact_id()`.execute(from.house.ctx.db.read)
  const reply = await ask(from, caller, route, draftOf(from, route, own as never, null))
  expect(reply.status, reply.text).toBe(200)
  const { statements } = reply
  const isLook = (text: string) => /\bxmin\b/.test(text)
  const [looks, makes] = [statements.filter(isLook), statements.filter((text) => !isLook(text))]
  return { text: JSON.stringify(reply.body), looks: tablesIn(looks), makes: tablesIn(makes) }
}

function tablesIn(statements: readonly string[]): string[] {
  const words = statements.flatMap((text) => [...text.matchAll(/\b(?:from|join|,)\s+"?(\w+)"?/g)])
  return [...new Set(words.map(([, name]) => name!).filter((name) => tables.has(name)))].sort()
}

test('every read looks whether its answer changed, or says why it does not', () => {
  const silent = readsOfKeys.filter(({ look }) => look === undefined)
  expect(silent.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(madeAnew).sort())
})

describe.each(looking)('$operationId', (route) => {
  test('every table of its answer is looked at', async () => {
    const { looks, makes } = await read(world, route)
    expect(makes.length).toBeGreaterThan(0)
    const unseen = makes.filter((table) => !looks.includes(toldBy[table] ?? table))
    expect(unseen).toEqual([])
  })

  test('is given again while nothing of it changed, and made anew after a change of any of its tables', async () => {
    await read(given, route)
    await read(given, route)
    const kept = await read(given, route)
    expect(kept.makes).toEqual([])
    expect(kept.looks).not.toEqual([])
    for (const table of kept.looks) {
      await touch(table, route)
      const changed = await read(given, route)
      expect(changed.makes, `after a change of ${table}`).not.toEqual([])
      const again = await read(given, route)
      expect(again.makes, `a second time after a change of ${table}`).toEqual([])
      expect(again.text).toBe(changed.text)
    }
  })
})

/** What counts of a table where not every write of a row does. */
const changes: Readonly<Record<string, RawBuilder<unknown>>> = {
  // Of a profile's accounts only how many there are.
  'profiles account': sql`update account set
    status = case status when 'connected' then 'disconnected' else 'connected' end,
    tokens_sealed = null`,
  // None is ever changed.
  connect_attempt: sql`insert into connect_attempt (link_id, at, platform, step)
    select link_id, at, platform, step from connect_attempt`,
}

/** Changes a table: all its rows are written as they are, where that is a change. */
async function touch(table: string, { path }: Route): Promise<void> {
  const { read } = world.house.ctx.db
  const change = changes[`${path.split('/')[2]} ${table}`] ?? changes[table]
  if (change) {
    await change.execute(read)
    return
  }
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0
      and not attisdropped and attgenerated = '' and attidentity = '' order by attnum limit 1`.execute(
    read,
  )
  const column = sql.ref(rows[0]!.name)
  await sql`update ${sql.table(table)} set ${column} = ${column}`.execute(read)
}
