import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '../../src/app.ts'
import type { Route } from '../../src/http/route.ts'
import { ask, noteStatements, type Reply } from './ask.ts'
import { bindAndRecover } from './bind.ts'
import { type Caller, callersOf } from './callers.ts'
import { casesOf, request } from './cases.ts'
import { queriesOf } from './filters.ts'
import { type Heard, openStreams } from './live.ts'
import { foundIn, mayTell, type Needles, needlesOf } from './needles.ts'
import { freshFor, tidy, varied } from './play.ts'
import { draftOf, nounOf, ownOf } from './requests.ts'
import { allRows, differenceOf, snapshotOf } from './rows.ts'
import { otherwise, ruleOf, statusOf } from './rules.ts'
import { type Lived, marks } from './spaces.ts'
import { openWorld, type World } from './world.ts'

let world: World
let callers: Caller[]
let needles: Needles
let before: string[]
let stopNoting: () => void
const counts = {
  refused: 0,
  'as for an id that never was': 0,
  'empty as for an id that never was': 0,
  'allowed and searched': 0,
  'lists by filter': 0,
  'pages of one': 0,
  'changes played': 0,
  'deliveries searched': 0,
  'notices heard': 0,
  'log lines searched': 0,
}

beforeAll(async () => {
  world = await openWorld()
  callers = callersOf(world)
  stopNoting = noteStatements()
  // The first use of a key or session is noted, and only that.
  const me = routes.find(({ operationId }) => operationId === 'getMe')!
  for (const caller of callers) await ask(world, caller, me, { path: '/v1/me' })
  const placed = await allRows(world)
  needles = needlesOf(world, placed)
  before = snapshotOf(placed, null)
})
afterAll(async () => {
  stopNoting?.()
  await world?.close()
  const size = `${routes.length} operations × ${callers?.length} callers`
  console.log(`isolation: ${size}`, JSON.stringify(counts))
})

/** What changes nothing even when it is allowed. */
const isHarmless = ({ method, access, operationId }: Route) =>
  method === 'get' || access === 'public' || operationId === 'validatePost'

function leaksOf(route: Route, caller: Caller, reply: Reply): string[] {
  return foundIn(needles, reply.text, mayTell(caller, route))
}

/** Whether an allowed request did what it asked for, or what it may meet instead. */
function isDone({ operationId }: Route, { status, body }: Reply): boolean {
  return status < 300 || (otherwise[operationId] ?? []).includes(body?.error?.code)
}

function differenceOfFaces(left: string, right: string): string {
  const at = [...left].findIndex((char, place) => char !== right[place])
  const near = (face: string) => face.slice(Math.max(0, at - 60), at + 60)
  return `answers …${near(left)}… and for what never was …${near(right)}…`
}

describe.each(routes)('$operationId', (route) => {
  test('answers each caller about each thing as the contract says', async () => {
    const wrong: string[] = []
    const never = new Map<string, Reply>()
    for (const each of casesOf(world, callers, route)) {
      const { caller, slot, space, spelling } = each
      const verdict = ruleOf(caller, route, slot, space)
      if (verdict.kind === 'allowed' && !isHarmless(route)) continue
      const reply = await request(world, route, each)
      const where = `${caller.name}, ${slot ? `${slot.name} of ${space} (${spelling})` : 'no id'}`
      const said = `${reply.status} ${reply.body?.error?.code ?? ''}`
      const tell = (what: string) => wrong.push(`${where}: ${what}`)
      const place = `${caller.name} ${JSON.stringify(slot)} ${spelling}`
      if (slot && space === 'never') never.set(place, reply)
      for (const leak of leaksOf(route, caller, reply)) tell(`tells ${leak}`)
      if (verdict.kind === 'allowed') {
        counts['allowed and searched'] += 1
        if (!isDone(route, reply)) tell(`got ${said}`)
        continue
      }
      if (verdict.kind === 'refused') {
        counts.refused += 1
        const wanted = `${statusOf(verdict.code)} ${verdict.code}`
        if (said !== wanted) tell(`got ${said} instead of ${wanted}`)
        if (!verdict.asNever) continue
        counts['as for an id that never was'] += 1
      } else counts['empty as for an id that never was'] += 1
      const like = never.get(place)
      if (!like) throw new Error(`${where}: nothing to hold it against`)
      if (reply.face !== like.face) tell(differenceOfFaces(reply.face, like.face))
      // Equal statements take equal time, but for what the rows themselves take. What is asked at the
      // same time comes in any order.
      if (reply.statements.toSorted().join('\n') !== like.statements.toSorted().join('\n')) {
        tell(`asks the database ${reply.statements.length} and ${like.statements.length} things`)
      }
    }
    expect(wrong).toEqual([])
  })
})

const isAlive = ({ refused, isLimited, session, hasProof }: Caller) =>
  !refused && !isLimited && (session === null || hasProof)
const lists = routes.filter(
  ({ method, query }) => method === 'get' && query instanceof z.ZodObject && 'limit' in query.shape,
)

describe.each(lists)('$operationId', (route) => {
  test('lists nothing of anybody else, however it is filtered', async () => {
    const wrong: string[] = []
    for (const caller of callers.filter(isAlive)) {
      if (ruleOf(caller, route, null, 'a').kind !== 'allowed') continue
      const { path } = draftOf(world, route, ownOf(world.things, caller), null)
      for (const { name, values } of queriesOf(route, world.things, nounOf)) {
        const statuses = new Set<number>()
        for (const value of values) {
          const asked = `${path}?${name}=${encodeURIComponent(value)}`
          const reply = await ask(world, caller, route, { path: asked })
          counts['lists by filter'] += 1
          statuses.add(reply.status)
          const leaks = leaksOf(route, caller, reply)
          if (leaks.length > 0) wrong.push(`${caller.name} ${asked} tells ${leaks}`)
        }
        if (!statuses.has(200)) wrong.push(`${caller.name}: no value of ${name} is taken`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('counts nothing of anybody else in has_more, and takes no cursor of theirs', async () => {
    const wrong: string[] = []
    let cursorOfOwner: string | null = null
    for (const caller of callers.filter(isAlive)) {
      if (ruleOf(caller, route, null, 'a').kind !== 'allowed') continue
      const { path } = draftOf(world, route, ownOf(world.things, caller), null)
      const get = async (query: string) => ask(world, caller, route, { path: `${path}?${query}` })
      const whole = (await get('limit=100')).body.data
      const walked: unknown[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await get(`limit=1${cursor && `&cursor=${cursor}`}`)
        counts['pages of one'] += 1
        walked.push(...body.data)
        cursor = body.has_more ? body.next_cursor : null
      }
      if (JSON.stringify(walked) !== JSON.stringify(whole)) {
        wrong.push(`${caller.name}: ${walked.length} by pages of one, ${whole.length} at once`)
      }
      if (caller.name === 'owner key') {
        cursorOfOwner = (await get('limit=1')).body.next_cursor
      } else if (cursorOfOwner && !caller.sees.includes('b')) {
        const reply = await get(`limit=100&cursor=${cursorOfOwner}`)
        const leaks = leaksOf(route, caller, reply)
        if (leaks.length > 0) wrong.push(`${caller.name} with the owner's cursor sees ${leaks}`)
        // Staff may go on where somebody else was, through what it sees itself.
        const isFree = caller.kind === 'staff' || isOwnersList(route) || route.path.includes('{')
        if (reply.status === 200 && !isFree) wrong.push(`${caller.name} takes the owner's cursor`)
      }
    }
    expect(wrong).toEqual([])
  })
})

/** The same list for an owner with and without the header. */
const isOwnersList = ({ operationId }: Route) => /Members|RedirectOrigins/.test(operationId)

test('nothing that was refused or read changed a row of anybody', async () => {
  const changed = differenceOf(before, snapshotOf(await allRows(world), null))
  // That somebody tried to sign in is written down, for the owner.
  expect(changed.filter((row) => !row.includes('"action":"signInFailed"'))).toEqual([])
})

/** Each operation that changes something, once by each caller who may. */
async function playAll(who: (caller: Caller) => boolean): Promise<string[]> {
  const wrong: string[] = []
  for (const route of routes) {
    if (isHarmless(route)) continue
    for (const caller of callers.filter(who)) {
      if (ruleOf(caller, route, null, 'a').kind !== 'allowed') continue
      // It would end the profile that the others need.
      if (route.operationId === 'deleteProfile' && caller.within) continue
      const fresh = await freshFor(world, caller, route.operationId)
      const own = ownOf(world.things, caller)
      const draft = draftOf(world, route, (noun) => fresh[noun] ?? own(noun), null)
      const reply = await ask(world, caller, route, varied(route.operationId, draft))
      counts['changes played'] += 1
      const where = `${route.operationId} by ${caller.name}`
      if (!isDone(route, reply)) wrong.push(`${where}: ${reply.status} ${reply.text}`)
      for (const leak of leaksOf(route, caller, reply)) wrong.push(`${where} tells ${leak}`)
      await tidy(world, caller, route.operationId, reply.body)
    }
  }
  return wrong
}

type Group = { who: string; is: (caller: Caller) => boolean; elsewhere: Lived[] }
const dead: Lived[] = ['going', 'gone']
const groups: Group[] = [
  {
    who: 'those who see only A do',
    is: ({ sees, own }) => sees.length === 1 && own === 'a',
    elsewhere: ['b', 'other', ...dead],
  },
  {
    who: 'staff of A and B does',
    is: ({ kind, sees }) => kind === 'staff' && sees.length === 2,
    elsewhere: ['other', ...dead],
  },
  { who: 'the key of B does', is: ({ own }) => own === 'b', elsewhere: ['a', 'other', ...dead] },
  {
    who: 'another owner does',
    is: ({ owner }) => owner === 'other',
    elsewhere: ['a', 'b', 'home', ...dead],
  },
  { who: 'the owner does', is: ({ sees }) => sees.length === 3, elsewhere: ['other', ...dead] },
]

describe('what is allowed', () => {
  let streams: Heard[]

  test.each(groups)('$who changes no row of anybody else', async ({ is, elsewhere }) => {
    // The staff signed in anew before; from here on it listens.
    if (is === groups[2]!.is) streams = await openStreams(world)
    const untouched = snapshotOf(await allRows(world), elsewhere)
    expect(await playAll((caller) => isAlive(caller) && is(caller))).toEqual([])
    expect(differenceOf(untouched, snapshotOf(await allRows(world), elsewhere))).toEqual([])
  })

  test('and no stream told anybody of what happened elsewhere', async () => {
    const { spaceOf } = needlesOf(world, await allRows(world))
    for (const { name, sees, hearsAll, text, catchUp, close } of streams) {
      await catchUp()
      await close()
      const notices = [...text().matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!))
      counts['notices heard'] += notices.length
      expect(notices.length, name).toBeGreaterThan(1)
      for (const { profile_id: id } of notices) {
        if (id === null) expect(hearsAll, `${name} hears what is of no profile`).toBe(true)
        else expect(sees, `${name} hears of ${id}`).toContain(spaceOf.get(id))
      }
    }
  })

  test('and no endpoint received anything of another profile', async () => {
    const now = needlesOf(world, await allRows(world))
    needles = { ...now, spaceOf: new Map([...needles.spaceOf, ...now.spaceOf]) }
    await world.testApp.work()
    await bindAndRecover(world)
    const seenBy: Record<string, readonly Lived[]> = {
      '/hooks/a': ['a'],
      '/hooks/b': ['b'],
      '/hooks/other': ['other'],
      '/hooks/going': ['going'],
      '/hooks/home-all': ['a', 'b', 'home', 'going', 'gone'],
      '/hooks/other-all': ['other'],
      '/hooks/unbound': ['a', 'b', 'home'],
      '/hooks/bound': ['b'],
    }
    const paths = new Set<string>()
    for (const { path, headers, body } of world.receiver.received) {
      const sees = seenBy[path]
      if (!sees) continue
      paths.add(path)
      counts['deliveries searched'] += 1
      const text = `${JSON.stringify(headers)} ${body}`
      expect(
        foundIn(needles, text, (space) => sees.includes(space)),
        path,
      ).toEqual([])
    }
    expect([...paths].sort()).toEqual(Object.keys(seenBy).sort())
    const { going, gone } = world.profiles
    const ofDeleted = world.receiver.received.filter(
      ({ json }) => json.type === 'profile.deleted' && [going, gone].includes(json.profile_id),
    )
    expect(new Set(ofDeleted.map(({ path }) => path))).toEqual(new Set(['/hooks/home-all']))
  })

  test('and no log line holds a text, a name or a secret of anybody', async () => {
    const { logLines } = world.testApp
    counts['log lines searched'] = logLines.length
    expect(logLines.length).toBeGreaterThan(1_000)
    const words = new RegExp(Object.values(marks).join('|'))
    expect(logLines.filter((line) => words.test(line))).toEqual([])
    const told = logLines.filter((line) => world.secrets.some((secret) => line.includes(secret)))
    expect(told).toEqual([])
  })
})
