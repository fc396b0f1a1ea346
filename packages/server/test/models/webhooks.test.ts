import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/schemas/delivery.ts'
import { buildProfile } from '../build.ts'
import { buildWebhook, emitComments } from '../build-webhook.ts'
import { propertyRuns } from '../property-runs.ts'
import { hasValidSignature, openReceiver, type Receiver } from '../receiver.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import { commandsWith, runMsMax } from './command.ts'
import {
  countAttempt,
  type DeliveryState,
  type Model,
  newDelivery,
  skipPending,
  statusOf,
} from './delivery-states.ts'

const dayMs = 86_400_000
/** contract.md §9: the seven waits between the eight attempts. */
const waitsMs = [1, 5, 30, 120, 300, 480, 480].map((minutes) => minutes * 60_000)

type Real = {
  testApp: TestApp
  receiver: Receiver
  path: string
  secret: string
  emit(count: number): Promise<void>
}

let testApp: TestApp
let profile: { id: string }
/** States reached in any run, compared at the end so that the runs cover them. */
const reached = new Set<string>()

beforeAll(async () => {
  testApp = await openTestApp({ env: { OWNER_EMAIL: 'owner@example.com' } })
  profile = await buildProfile(testApp)
})
afterAll(() => testApp.close())

/** Runs all due work and records in the model what the receiver got. */
async function work(model: Model, real: Real): Promise<void> {
  const { receiver } = real
  const receivedBefore = receiver.received.length
  await testApp.work()
  for (const request of receiver.received.slice(receivedBefore)) {
    const id = String(request.headers['service-delivery'])
    const expected = model.deliveries.get(id)
    if (!expected) throw new Error(`${id} was sent, but is not in the model`)
    if (!hasValidSignature(request, real.secret, testApp.clock.now()))
      throw new Error('wrong signature')
    expected.statusCodes.push(model.isReceiverUp ? 200 : 500)
    if (expected.pendingResends > 0) expected.pendingResends -= 1
    else {
      expected.scheduledAttempts += 1
      expected.lastScheduledAt = testApp.clock.now().getTime()
    }
    if (model.isReceiverUp || expected.scheduledAttempts >= 8) expected.isScheduleDone = true
    // Test events and their resends do not count (contract.md §9).
    if (!expected.isTest) countAttempt(model, Math.floor(testApp.clock.now().getTime() / dayMs))
  }
  // The next run of the background work writes the emails.
  await testApp.work()
}

/** Compares the API's responses with the model. */
async function compare(model: Model, real: Real): Promise<void> {
  const { body: endpoint } = await testApp.call('GET', real.path)
  expect(endpoint).toMatchObject({
    active: model.active,
    inactive_reason: model.reason,
    consecutive_failures: model.consecutiveFailures,
  })
  const deliveries = await listDeliveries(real)
  expect(new Set(deliveries.map(({ id }) => id))).toEqual(new Set(model.deliveries.keys()))
  for (const delivery of deliveries) await compareDelivery(model, real, delivery)
  const emails = (subjectPart: string) =>
    testApp.emails.filter(({ subject }) => subject.includes(subjectPart))
  expect([emails('failing').length, emails('disabled').length]).toEqual([
    model.warningDays.size,
    model.inactiveDays.size,
  ])
}

async function compareDelivery(model: Model, real: Real, delivery: Delivery): Promise<void> {
  const expected = model.deliveries.get(delivery.id)!
  expect(delivery.attempt_count).toBe(expected.statusCodes.length)
  expect(delivery.status).toBe(statusOf(expected))
  if (delivery.status === 'skipped') expect(delivery.last_error).toBe('endpoint_inactive')
  if (expected.comparedAttempts === expected.statusCodes.length) return
  expected.comparedAttempts = expected.statusCodes.length
  const { body: detail } = await testApp.call('GET', `${real.path}/deliveries/${delivery.id}`)
  const codes = detail.attempts.map((attempt: { status_code: number }) => attempt.status_code)
  expect(codes).toEqual(expected.statusCodes)
  if (delivery.status !== 'pending' || expected.isScheduleDone || expected.scheduledAttempts === 0)
    return
  const waited = Date.parse(delivery.next_attempt_at!) - expected.lastScheduledAt
  const wait = waitsMs[expected.scheduledAttempts - 1]!
  // The jitter is at most a tenth of the wait and a minute (contract.md §9); an attempt takes up to
  // a second.
  expect(waited).toBeGreaterThanOrEqual(wait)
  expect(waited).toBeLessThanOrEqual(wait + Math.min(wait / 10, 60_000) + 1_000)
}

async function listDeliveries(real: Real): Promise<Delivery[]> {
  const all: Delivery[] = []
  for (let cursor = ''; ; ) {
    const { body } = await testApp.call('GET', `${real.path}/deliveries?limit=100${cursor}`)
    all.push(...body.data)
    if (!body.has_more) return all
    cursor = `&cursor=${body.next_cursor}`
  }
}

const command = commandsWith(compare)

const emit = (count: number) =>
  command(`emit ${count}`, async (model, real) => {
    const before = new Set((await listDeliveries(real)).map(({ id }) => id))
    await real.emit(count)
    const created = (await listDeliveries(real)).filter(({ id }) => !before.has(id))
    // Events occurring while inactive are not stored (contract.md §9).
    expect(created).toHaveLength(model.active ? count : 0)
    for (const { id } of created) {
      model.deliveries.set(id, newDelivery())
    }
  })

const setReceiver = (isUp: boolean) =>
  command(isUp ? 'the receiver works' : 'the receiver fails', async (model, real) => {
    model.isReceiverUp = isUp
    real.receiver.respondWith({ status: isUp ? 200 : 500 })
  })

const pass = (seconds: number, times: number) =>
  command(`${times} × ${seconds} s pass`, async (model, real) => {
    for (let time = 0; time < times; time += 1) {
      testApp.clock.advance(seconds * 1_000)
      await work(model, real)
    }
  })

/** Fails deliveries until the endpoint is inactive. */
const failUntilInactive = command('50 attempts fail', async (model, real) => {
  await emit(12).run(model, real)
  await setReceiver(false).run(model, real)
  for (let time = 0; time < 50 && model.active; time += 1) {
    testApp.clock.advance(67_000)
    await work(model, real)
  }
})

const resend = (index: number) =>
  command(
    `resend ${index}`,
    async (model, real) => {
      const [id, expected] = [...model.deliveries][index % model.deliveries.size]!
      const { status, body } = await testApp.call('POST', `${real.path}/deliveries/${id}/resend`)
      expect(status).toBe(model.active ? 202 : 409)
      if (!model.active) return expect(body.error.code).toBe('webhook_inactive')
      // A pending delivery keeps its schedule as well; any other gets only this attempt.
      expected.pendingResends += 1
      expected.isSkipped = false
      await work(model, real)
    },
    (model) => model.deliveries.size > 0,
  )

const sendTest = command('test', async (model, real) => {
  const receivedBefore = real.receiver.received.length
  const { status, body } = await testApp.call('POST', `${real.path}/test`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ test: true, status: model.isReceiverUp ? 'succeeded' : 'failed' })
  expect(real.receiver.received.length).toBe(receivedBefore + 1)
  const statusCodes = [model.isReceiverUp ? 200 : 500] as DeliveryState['statusCodes']
  model.deliveries.set(body.id, {
    ...newDelivery(),
    statusCodes,
    isTest: true,
    isScheduleDone: true,
  })
})

const setActive = (active: boolean) =>
  command(active ? 'activate' : 'deactivate', async (model, real) => {
    const { status } = await testApp.call('PATCH', real.path, { active })
    expect(status).toBe(200)
    if (active) model.consecutiveFailures = 0
    if (active) model.reason = null
    else if (model.active) model.reason = 'owner'
    if (!active) skipPending(model)
    model.active = active
  })

const commands = [
  fc.integer({ min: 1, max: 12 }).map(emit),
  fc.boolean().map(setReceiver),
  fc.constant(failUntilInactive),
  fc
    .tuple(
      fc.constantFrom(1, 31, 67, 331, 1_900, 7_300, 18_100, 28_900),
      fc.integer({ min: 1, max: 25 }),
    )
    .map(([seconds, times]) => pass(seconds, seconds > 100 ? Math.min(times, 3) : times)),
  fc.nat(50).map(resend),
  fc.constant(sendTest),
  fc.boolean().map(setActive),
]

test(
  'an endpoint and its deliveries have the statuses of the contract after any order of actions',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.commands(commands, { maxCommands: 16, size: 'max' }),
        async (sequence) => {
          testApp.emails.length = 0
          const receiver = await openReceiver()
          const { path, secret } = await buildWebhook(testApp, { url: receiver.url })
          const real: Real = {
            testApp,
            receiver,
            path,
            secret,
            emit: (count) =>
              emitComments(
                testApp,
                profile,
                Array.from({ length: count }, () => 'Hi'),
              ),
          }
          const model: Model = {
            active: true,
            reason: null,
            consecutiveFailures: 0,
            isReceiverUp: true,
            warningDays: new Set(),
            inactiveDays: new Set(),
            deliveries: new Map(),
          }
          try {
            await fc.asyncModelRun(() => ({ model, real }), sequence)
            await expectAllDelivered(model, real)
            if (model.warningDays.size > 0) reached.add('warned')
            if (model.inactiveDays.size > 0) reached.add('inactive')
          } finally {
            await testApp.call('DELETE', path)
            await receiver.close()
          }
        },
      ),
      propertyRuns(7, 'webhooks'),
    )
    expect(reached).toEqual(new Set(['warned', 'inactive']))
  },
  runMsMax,
)

/** Checks that every pending delivery arrives once the receiver returns 200. */
async function expectAllDelivered(model: Model, real: Real): Promise<void> {
  await setReceiver(true).run(model, real)
  for (let halfHour = 0; halfHour < 60; halfHour += 1) {
    const pending = (await listDeliveries(real)).filter(({ status }) => status === 'pending')
    if (pending.length === 0) return
    testApp.clock.advance(1_800_000)
    await work(model, real)
  }
  throw new Error('a delivery stayed pending')
}
