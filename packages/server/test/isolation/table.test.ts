import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '../../src/app.ts'
import type { Route } from '../../src/http/route.ts'
import { bindAndRecover } from './bind.ts'
import { type Caller, callerGroups, callersOf } from './callers.ts'
import { casesOf, sendCase } from './cases.ts'
import { queriesOf } from './filters.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { collectForeignValues, type ForeignValues, findLeaks, mayReveal } from './leaks.ts'
import { type LiveListener, openLiveStreams } from './live.ts'
import { cleanUpAfter, createDisposables, withUniqueValues } from './prepare-change.ts'
import { draftRequest, typeOfField, visibleIdsOf } from './requests.ts'
import { diffRows, readAllRows, serializeRows } from './rows.ts'
import { allowedFailures, expectedVerdict, statusOf } from './rules.ts'
import { type CapturedResponse, recordStatements, send } from './send.ts'
import { type ExistingTenant, markers } from './tenants.ts'

let fixture: Fixture
let callers: Caller[]
let foreignValues: ForeignValues
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
  fixture = await openFixture()
  callers = callersOf(fixture)
  stopNoting = recordStatements()
  // The first use of a key or session is noted, and only that.
  const me = routes.find(({ operationId }) => operationId === 'getMe')!
  for (const caller of callers) await send(fixture, caller, me, { path: '/v1/me' })
  const placed = await readAllRows(fixture)
  foreignValues = collectForeignValues(fixture, placed)
  before = serializeRows(placed, null)
})
afterAll(async () => {
  stopNoting?.()
  await fixture?.close()
  const size = `${routes.length} operations × ${callers?.length} callers`
  console.log(`isolation: ${size}`, JSON.stringify(counts))
})

/** What changes nothing even when it is allowed. */
const isHarmless = ({ method, access, operationId }: Route) =>
  method === 'get' || access === 'public' || operationId === 'validatePost'

function leaksOf(route: Route, caller: Caller, reply: CapturedResponse): string[] {
  return findLeaks(foreignValues, reply.text, mayReveal(caller, route))
}

/** Whether an allowed request did what it asked for, or what it may meet instead. */
function isDone({ operationId }: Route, { status, body }: CapturedResponse): boolean {
  return status < 300 || (allowedFailures[operationId] ?? []).includes(body?.error?.code)
}

function differenceOfFaces(left: string, right: string): string {
  const at = [...left].findIndex((char, place) => char !== right[place])
  const near = (face: string) => face.slice(Math.max(0, at - 60), at + 60)
  return `responses …${near(left)}… and for what never was …${near(right)}…`
}

describe.each(routes)('$operationId', (route) => {
  test('responses each caller about each thing as the contract says', async () => {
    const wrong: string[] = []
    const never = new Map<string, CapturedResponse>()
    for (const each of casesOf(fixture, callers, route)) {
      const { caller, idField, tenant, spelling } = each
      const verdict = expectedVerdict(caller, route, idField, tenant)
      if (verdict.kind === 'allowed' && !isHarmless(route)) continue
      const reply = await sendCase(fixture, route, each)
      const where = `${caller.name}, ${idField ? `${idField.name} of ${tenant} (${spelling})` : 'no id'}`
      const said = `${reply.status} ${reply.body?.error?.code ?? ''}`
      const tell = (what: string) => wrong.push(`${where}: ${what}`)
      const place = `${caller.name} ${JSON.stringify(idField)} ${spelling}`
      if (idField && tenant === 'nonexistent') never.set(place, reply)
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
        if (!verdict.sameAsNonexistent) continue
        counts['as for an id that never was'] += 1
      } else counts['empty as for an id that never was'] += 1
      const like = never.get(place)
      if (!like) throw new Error(`${where}: nothing to hold it against`)
      if (reply.comparable !== like.comparable)
        tell(differenceOfFaces(reply.comparable, like.comparable))
      // Equal statements take equal time, but for what the rows themselves take. What is asked at the
      // same time comes in any order.
      if (reply.statements.toSorted().join('\n') !== like.statements.toSorted().join('\n')) {
        tell(
          `asks the database ${reply.statements.length} and ${like.statements.length} resourceIds`,
        )
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
      if (expectedVerdict(caller, route, null, 'a').kind !== 'allowed') continue
      const { path } = draftRequest(fixture, route, visibleIdsOf(fixture.resourceIds, caller), null)
      for (const { name, values } of queriesOf(route, fixture.resourceIds, typeOfField)) {
        const statuses = new Set<number>()
        for (const value of values) {
          const asked = `${path}?${name}=${encodeURIComponent(value)}`
          const reply = await send(fixture, caller, route, { path: asked })
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
      if (expectedVerdict(caller, route, null, 'a').kind !== 'allowed') continue
      const { path } = draftRequest(fixture, route, visibleIdsOf(fixture.resourceIds, caller), null)
      const get = async (query: string) =>
        send(fixture, caller, route, { path: `${path}?${query}` })
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
      } else if (cursorOfOwner && !caller.visibleTenants.includes('b')) {
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
  const changed = diffRows(before, serializeRows(await readAllRows(fixture), null))
  // That somebody tried to sign in is written down, for the owner.
  expect(changed.filter((row) => !row.includes('"action":"signInFailed"'))).toEqual([])
})

/** Each operation that changes something, once by each caller who may. */
async function playAll(who: (caller: Caller) => boolean): Promise<string[]> {
  const wrong: string[] = []
  for (const route of routes) {
    if (isHarmless(route)) continue
    for (const caller of callers.filter(who)) {
      if (expectedVerdict(caller, route, null, 'a').kind !== 'allowed') continue
      // It would end the profile that the others need.
      if (route.operationId === 'deleteProfile' && caller.within) continue
      const fresh = await createDisposables(fixture, caller, route.operationId)
      const own = visibleIdsOf(fixture.resourceIds, caller)
      const draft = draftRequest(fixture, route, (type) => fresh[type] ?? own(type), null)
      const reply = await send(fixture, caller, route, withUniqueValues(route.operationId, draft))
      counts['changes played'] += 1
      const where = `${route.operationId} by ${caller.name}`
      if (!isDone(route, reply)) wrong.push(`${where}: ${reply.status} ${reply.text}`)
      for (const leak of leaksOf(route, caller, reply)) wrong.push(`${where} tells ${leak}`)
      await cleanUpAfter(fixture, caller, route.operationId, reply.body)
    }
  }
  return wrong
}

describe('what is allowed', () => {
  let streams: LiveListener[]

  test.each(callerGroups)('a change by $name alters no other tenant’s rows', async (group) => {
    const { includes, elsewhere } = group
    // The staff signed in again in an earlier group, which would have ended their streams.
    if (group.name === 'the key of B') streams = await openLiveStreams(fixture)
    const untouched = serializeRows(await readAllRows(fixture), elsewhere)
    expect(await playAll((caller) => isAlive(caller) && includes(caller))).toEqual([])
    expect(diffRows(untouched, serializeRows(await readAllRows(fixture), elsewhere))).toEqual([])
  })

  test('and no stream told anybody of what happened elsewhere', async () => {
    const { tenantOf: spaceOf } = collectForeignValues(fixture, await readAllRows(fixture))
    for (const { name, visibleTenants, seesOwnerEvents, text, catchUp, close } of streams) {
      await catchUp()
      await close()
      const notices = [...text().matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!))
      counts['notices heard'] += notices.length
      expect(notices.length, name).toBeGreaterThan(1)
      for (const { profile_id: id } of notices) {
        if (id === null) expect(seesOwnerEvents, `${name} hears what is of no profile`).toBe(true)
        else expect(visibleTenants, `${name} hears of ${id}`).toContain(spaceOf.get(id))
      }
    }
  })

  test('and no endpoint received anything of another profile', async () => {
    const now = collectForeignValues(fixture, await readAllRows(fixture))
    foreignValues = { ...now, tenantOf: new Map([...foreignValues.tenantOf, ...now.tenantOf]) }
    await fixture.testApp.work()
    await bindAndRecover(fixture)
    const seenBy: Record<string, readonly ExistingTenant[]> = {
      '/hooks/a': ['a'],
      '/hooks/b': ['b'],
      '/hooks/other': ['other'],
      '/hooks/deleting': ['deleting'],
      '/hooks/home-all': ['a', 'b', 'home', 'deleting', 'erased'],
      '/hooks/other-all': ['other'],
      '/hooks/unbound': ['a', 'b', 'home'],
      '/hooks/bound': ['b'],
    }
    const paths = new Set<string>()
    for (const { path, headers, body } of fixture.receiver.received) {
      const sees = seenBy[path]
      if (!sees) continue
      paths.add(path)
      counts['deliveries searched'] += 1
      const text = `${JSON.stringify(headers)} ${body}`
      expect(
        findLeaks(foreignValues, text, (tenant) => sees.includes(tenant)),
        path,
      ).toEqual([])
    }
    expect([...paths].sort()).toEqual(Object.keys(seenBy).sort())
    const { deleting, erased } = fixture.profiles
    const ofDeleted = fixture.receiver.received.filter(
      ({ json }) => json.type === 'profile.deleted' && [deleting, erased].includes(json.profile_id),
    )
    expect(new Set(ofDeleted.map(({ path }) => path))).toEqual(new Set(['/hooks/home-all']))
  })

  test('and no log line holds a text, a name or a secret of anybody', async () => {
    const { logLines } = fixture.testApp
    counts['log lines searched'] = logLines.length
    expect(logLines.length).toBeGreaterThan(1_000)
    const words = new RegExp(Object.values(markers).join('|'))
    expect(logLines.filter((line) => words.test(line))).toEqual([])
    const told = logLines.filter((line) => fixture.secrets.some((secret) => line.includes(secret)))
    expect(told).toEqual([])
  })
})
