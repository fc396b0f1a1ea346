import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../src/schemas/account.ts'
import type { Post, Target } from '../../src/schemas/post.ts'
import { buildProfile, buildWebhook } from '../build.ts'
import { propertyRuns } from '../property-runs.ts'
import { advanceUntilIdle, connectNewPerson } from '../publishing.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import { commandsWith, playMsMax } from './command.ts'
import { compareEvents, compareTarget, type Facts } from './post-facts.ts'
import { derived, follows } from './target-states.ts'

type Model = { posts: Facts[] }
type Real = { accounts: Account[] }

let testApp: TestApp
let receiver: Receiver
let count = 0
const reached = new Set<string>()

beforeAll(async () => {
  testApp = await openTestApp({ poolMax: 6 })
  receiver = await openReceiver()
  await buildWebhook(testApp, { url: receiver.url })
})
afterAll(async () => {
  await testApp.close()
  await receiver.close()
})

async function compare(model: Model, real: Real): Promise<void> {
  const onPlatform = new Map<string, { id: string; text: string }[]>()
  for (const { id, username } of real.accounts) {
    const { data } = await testApp.sandbox.control('GET', `/posts?account=threads:${username}`)
    onPlatform.set(id, data)
  }
  for (const facts of model.posts) {
    const { body: post } = await testApp.call('GET', `/v1/posts/${facts.id}`)
    const targets: Target[] = post.targets
    expect(post.status).toBe(derived(targets.map(({ status }) => status)))
    for (const target of targets) {
      reached.add(target.status)
      const before = facts.statuses.get(target.id)
      if (before && !follows(before, target.status)) {
        throw new Error(`${before} became ${target.status}`)
      }
      facts.statuses.set(target.id, target.status)
      const there = onPlatform.get(target.account_id)!.filter(({ text }) => text === facts.text)
      compareTarget(facts, target, there)
      await compareEvents(testApp, target)
    }
  }
}

const command = commandsWith(compare)

const create = (mode: 'draft' | 'now' | 'schedule', minutes: number, both: boolean) =>
  command(`create ${mode} ${both ? 'on both' : 'on one'}`, async (model, real) => {
    count += 1
    const text = `Model ${count}`
    const at = new Date(testApp.clock.now().getTime() + minutes * 60_000).toISOString()
    const { status, body } = await testApp.call('POST', '/v1/posts', {
      text,
      mode,
      ...(mode === 'schedule' ? { scheduled_at: at } : {}),
      targets: real.accounts.slice(0, both ? 2 : 1).map(({ id }) => ({ account_id: id })),
    })
    expect(status, JSON.stringify(body)).toBe(201)
    model.posts.push({
      id: body.id,
      text,
      statuses: new Map(),
      risks: new Map(),
      resolved: new Set(),
    })
    await testApp.work()
  })

/** An action on one of the posts; what it may answer depends on what its targets are now. */
const act = (
  name: string,
  place: number,
  run: (facts: Facts, targets: Target[], post: Post) => Promise<void>,
) =>
  command(
    `${name} ${place}`,
    async (model) => {
      const facts = model.posts[place % model.posts.length]!
      const { body } = await testApp.call('GET', `/v1/posts/${facts.id}`)
      await run(facts, body.targets, body)
    },
    (model) => model.posts.length > 0,
  )

const has = (targets: Target[], ...statuses: Target['status'][]) =>
  targets.some(({ status }) => statuses.includes(status))

const cancel = (place: number) =>
  act('cancel', place, async (facts, targets, post) => {
    const { status, body } = await testApp.call('DELETE', `/v1/posts/${facts.id}`)
    const isFine = has(targets, 'draft', 'scheduled') || post.status === 'canceled'
    expect([status, body.error?.code]).toEqual(
      isFine ? [200, undefined] : [409, 'post_not_editable'],
    )
    if (isFine) expect(has(body.targets, 'draft', 'scheduled')).toBe(false)
  })

const reschedule = (place: number, minutes: number) =>
  act('reschedule', place, async (facts, targets) => {
    const at = new Date(testApp.clock.now().getTime() + minutes * 60_000).toISOString()
    const { status } = await testApp.call('PATCH', `/v1/posts/${facts.id}`, { scheduled_at: at })
    const isOpen = targets.every((each) => each.status === 'draft' || each.status === 'scheduled')
    if (!isOpen) expect(status).toBe(409)
    else expect([200, 409]).toContain(status)
  })

const retry = (place: number) =>
  act('retry', place, async (facts, targets) => {
    const { status } = await testApp.call('POST', `/v1/posts/${facts.id}/retry`)
    expect(status).toBe(has(targets, 'failed', 'unknown') ? 200 : 409)
    for (const target of targets.filter((each) => each.status === 'unknown')) {
      facts.risks.set(target.id, (facts.risks.get(target.id) ?? 0) + 1)
    }
  })

const resolve = (place: number) =>
  act('resolve', place, async (facts, targets) => {
    count += 1
    const target = targets.find((each) => each.status === 'unknown') ?? targets[0]!
    const { status } = await testApp.call(
      'POST',
      `/v1/posts/${facts.id}/targets/${target.id}/resolve`,
      { platform_post_id: `9${String(count).padStart(17, '0')}` },
    )
    expect(status).toBe(target.status === 'unknown' ? 200 : 409)
    if (status === 200) facts.resolved.add(target.id)
  })

const kinds = ['transient', 'http_500', 'rate_limited', 'connection_reset', 'after_accepting_500']
const fault = (kind: string, match: string, times: number) =>
  command(`${times} × ${kind} at ${match}`, async () => {
    await testApp.sandbox.control('POST', '/faults', { platform: 'threads', match, kind, times })
  })

/** A post that is published while the platform has trouble. */
const storm = (kind: string, match: string, times: number) =>
  command(`a post while ${times} × ${kind} at ${match}`, async (model, real) => {
    await mended.run(model, real)
    await fault(kind, match, times).run(model, real)
    await create('now', 1, true).run(model, real)
    await pass(3, 2).run(model, real)
  })

const mended = command('the platform is well again', async () => {
  await testApp.sandbox.control('DELETE', '/faults')
})

const pass = (seconds: number, times: number) =>
  command(`${times} × ${seconds} s pass`, async () => {
    for (let time = 0; time < times; time += 1) {
      testApp.clock.advance(seconds * 1_000)
      await testApp.work()
    }
  })

const place = fc.nat(5)
const commands = [
  fc
    .tuple(
      fc.constantFrom('draft', 'now', 'schedule'),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
    )
    .map(([mode, minutes, both]) => create(mode as 'draft', minutes, both)),
  fc.boolean().map((both) => create('now', 1, both)),
  place.map(cancel),
  fc.tuple(place, fc.integer({ min: 1, max: 30 })).map(([at, minutes]) => reschedule(at, minutes)),
  place.map(retry),
  place.map(resolve),
  fc
    .tuple(
      fc.constantFrom(...kinds),
      fc.constantFrom('publish', 'publish', 'create', 'posts', '*'),
      fc.integer({ min: 1, max: 6 }),
    )
    .map(([kind, match, times]) => fault(kind, match, times)),
  fc
    .tuple(
      fc.constantFrom(...kinds),
      fc.constantFrom('publish', 'publish', 'create', '*'),
      fc.constantFrom(1, 2, 5, 40),
    )
    .map(([kind, match, times]) => storm(kind, match, times)),
  fc.constant(storm('connection_reset', 'publish', 40)),
  fc.constant(storm('transient', 'create', 40)),
  fc.constant(mended),
  fc
    .tuple(fc.constantFrom(1, 3, 31, 67, 310, 910), fc.integer({ min: 1, max: 4 }))
    .map(([seconds, times]) => pass(seconds, times)),
  fc.constant(pass(3, 3)),
  fc.constant(pass(1, 1)),
  fc.constant(pass(910, 4)),
]

test(
  'posts have the statuses and events of the contract after any order of actions',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.commands(commands, { maxCommands: 18, size: 'max' }),
        async (commandList) => {
          await testApp.sandbox.control('DELETE', '/faults')
          const model: Model = { posts: [] }
          const real: Real = { accounts: [] }
          const profile = await buildProfile(testApp)
          for (let each = 0; each < 2; each += 1)
            real.accounts.push(await connectNewPerson(testApp, profile.id))
          await fc.asyncModelRun(() => ({ model, real }), commandList)
          await nothingIsLeft(model, real)
          for (const { id } of real.accounts) {
            await testApp.call('DELETE', `/v1/accounts/${id}?force=true`)
          }
        },
      ),
      propertyRuns(8, 'posts'),
    )
    const wanted = [
      'draft',
      'scheduled',
      'publishing',
      'published',
      'failed',
      'unknown',
      'canceled',
    ]
    expect([...reached].sort()).toEqual(wanted.sort())
  },
  playMsMax,
)

/** On a platform that works all that was to be published is; nothing waits for ever. */
async function nothingIsLeft(model: Model, real: Real): Promise<void> {
  await mended.run(model, real)
  for (let quarter = 0; quarter < 30; quarter += 1) {
    await advanceUntilIdle(testApp, 3_600_000)
    await compare(model, real)
    const open = model.posts.flatMap(({ statuses }) => [...statuses.values()])
    if (!open.includes('publishing') && !open.includes('scheduled')) return
    // An account may rest longer than what waits for it.
    testApp.clock.advance(900_000)
  }
  throw new Error('a target was not brought to an end')
}
