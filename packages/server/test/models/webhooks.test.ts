import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/schemas/delivery.ts'
import { buildProfile } from '../build.ts'
import { buildWebhook, emitComments } from '../build-webhook.ts'
import { propertyRuns } from '../property-runs.ts'
import { hasValidSignature, openReceiver, type Receiver } from '../receiver.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import { commandsWith, playMsMax } from './command.ts'
import {
  count,
  type Facts,
  freshFacts,
  type Model,
  skipPending,
  statusOf,
} from './delivery-states.ts'

/** interface.md, "Delivery and retry": the seven waits between the eight attempts. */
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
/** Rare states that at least one run must reach. */
const reached = new Set<string>()

beforeAll(async () => {
  testApp = await openTestApp({ env: { OWNER_EMAIL: 'owner@example.com' } })
  profile = await buildProfile(testApp)
})
afterAll(() => testApp.close())

/** Runs due work and updates the model by the requests that the receiver got. */
async function work(model: Model, real: Real): Promise<void> {
  const { receiver } = real
  const seen = receiver.received.length
  await testApp.work()
  for (const request of receiver.received.slice(seen)) {
    const id = String(request.headers['service-delivery'])
    const facts = model.deliveries.get(id)
    if (!facts) throw new Error(`${id} was sent, but the model does not contain it`)
    if (!hasValidSignature(request, real.secret, testApp.clock.now()))
      throw new Error('wrong signature')
    facts.statuses.push(model.works ? 200 : 500)
    if (facts.resends > 0) facts.resends -= 1
    else Object.assign(facts, { step: facts.step + 1, steppedAt: testApp.clock.now().getTime() })
    if (model.works || facts.step >= 8) facts.isOver = true
    // A test event never counts, even when it is resent (decisions §9).
    if (!facts.isTest) count(model)
  }
  // The emails are sent by the next run.
  await testApp.work()
}

/** Compares the endpoint, its deliveries and the emails with the model. */
async function compare(model: Model, real: Real): Promise<void> {
  const { body: endpoint } = await testApp.call('GET', real.path)
  expect(endpoint).toMatchObject({
    active: model.active,
    inactive_reason: model.reason,
    consecutive_failures: model.consecutiveFailures,
  })
  const listed = await history(real)
  expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(model.deliveries.keys()))
  for (const delivery of listed) await compareDelivery(model, real, delivery)
  const emailsWith = (word: string) =>
    testApp.emails.filter(({ subject }) => subject.includes(word))
  expect([emailsWith('failing').length, emailsWith('inactive').length]).toEqual([
    model.warnings,
    model.notices,
  ])
}

async function compareDelivery(model: Model, real: Real, delivery: Delivery): Promise<void> {
  const facts = model.deliveries.get(delivery.id)!
  expect(delivery.attempt_count).toBe(facts.statuses.length)
  expect(delivery.status).toBe(statusOf(facts))
  if (delivery.status === 'skipped') expect(delivery.last_error).toBe('endpoint_inactive')
  if (facts.seen === facts.statuses.length) return
  facts.seen = facts.statuses.length
  const { body: detail } = await testApp.call('GET', `${real.path}/deliveries/${delivery.id}`)
  const codes = detail.attempts.map((attempt: { status_code: number }) => attempt.status_code)
  expect(codes).toEqual(facts.statuses)
  if (delivery.status !== 'pending' || facts.isOver || facts.step === 0) return
  const waited = Date.parse(delivery.next_attempt_at!) - facts.steppedAt
  const wait = waitsMs[facts.step - 1]!
  // Up to a tenth later, at most a minute (decisions §9); an attempt took some of it.
  expect(waited).toBeGreaterThanOrEqual(wait)
  expect(waited).toBeLessThanOrEqual(wait + Math.min(wait / 10, 60_000) + 1_000)
}

async function history(real: Real): Promise<Delivery[]> {
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
    const before = new Set((await history(real)).map(({ id }) => id))
    await real.emit(count)
    const fresh = (await history(real)).filter(({ id }) => !before.has(id))
    // Events occurring while inactive are not stored (interface.md, "States").
    expect(fresh).toHaveLength(model.active ? count : 0)
    for (const { id } of fresh) {
      model.deliveries.set(id, freshFacts())
    }
  })

const receive = (works: boolean) =>
  command(works ? 'the receiver works' : 'the receiver fails', async (model, real) => {
    model.works = works
    real.receiver.respondWith({ status: works ? 200 : 500 })
  })

const pass = (seconds: number, times: number) =>
  command(`${times} × ${seconds} s pass`, async (model, real) => {
    for (let time = 0; time < times; time += 1) {
      testApp.clock.advance(seconds * 1_000)
      await work(model, real)
    }
  })

/** Makes the endpoint inactive if it has enough deliveries. */
const breakDown = command('50 attempts fail', async (model, real) => {
  await emit(12).run(model, real)
  await receive(false).run(model, real)
  for (let time = 0; time < 50 && model.active; time += 1) {
    testApp.clock.advance(67_000)
    await work(model, real)
  }
})

const resend = (place: number) =>
  command(
    `resend ${place}`,
    async (model, real) => {
      const [id, facts] = [...model.deliveries][place % model.deliveries.size]!
      const { status, body } = await testApp.call('POST', `${real.path}/deliveries/${id}/resend`)
      expect(status).toBe(model.active ? 202 : 409)
      if (!model.active) return expect(body.error.code).toBe('webhook_inactive')
      // Added to the schedule of a pending delivery; otherwise a single attempt.
      facts.resends += 1
      facts.isSkipped = false
      await work(model, real)
    },
    (model) => model.deliveries.size > 0,
  )

const sendTest = command('test', async (model, real) => {
  const seen = real.receiver.received.length
  const { status, body } = await testApp.call('POST', `${real.path}/test`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ test: true, status: model.works ? 'succeeded' : 'failed' })
  expect(real.receiver.received.length).toBe(seen + 1)
  const statuses = [model.works ? 200 : 500] as Facts['statuses']
  model.deliveries.set(body.id, { ...freshFacts(), statuses, isTest: true, isOver: true })
})

const setActive = (active: boolean) =>
  command(active ? 'switch on' : 'switch off', async (model, real) => {
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
  fc.boolean().map(receive),
  fc.constant(breakDown),
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
        async (commandList) => {
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
            works: true,
            warnings: 0,
            notices: 0,
            deliveries: new Map(),
          }
          try {
            await fc.asyncModelRun(() => ({ model, real }), commandList)
            await nothingIsLost(model, real)
            if (model.warnings > 0) reached.add('warned')
            if (model.notices > 0) reached.add('switched off')
          } finally {
            await testApp.call('DELETE', path)
            await receiver.close()
          }
        },
      ),
      propertyRuns(7, 'webhooks'),
    )
    expect(reached).toEqual(new Set(['warned', 'switched off']))
  },
  playMsMax,
)

/** With a working receiver every pending delivery arrives. */
async function nothingIsLost(model: Model, real: Real): Promise<void> {
  await receive(true).run(model, real)
  for (let step = 0; step < 60; step += 1) {
    const pending = (await history(real)).filter(({ status }) => status === 'pending')
    if (pending.length === 0) return
    testApp.clock.advance(1_800_000)
    await work(model, real)
  }
  throw new Error('a delivery stayed pending')
}
