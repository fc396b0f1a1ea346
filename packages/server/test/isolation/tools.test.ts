import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/app.ts'
import { type Tool, tools } from '../../src/mcp/tools.ts'
import { type Caller, callersOf } from './callers.ts'
import { casesOf, requestOf } from './cases.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { collectForeignValues, type ForeignValues, findLeaks, mayReveal } from './leaks.ts'
import { draftRequest, visibleIdsOf } from './requests.ts'
import { diffRows, readAllRows, serializeRows } from './rows.ts'
import { expectedVerdict } from './rules.ts'
import { sendAsTool, sendToApi, type ToolOutcome } from './send-tool.ts'

let fixture: Fixture
let callers: Caller[]
let foreignValues: ForeignValues
let before: string[]

beforeAll(async () => {
  fixture = await openFixture()
  callers = callersOf(fixture).filter(({ headers }) => !headers(routes[0]!).cookie)
  // Only the first use of a key is stored, so it happens before the rows are read.
  const whoami = tools.find(({ name }) => name === 'whoami')!
  for (const caller of callers) {
    await sendAsTool(fixture, caller, whoami, routeOf(whoami), { path: '/v1/me' })
  }
  const tenantRows = await readAllRows(fixture)
  foreignValues = collectForeignValues(fixture, tenantRows)
  before = serializeRows(tenantRows, null)
})
afterAll(() => fixture?.close())

function routeOf({ operationId }: Tool) {
  return routes.find((route) => route.operationId === operationId)!
}

/** A tool that the key may not use does not exist for it. */
function isHidden(tool: Tool, caller: Caller): boolean {
  const { access, permission } = routeOf(tool)
  const isRefusedBefore = caller.refused !== null && caller.refused !== 'profile_mismatch'
  if (isRefusedBefore) return false
  const isOwner = caller.kind === 'owner' && caller.refused === null
  return (access === 'owner' && !isOwner) || (caller.isLimited && permission !== null)
}

describe.each(tools)('$name', (tool) => {
  const route = routeOf(tool)

  test('each key with each ID gets the result of the API, and nothing of another profile', async () => {
    const wrong: string[] = []
    const nonexistent = new Map<string, ToolOutcome>()
    for (const each of casesOf(fixture, callers, route)) {
      const { caller, idField, tenant, referenceIndex } = each
      const verdict = expectedVerdict(caller, route, idField, tenant)
      if (verdict.kind === 'allowed' && tool.effect !== 'reads') continue
      const draft = requestOf(fixture, route, each)
      const outcome = await sendAsTool(fixture, caller, tool, route, draft)
      const where = `${caller.name}, ${idField ? `${idField.name} of ${tenant} (${referenceIndex})` : 'no id'}`
      const caseKey = `${caller.name} ${JSON.stringify(idField)} ${referenceIndex}`
      if (idField && tenant === 'nonexistent') nonexistent.set(caseKey, outcome)
      const leaks = findLeaks(foreignValues, outcome.text, mayReveal(caller, route))
      if (leaks.length > 0) wrong.push(`${where}: reveals ${leaks}`)
      if (verdict.kind === 'allowed') {
        const { code, result } = await sendToApi(fixture, caller, route, draft)
        if (outcome.code !== code) wrong.push(`${where}: ${outcome.code}, the API ${code}`)
        if (code === 'done') expect(outcome.result, where).toEqual(result)
        continue
      }
      const refusedWith = verdict.kind === 'refused' ? verdict.code : 'done'
      const code = isHidden(tool, caller) ? 'unavailable' : refusedWith
      if (outcome.code !== code) wrong.push(`${where}: ${outcome.code} instead of ${code}`)
      const isComparable = verdict.kind === 'empty' || verdict.sameAsNonexistent
      const reference = nonexistent.get(caseKey)
      if (isComparable && code !== 'unavailable') {
        expect(outcome.result, where).toEqual(reference!.result)
      }
    }
    expect(wrong).toEqual([])
  })

  test('each key in each profile gets the result of the API', async () => {
    if (tool.effect !== 'reads') return
    const wrong: string[] = []
    for (const caller of callers.filter(
      ({ headerProfile, isLimited, refused }) => !headerProfile && !isLimited && !refused,
    )) {
      for (const profile of Object.values(fixture.profiles)) {
        const inProfile: Caller = {
          ...caller,
          headers: (of) => ({ ...caller.headers(of), 'service-profile': profile }),
        }
        const draft = draftRequest(fixture, route, visibleIdsOf(fixture.resourceIds, caller), null)
        const outcome = await sendAsTool(fixture, inProfile, tool, route, draft)
        const { code, result } = await sendToApi(fixture, inProfile, route, draft)
        const expected = isHidden(tool, caller) ? 'unavailable' : code
        if (outcome.code !== expected)
          wrong.push(`${caller.name}: ${outcome.code}, not ${expected}`)
        if (code === 'done') expect(outcome.result).toEqual(result)
      }
    }
    expect(wrong).toEqual([])
  })
})

test('refused calls and reads changed no row of any tenant', async () => {
  expect(diffRows(before, serializeRows(await readAllRows(fixture), null))).toEqual([])
})
