import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/app.ts'
import type { Route } from '../../src/http/route.ts'
import { ask, noteStatements, type Reply } from './ask.ts'
import { type Caller, callersOf } from './callers.ts'
import { foundIn, mayTell, type Needles, needlesOf } from './needles.ts'
import { freshFor, tidy, varied } from './play.ts'
import { draftOf, ownOf, type Slot, slotsOf } from './requests.ts'
import { allRows, differenceOf, snapshotOf } from './rows.ts'
import { otherwise, ruleOf, statusOf } from './rules.ts'
import { type Lived, type Space, spaces } from './spaces.ts'
import { openWorld, type World } from './world.ts'

let world: World
let callers: Caller[]
let needles: Needles
let before: string[]
let stopNoting: () => void
const counts = { refused: 0, asNever: 0, nothing: 0, read: 0, played: 0 }

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

type Case = { caller: Caller; slot: Slot | null; space: Space; spelling: number }

/** Every caller × every place that names something × everything that it can name. */
function casesOf(route: Route): Case[] {
  const slots = slotsOf(route)
  const isWhole = !slots.some(({ place }) => place === 'path')
  return callers.flatMap((caller) => [
    ...(isWhole ? [{ caller, slot: null, space: 'a' as Space, spelling: 0 }] : []),
    ...slots.flatMap((slot) =>
      inOrder.flatMap((space) =>
        spellingsOf(route, slot, space).map((spelling) => ({ caller, slot, space, spelling })),
      ),
    ),
  ])
}

/** `never` first: the others are held against it. */
const inOrder = ['never', ...spaces.filter((space) => space !== 'never')] as const

function spellingsOf({ operationId }: Route, slot: Slot, space: Space): number[] {
  const isById = slot.name === 'profile_ids' || operationId === 'listAuditLog'
  const all = (world.things[slot.noun][space] ?? []).map((_, at) => at)
  return isById ? all.slice(0, 1) : all
}

function childOf(route: Route, space: Space): string | null {
  if (route.path.includes('{targetId}')) {
    return (world.things.target[space] ?? world.things.target.never)![0]!
  }
  if (route.path.includes('{deliveryId}')) {
    return (world.things.delivery[space] ?? world.things.delivery.never)![0]!
  }
  return null
}

async function request(route: Route, { caller, slot, space, spelling }: Case): Promise<Reply> {
  const own = ownOf(world.things, caller)
  if (!slot) return await ask(world, caller, route, draftOf(world, route, own, null))
  const id = world.things[slot.noun][space]![spelling]!
  const named = { slot, id, child: childOf(route, space) }
  return await ask(world, caller, route, draftOf(world, route, own, named))
}

function differenceOfFaces(left: string, right: string): string {
  const at = [...left].findIndex((char, place) => char !== right[place])
  const near = (face: string) => face.slice(Math.max(0, at - 60), at + 60)
  return `answers …${near(left)}… and for what never was …${near(right)}…`
}

function leaksOf(route: Route, caller: Caller, reply: Reply): string[] {
  return foundIn(needles, reply.text, mayTell(caller, route))
}

describe.each(routes)('$operationId', (route) => {
  test('answers each caller about each thing as the contract says', async () => {
    const wrong: string[] = []
    const never = new Map<string, Reply>()
    for (const each of casesOf(route)) {
      const { caller, slot, space, spelling } = each
      const verdict = ruleOf(caller, route, slot, space)
      if (verdict.kind === 'allowed' && !isHarmless(route)) continue
      const reply = await request(route, each)
      const where = `${caller.name}, ${slot ? `${slot.name} of ${space} (${spelling})` : 'no id'}`
      const said = `${reply.status} ${reply.body?.error?.code ?? ''}`
      const tell = (what: string) => wrong.push(`${where}: ${what}`)
      const place = `${caller.name} ${JSON.stringify(slot)} ${spelling}`
      if (slot && space === 'never') never.set(place, reply)
      for (const leak of leaksOf(route, caller, reply)) tell(`tells ${leak}`)
      if (verdict.kind === 'allowed') {
        counts.read += 1
        const codes = otherwise[route.operationId] ?? []
        if (reply.status >= 300 && !codes.includes(reply.body?.error?.code)) tell(`got ${said}`)
        continue
      }
      if (verdict.kind === 'refused') {
        counts.refused += 1
        const wanted = `${statusOf(verdict.code)} ${verdict.code}`
        if (said !== wanted) tell(`got ${said} instead of ${wanted}`)
        if (!verdict.asNever) continue
      }
      const like = never.get(place)
      if (!like) throw new Error(`${where}: nothing to hold it against`)
      counts[verdict.kind === 'nothing' ? 'nothing' : 'asNever'] += 1
      if (reply.face !== like.face) tell(differenceOfFaces(reply.face, like.face))
      if (reply.statements.join('\n') !== like.statements.join('\n')) {
        tell(`asks the database otherwise: ${reply.statements.length}, ${like.statements.length}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

test('what was refused changed no row of anybody', async () => {
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
      counts.played += 1
      const where = `${route.operationId} by ${caller.name}`
      const codes = otherwise[route.operationId] ?? []
      if (reply.status >= 300 && !codes.includes(reply.body?.error?.code)) {
        wrong.push(`${where}: ${reply.status} ${reply.text.split('\n')[1]}`)
      }
      for (const leak of leaksOf(route, caller, reply)) wrong.push(`${where} tells ${leak}`)
      await tidy(world, caller, route.operationId, reply.body)
    }
  }
  return wrong
}

const isAlive = (caller: Caller) => !caller.refused && !caller.isLimited
const proven = (caller: Caller) => isAlive(caller) && (caller.session === null || caller.hasProof)

test.each<[string, (caller: Caller) => boolean, Lived[]]>([
  [
    'who sees only A',
    (one) => one.sees.length === 1 && one.own === 'a',
    ['b', 'other', 'going', 'gone'],
  ],
  ['who sees only B', (one) => one.own === 'b', ['a', 'other', 'going', 'gone']],
  ['the owner', (one) => one.sees.length === 3, ['other', 'going', 'gone']],
  ['another owner', (one) => one.owner === 'other', ['a', 'b', 'home', 'going', 'gone']],
])(
  'whatever %s does changes no row of anybody else',
  async (_, who, elsewhere) => {
    const untouched = snapshotOf(await allRows(world), elsewhere)
    expect(await playAll((caller) => proven(caller) && who(caller))).toEqual([])
    expect(differenceOf(untouched, snapshotOf(await allRows(world), elsewhere))).toEqual([])
  },
  120_000,
)
