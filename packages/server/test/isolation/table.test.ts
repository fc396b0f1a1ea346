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
import { draftRequest, visibleIdsOf } from './requests.ts'
import { diffRows, readAllRows, serializeRows } from './rows.ts'
import { allowedFailures, expectedVerdict, statusOf } from './rules.ts'
import { type CapturedResponse, recordStatements, send } from './send.ts'
import { type ExistingTenant, markers, type ResourceType } from './tenants.ts'

let fixture: Fixture
let callers: Caller[]
let foreignValues: ForeignValues
let before: string[]
let stopRecording: () => void
const counts = {
  refused: 0,
  'refused like a nonexistent id': 0,
  'empty like a nonexistent id': 0,
  'allowed and searched': 0,
  'lists by filter': 0,
  'pages of one row': 0,
  'changes made': 0,
  'deliveries searched': 0,
  'notifications checked': 0,
  'log lines searched': 0,
}

beforeAll(async () => {
  fixture = await openFixture()
  callers = callersOf(fixture)
  stopRecording = recordStatements()
  // Only the first use of a key or session is stored, so it happens before the rows are read.
  const me = routes.find(({ operationId }) => operationId === 'getMe')!
  for (const caller of callers) await send(fixture, caller, me, { path: '/v1/me' })
  const tenantRows = await readAllRows(fixture)
  foreignValues = collectForeignValues(fixture, tenantRows)
  before = serializeRows(tenantRows, null)
})
afterAll(async () => {
  stopRecording?.()
  await fixture?.close()
  const size = `${routes.length} operations × ${callers?.length} callers`
  console.log(`isolation: ${size}`, JSON.stringify(counts))
})

/** Operations that change no rows of a tenant even when allowed. */
const isHarmless = ({ method, access, operationId }: Route) =>
  method === 'get' || access === 'public' || ['validatePost', 'previewLink'].includes(operationId)

function leaksOf(route: Route, caller: Caller, reply: CapturedResponse): string[] {
  return findLeaks(foreignValues, reply.text, mayReveal(caller, route))
}

/** Whether an allowed request succeeded or got one of its `allowedFailures`. */
function isDone({ operationId }: Route, { status, body }: CapturedResponse): boolean {
  return status < 300 || (allowedFailures[operationId] ?? []).includes(body?.error?.code)
}

function firstDifference(left: string, right: string): string {
  const start = [...left].findIndex((char, index) => char !== right[index])
  const excerpt = (text: string) => text.slice(Math.max(0, start - 60), start + 60)
  return `got …${excerpt(left)}…, for a nonexistent id …${excerpt(right)}…`
}

describe.each(routes)('$operationId', (route) => {
  test('each caller with each ID gets the response that the contract requires', async () => {
    const wrong: string[] = []
    const nonexistent = new Map<string, CapturedResponse>()
    for (const each of casesOf(fixture, callers, route)) {
      const { caller, idField, tenant, referenceIndex } = each
      const verdict = expectedVerdict(caller, route, idField, tenant)
      if (verdict.kind === 'allowed' && !isHarmless(route)) continue
      const reply = await sendCase(fixture, route, each)
      const where = `${caller.name}, ${idField ? `${idField.name} of ${tenant} (${referenceIndex})` : 'no id'}`
      const actual = `${reply.status} ${reply.body?.error?.code ?? ''}`
      const report = (problem: string) => wrong.push(`${where}: ${problem}`)
      const caseKey = `${caller.name} ${JSON.stringify(idField)} ${referenceIndex}`
      if (idField && tenant === 'nonexistent') nonexistent.set(caseKey, reply)
      for (const leak of leaksOf(route, caller, reply)) report(`reveals ${leak}`)
      if (verdict.kind === 'allowed') {
        counts['allowed and searched'] += 1
        if (!isDone(route, reply)) report(`got ${actual}`)
        continue
      }
      if (verdict.kind === 'refused') {
        counts.refused += 1
        const expected = `${statusOf(verdict.code)} ${verdict.code}`
        if (actual !== expected) report(`got ${actual} instead of ${expected}`)
        if (!verdict.sameAsNonexistent) continue
        counts['refused like a nonexistent id'] += 1
      } else counts['empty like a nonexistent id'] += 1
      const reference = nonexistent.get(caseKey)
      if (!reference) throw new Error(`${where}: no response for a nonexistent id`)
      if (reply.comparable !== reference.comparable)
        report(firstDifference(reply.comparable, reference.comparable))
      // Equal statements take equal time, except for reading the rows. Concurrent ones have any order.
      if (reply.statements.toSorted().join('\n') !== reference.statements.toSorted().join('\n')) {
        report(`${reply.statements.length} statements, not ${reference.statements.length}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

const isAuthorized = ({ refused, isLimited, session, isSameOrigin }: Caller) =>
  !refused && !isLimited && (session === null || isSameOrigin)
const lists = routes.filter(
  ({ method, query }) => method === 'get' && query instanceof z.ZodObject && 'limit' in query.shape,
)

describe.each(lists)('$operationId', (route) => {
  test('lists only visible resources with every filter and value', async () => {
    const wrong: string[] = []
    for (const caller of callers.filter(isAuthorized)) {
      if (expectedVerdict(caller, route, null, 'a').kind !== 'allowed') continue
      const { path } = draftRequest(fixture, route, visibleIdsOf(fixture.resourceIds, caller), null)
      for (const { name, values } of queriesOf(route, fixture.resourceIds)) {
        const statuses = new Set<number>()
        for (const value of values) {
          const filtered = `${path}?${name}=${encodeURIComponent(value)}`
          const reply = await send(fixture, caller, route, { path: filtered })
          counts['lists by filter'] += 1
          statuses.add(reply.status)
          const leaks = leaksOf(route, caller, reply)
          if (leaks.length > 0) wrong.push(`${caller.name} ${filtered} reveals ${leaks}`)
        }
        if (!statuses.has(200)) wrong.push(`${caller.name}: no value of ${name} is accepted`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('has_more counts only visible resources; another caller’s cursor is refused or filtered', async () => {
    const wrong: string[] = []
    let ownerCursor: string | null = null
    for (const caller of callers.filter(isAuthorized)) {
      if (expectedVerdict(caller, route, null, 'a').kind !== 'allowed') continue
      const { path } = draftRequest(fixture, route, visibleIdsOf(fixture.resourceIds, caller), null)
      const get = async (query: string) =>
        send(fixture, caller, route, { path: `${path}?${query}` })
      const whole = (await get('limit=100')).body.data
      const walked: unknown[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await get(`limit=1${cursor && `&cursor=${cursor}`}`)
        counts['pages of one row'] += 1
        walked.push(...body.data)
        cursor = body.has_more ? body.next_cursor : null
      }
      if (JSON.stringify(walked) !== JSON.stringify(whole)) {
        wrong.push(
          `${caller.name}: ${walked.length} rows page by page, ${whole.length} in one page`,
        )
      }
      if (caller.name === 'owner key') {
        ownerCursor = (await get('limit=1')).body.next_cursor
      } else if (ownerCursor && !caller.visibleTenants.includes('b')) {
        const reply = await get(`limit=100&cursor=${ownerCursor}`)
        const leaks = leaksOf(route, caller, reply)
        if (leaks.length > 0) wrong.push(`${caller.name} with the owner's cursor sees ${leaks}`)
        // Staff may use the owner's cursor, but get only the rows that they can see.
        const isAccepted =
          caller.kind === 'staff' || isOwnersList(route) || route.path.includes('{')
        if (reply.status === 200 && !isAccepted)
          wrong.push(`${caller.name} uses the owner's cursor`)
      }
    }
    expect(wrong).toEqual([])
  })
})

/** Lists that the Service-Profile header does not filter. */
const isOwnersList = ({ operationId }: Route) => /Members|RedirectOrigins/.test(operationId)

test('refused requests and reads changed no row of any tenant', async () => {
  const changed = diffRows(before, serializeRows(await readAllRows(fixture), null))
  // Failed sign-ins are added to the owner's audit log.
  expect(changed.filter((row) => !row.includes('"action":"signInFailed"'))).toEqual([])
})

/** Calls each operation that changes something once as each of the callers who may; returns the failures. */
async function makeChanges(isIncluded: (caller: Caller) => boolean): Promise<string[]> {
  const wrong: string[] = []
  for (const route of routes) {
    if (isHarmless(route)) continue
    for (const caller of callers.filter(isIncluded)) {
      if (expectedVerdict(caller, route, null, 'a').kind !== 'allowed') continue
      // This would delete a profile that other callers need.
      if (route.operationId === 'deleteProfile' && caller.headerProfile) continue
      const disposable = await createDisposables(fixture, caller, route.operationId)
      const visibleId = visibleIdsOf(fixture.resourceIds, caller)
      const idOf = (type: ResourceType) => disposable[type] ?? visibleId(type)
      const draft = draftRequest(fixture, route, idOf, null)
      const reply = await send(fixture, caller, route, withUniqueValues(route.operationId, draft))
      counts['changes made'] += 1
      const where = `${route.operationId} by ${caller.name}`
      if (!isDone(route, reply)) wrong.push(`${where}: ${reply.status} ${reply.text}`)
      for (const leak of leaksOf(route, caller, reply)) wrong.push(`${where} reveals ${leak}`)
      await cleanUpAfter(fixture, caller, route.operationId, reply.body)
    }
  }
  return wrong
}

describe('allowed changes', () => {
  let streams: LiveListener[]

  test.each(callerGroups)('a change by $name alters no other tenant’s rows', async (group) => {
    const { includes, elsewhere } = group
    // The staff signed in again in an earlier group, which would have ended their streams.
    if (group.name === 'the key of B') streams = await openLiveStreams(fixture)
    const untouched = serializeRows(await readAllRows(fixture), elsewhere)
    expect(await makeChanges((caller) => isAuthorized(caller) && includes(caller))).toEqual([])
    expect(diffRows(untouched, serializeRows(await readAllRows(fixture), elsewhere))).toEqual([])
  })

  test('live streams carry no notifications of other tenants', async () => {
    const { tenantOf } = collectForeignValues(fixture, await readAllRows(fixture))
    for (const { name, visibleTenants, seesOwnerEvents, text, catchUp, close } of streams) {
      await catchUp()
      await close()
      const notifications = [...text().matchAll(/^data: (.*)$/gm)].map(([, data]) =>
        JSON.parse(data!),
      )
      counts['notifications checked'] += notifications.length
      expect(notifications.length, name).toBeGreaterThan(1)
      for (const { profile_id: id } of notifications) {
        if (id === null) expect(seesOwnerEvents, `${name} without a profile`).toBe(true)
        else expect(visibleTenants, `${name} of ${id}`).toContain(tenantOf.get(id))
      }
    }
  })

  test('no webhook endpoint received data of another profile', async () => {
    const added = collectForeignValues(fixture, await readAllRows(fixture))
    foreignValues = { ...added, tenantOf: new Map([...foreignValues.tenantOf, ...added.tenantOf]) }
    await fixture.testApp.work()
    await bindAndRecover(fixture)
    const allowedByPath: Record<string, readonly ExistingTenant[]> = {
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
      const allowed = allowedByPath[path]
      if (!allowed) continue
      paths.add(path)
      counts['deliveries searched'] += 1
      const text = `${JSON.stringify(headers)} ${body}`
      expect(
        findLeaks(foreignValues, text, (tenant) => allowed.includes(tenant)),
        path,
      ).toEqual([])
    }
    expect([...paths].sort()).toEqual(Object.keys(allowedByPath).sort())
    const { deleting, erased } = fixture.profiles
    const profileDeleted = fixture.receiver.received.filter(
      ({ json }) => json.type === 'profile.deleted' && [deleting, erased].includes(json.profile_id),
    )
    expect(new Set(profileDeleted.map(({ path }) => path))).toEqual(new Set(['/hooks/home-all']))
  })

  test('no log line contains a text, a name or a secret of a tenant', async () => {
    const { logLines } = fixture.testApp
    counts['log lines searched'] = logLines.length
    expect(logLines.length).toBeGreaterThan(1_000)
    const marker = new RegExp(Object.values(markers).join('|'))
    expect(logLines.filter((line) => marker.test(line))).toEqual([])
    const leaking = logLines.filter((line) => fixture.secrets.some((each) => line.includes(each)))
    expect(leaking).toEqual([])
  })
})
