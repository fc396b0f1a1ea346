import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import { brokenRequestsOf } from './broken.ts'
import { sendAndCheck } from './check-response.ts'
import { acceptsBody, type Operation, operations } from './document.ts'
import { type Fixture, openFixture, replenish } from './fixture.ts'
import { validRequestsOf } from './requests.ts'
import { pathParametersOf, valuesByField } from './values.ts'

const validRuns = 14
const brokenRuns = 30

let testApp: TestApp
let fixture: Fixture
const counts = new Map<string, number>()
const succeeded = new Set<string>()

beforeAll(async () => {
  // Every host name resolves to this machine, so that no generated request leaves it.
  const lookup = ((_host: string, _options: unknown, done: (...all: unknown[]) => void) =>
    done(null, [{ address: '127.0.0.1', family: 4 }])) as never
  testApp = await openTestApp({ lookup })
  fixture = await openFixture(testApp)
})
afterAll(async () => {
  await testApp.close()
  const summary = Object.fromEntries([...counts].sort())
  if (inject('propertyRuns').times > 1) console.log(operations.length, JSON.stringify(summary))
})

function countResult(what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

/** The order: creating, reading, changing, deleting, deleting profiles, signing in (which moves the clock). */
function rankOf({ method, path, access, operationId }: Operation): number {
  const isAboutComments = path.startsWith('/v1/comments')
  if (access === 'public' || (access === 'member' && !isAboutComments)) return 6
  // It needs an account that is still connected.
  if (path.endsWith('/publication') || operationId === 'cancelPost') return 3
  if (method === 'DELETE') return path.startsWith('/v1/profiles') ? 5 : 4
  if (method === 'GET') return 1
  if (method === 'POST' && !path.includes('{')) return 0
  return path.endsWith('/retry') ? 3 : 2
}

/** Password hashing is slow, so these operations get fewer cases. */
function hashesPasswords({ path, access, body }: Operation): boolean {
  return body !== null && (access === 'public' || path === '/v1/session')
}

const sortedOperations = operations.toSorted((left, right) => rankOf(left) - rankOf(right))

describe.each(sortedOperations)('$operationId', (operation) => {
  test('a valid request gets a response that the document declares', async () => {
    await replenish(fixture, operation)
    const drafts = validRequestsOf(
      operation,
      await pathParametersOf(fixture, operation),
      valuesByField(fixture),
    )
    await fc.assert(
      fc.asyncProperty(drafts, async (draft) => {
        const { status, body } = await sendAndCheck(fixture, operation, draft)
        countResult(`valid ${status}`)
        if (status >= 300) return
        succeeded.add(operation.operationId)
        fixture.collectIds(body)
      }),
      propertyRuns(hashesPasswords(operation) ? 5 : validRuns, operation.operationId),
    )
  })

  test('an invalid request gets a declared error or is harmless', async () => {
    await replenish(fixture, operation)
    const drafts = validRequestsOf(
      operation,
      await pathParametersOf(fixture, operation),
      valuesByField(fixture),
    )
    await fc.assert(
      fc.asyncProperty(brokenRequestsOf(operation, drafts), async ({ flaw, draft, mustRefuse }) => {
        const { status, body } = await sendAndCheck(fixture, operation, draft)
        countResult(`${flaw} ${status}`)
        if (status >= 400) return
        if (mustRefuse) throw new Error(`${flaw} was accepted`)
        const isWrong = operation.body && 'json' in draft && !acceptsBody(operation, draft.json)
        if (isWrong && draft.method === operation.method)
          throw new Error('accepted a body that does not fit the document’s schema')
        fixture.collectIds(body)
      }),
      propertyRuns(brokenRuns, operation.operationId),
    )
  })
})

/**
 * A random request has no valid code of an app and no link from an email; `second-factor.test.ts` and
 * `new-email.test.ts` call these.
 */
const needCode = [
  'confirmEmail',
  'enableSecondFactor',
  'disableSecondFactor',
  'createRecoveryCodes',
  'resetSecondFactor',
]

test('every operation succeeded at least once', () => {
  const never = operations.map((each) => each.operationId).filter((id) => !succeeded.has(id))
  // `repeat.test.ts` repeats: that needs a scheduled post. `posting-plans.test.ts` reorders: that needs posts in
  // slots of one account.
  expect(never).toEqual(['repeatPost', 'reorderQueue', ...needCode])
})

test('the background work caused by these requests logs no error', async () => {
  testApp.clock.advance(40 * 86_400_000)
  await testApp.work()
  const failures = testApp.logLines.filter((line) => JSON.parse(line).level >= 50)
  expect(failures).toEqual([])
})
