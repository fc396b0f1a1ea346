import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimTargets } from '../../src/resources/posts/publish/claim.ts'
import { publishTarget } from '../../src/resources/posts/publish/run.ts'
import type { Account } from '../../src/schemas/account.ts'
import type { Post } from '../../src/schemas/post.ts'
import type { Target } from '../../src/schemas/target.ts'
import { buildProfile, buildWebhook } from '../build.ts'
import { propertyRuns } from '../property-runs.ts'
import { advanceUntilIdle, connectNewPerson, readPost } from '../publishing.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { useTestApp } from '../test-app.ts'
import { commandsWith, runMsMax } from './command.ts'
import {
  compareEvents,
  compareTarget,
  type PlatformPart,
  type PostState,
  partKey,
} from './post-state.ts'
import { canBecome, expectedPostStatus } from './target-states.ts'

type Model = { posts: PostState[] }
type Real = { accounts: Account[] }

const testApp = useTestApp({ poolMax: 6 })
let receiver: Receiver
let count = 0
const reached = new Set<string>()

beforeAll(async () => {
  receiver = await openReceiver()
  await buildWebhook(testApp, { url: receiver.url })
})
afterAll(() => receiver.close())

async function compare(model: Model, real: Real): Promise<void> {
  const posts = await listPosts(real)
  for (const state of model.posts) {
    const post = await readPost(testApp, state.id)
    const targets: Target[] = post.targets
    expect(post.status).toBe(expectedPostStatus(targets.map(({ status }) => status)))
    for (const target of targets) {
      reached.add(target.status)
      const before = state.statuses.get(target.id)
      if (before && !canBecome(before, target.status)) {
        throw new Error(`${before} became ${target.status}`)
      }
      state.statuses.set(target.id, target.status)
      compareTarget(state, target, await listParts(state, posts.get(target.account_id)!))
      await compareEvents(testApp, state, target)
    }
  }
}

type SandboxPost = { id: string; text: string; post_id?: string; parent_id: string | null }

/** The posts on the platform of each account, without replies. */
async function listPosts(real: Real): Promise<Map<string, SandboxPost[]>> {
  const onPlatform = new Map<string, SandboxPost[]>()
  for (const { id, username } of real.accounts) {
    const { data } = await testApp.sandbox.control('GET', `/posts?account=threads:${username}`)
    onPlatform.set(id, data)
  }
  return onPlatform
}

/** What of these posts and their replies has a text of the post. */
async function listParts(
  { texts }: PostState,
  posts: readonly SandboxPost[],
): Promise<PlatformPart[]> {
  const parts = posts.filter(({ text }) => texts.includes(text))
  if (texts.length > 1) {
    for (const { id } of [...parts]) {
      parts.push(...(await testApp.sandbox.control('GET', `/posts/${id}/comments`)).data)
    }
  }
  return parts.map(({ id, text, post_id, parent_id }) => {
    return { id, text, answers: parent_id ?? post_id ?? null }
  })
}

const command = commandsWith(compare)

type Mode = 'draft' | 'now' | 'schedule'
type Input = { mode: Mode; minutes?: number; both?: boolean; isThread?: boolean }

const partsOfThread = 3

async function createPost(
  model: Model,
  real: Real,
  { mode, minutes = 1, both = false, isThread = false }: Input,
): Promise<PostState> {
  count += 1
  const text = `Model ${count}`
  const later = Array.from({ length: isThread ? partsOfThread - 1 : 0 }, (_, index) => {
    return { text: `${text}, part ${index + 2}` }
  })
  const at = new Date(testApp.clock.now().getTime() + minutes * 60_000).toISOString()
  const { status, body } = await testApp.call('POST', '/v1/posts', {
    text,
    thread: later,
    mode,
    ...(mode === 'schedule' ? { scheduled_at: at } : {}),
    targets: real.accounts.slice(0, both ? 2 : 1).map(({ id }) => ({ account_id: id })),
  })
  expect(status, JSON.stringify(body)).toBe(201)
  const state: PostState = {
    id: body.id,
    texts: [text, ...later.map((part) => part.text)],
    statuses: new Map(),
    riskyRetries: new Map(),
    retries: new Map(),
    resolved: new Set(),
    removed: new Set(),
  }
  model.posts.push(state)
  return state
}

const nameOf = ({ mode, both, isThread }: Input) =>
  `create ${isThread ? 'thread ' : ''}${mode} ${both ? 'on both' : 'on one'}`

const create = (input: Input) =>
  command(nameOf(input), async (model, real) => {
    await createPost(model, real, input)
    await testApp.work()
  })

/** An action on one of the posts. Its response depends on the present statuses of the targets. */
const actOnPost = (
  name: string,
  index: number,
  run: (state: PostState, targets: Target[], post: Post) => Promise<void>,
) =>
  command(
    `${name} ${index}`,
    async (model) => {
      const state = model.posts[index % model.posts.length]!
      const { body } = await testApp.call('GET', `/v1/posts/${state.id}`)
      await run(state, body.targets, body)
    },
    (model) => model.posts.length > 0,
  )

const has = (targets: Target[], ...statuses: Target['status'][]) =>
  targets.some(({ status }) => statuses.includes(status))

const cancel = (index: number) =>
  actOnPost('cancel', index, async (state, targets, post) => {
    const { status, body } = await testApp.call('DELETE', `/v1/posts/${state.id}`)
    // Nothing runs now, so that a thread that has begun is between two parts.
    const isBetween = targets.some(
      ({ status, parts }) => status === 'publishing' && parts.length > 0,
    )
    const isAllowed = has(targets, 'draft', 'scheduled') || isBetween || post.status === 'canceled'
    expect([status, body.error?.code]).toEqual(
      isAllowed ? [200, undefined] : [409, 'post_not_editable'],
    )
    if (isAllowed) expect(has(body.targets, 'draft', 'scheduled')).toBe(false)
  })

const reschedule = (index: number, minutes: number) =>
  actOnPost('reschedule', index, async (state, targets) => {
    const at = new Date(testApp.clock.now().getTime() + minutes * 60_000).toISOString()
    const { status } = await testApp.call('PATCH', `/v1/posts/${state.id}`, { scheduled_at: at })
    const isEditable = targets.every(({ status }) => status === 'draft' || status === 'scheduled')
    if (!isEditable) expect(status).toBe(409)
    else expect([200, 409]).toContain(status)
  })

/** What was deleted is not continued. */
const isRetryable = ({ status, parts }: Target) =>
  ['failed', 'partially_published', 'unknown'].includes(status) &&
  parts.every(({ deleted_at }) => deleted_at === null)
const add = (counts: Map<string, number>, key: string) =>
  counts.set(key, (counts.get(key) ?? 0) + 1)

const retry = (index: number) =>
  actOnPost('retry', index, async (state, targets) => {
    const { status } = await testApp.call('POST', `/v1/posts/${state.id}/retry`)
    const retried = targets.filter(isRetryable)
    expect(status).toBe(retried.length > 0 ? 200 : 409)
    for (const target of retried) {
      add(state.retries, target.id)
      if (target.status === 'unknown') add(state.riskyRetries, partKey(target))
    }
  })

/** As an owner who looks for the post on the platform, or enters an ID that is not there. */
const resolve = (index: number) =>
  command(
    `resolve ${index}`,
    async (model, real) => {
      count += 1
      const state = model.posts[index % model.posts.length]!
      const { targets } = await readPost(testApp, state.id)
      const target = targets.find(({ status }) => status === 'unknown') ?? targets[0]!
      const posts = (await listPosts(real)).get(target.account_id)!
      const text = state.texts[target.parts.length]
      const used = target.parts.map(({ platform_post_id }) => platform_post_id)
      const found = (await listParts(state, posts)).find((part) => part.text === text)
      const id = found?.id ?? `9${String(count).padStart(17, '0')}`
      const path = `/v1/posts/${state.id}/targets/${target.id}/resolve`
      if (used[0]) {
        const { status } = await testApp.call('POST', path, { platform_post_id: used[0] })
        expect(status).toBe(target.status === 'unknown' ? 400 : 409)
      }
      const { status } = await testApp.call('POST', path, { platform_post_id: id })
      expect(status).toBe(target.status === 'unknown' ? 200 : 409)
      if (status === 200 && !found) state.resolved.add(target.id)
    },
    (model) => model.posts.length > 0,
  )

const remove = (index: number) =>
  actOnPost('remove', index, async (state, targets) => {
    const isLive = ({ status }: Target) =>
      status === 'published' || status === 'partially_published'
    const target = targets.find(isLive) ?? targets[0]!
    const path = `/v1/posts/${state.id}/targets/${target.id}/publication`
    const { status, body } = await testApp.call('DELETE', path)
    if (!isLive(target)) return expect(status).toBe(409)
    state.removed.add(target.id)
    expect([200, 429, 502]).toContain(status)
    if (status !== 200) return
    const { deleted_at } = body.targets.find(({ id }: Target) => id === target.id)
    expect(deleted_at).toBe(target.deleted_at ?? testApp.clock.now().toISOString())
  })

const faultKinds = [
  'transient',
  'http_500',
  'rate_limited',
  'connection_reset',
  'after_accepting_500',
]
const fault = (kind: string, match: string, times: number) =>
  command(`${times} × ${kind} at ${match}`, async () => {
    await testApp.sandbox.control('POST', '/faults', { platform: 'threads', match, kind, times })
  })

const publishDuringFault = (kind: string, match: string, times: number) =>
  command(`a post while ${times} × ${kind} at ${match}`, async (model, real) => {
    await endFaults.run(model, real)
    await fault(kind, match, times).run(model, real)
    await create({ mode: 'now', both: true }).run(model, real)
    await pass(3, 2).run(model, real)
  })

/** The first parts are published without a fault. */
const threadDuringFault = (kind: string, match: string, times: number, publicParts: number) =>
  command(
    `a thread, ${times} × ${kind} at ${match} after ${publicParts} parts`,
    async (model, real) => {
      await endFaults.run(model, real)
      const state = await createPost(model, real, { mode: 'now', isThread: true })
      await publishParts(state, publicParts)
      await fault(kind, match, times).run(model, real)
      await pass(3, 2).run(model, real)
    },
  )

async function publishParts({ id }: PostState, count: number): Promise<void> {
  for (let step = 0; step < 20; step += 1) {
    if ((await readPost(testApp, id)).targets[0]!.parts.length === count) return
    const [claim] = await claimTargets(testApp.ctx.db, testApp.clock.now(), 1)
    if (claim) await publishTarget(testApp.ctx, claim)
    else testApp.clock.advance(2_000)
  }
}

const endFaults = command('the faults end', async () => {
  await testApp.sandbox.control('DELETE', '/faults')
})

const pass = (seconds: number, times: number) =>
  command(`${times} × ${seconds} s pass`, async () => {
    for (let time = 0; time < times; time += 1) {
      testApp.clock.advance(seconds * 1_000)
      await testApp.work()
    }
  })

const postIndex = fc.nat(5)
const commands = [
  fc
    .tuple(
      fc.constantFrom('draft', 'now', 'schedule'),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([mode, minutes, both, isThread]) =>
      create({ mode: mode as Mode, minutes, both, isThread }),
    ),
  fc
    .tuple(fc.boolean(), fc.boolean())
    .map(([both, isThread]) => create({ mode: 'now', both, isThread })),
  postIndex.map(cancel),
  fc
    .tuple(postIndex, fc.integer({ min: 1, max: 30 }))
    .map(([index, minutes]) => reschedule(index, minutes)),
  postIndex.map(retry),
  postIndex.map(resolve),
  postIndex.map(remove),
  fc
    .tuple(
      fc.constantFrom(...faultKinds),
      fc.constantFrom('publish', 'publish', 'create', 'posts', '*'),
      fc.integer({ min: 1, max: 6 }),
    )
    .map(([kind, match, times]) => fault(kind, match, times)),
  fc
    .tuple(
      fc.constantFrom(...faultKinds),
      fc.constantFrom('publish', 'publish', 'create', '*'),
      fc.constantFrom(1, 2, 5, 40),
    )
    .map(([kind, match, times]) => publishDuringFault(kind, match, times)),
  fc
    .tuple(
      fc.constantFrom(...faultKinds),
      fc.constantFrom('publish', 'publish', 'create', '*'),
      fc.constantFrom(1, 5, 40),
      fc.integer({ min: 1, max: partsOfThread - 1 }),
    )
    .map((fields) => threadDuringFault(...fields)),
  fc.constant(publishDuringFault('connection_reset', 'publish', 40)),
  fc.constant(threadDuringFault('connection_reset', 'publish', 40, 1)),
  fc.constant(threadDuringFault('after_accepting_500', 'publish', 1, 1)),
  fc.constant(publishDuringFault('transient', 'create', 40)),
  fc.constant(endFaults),
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
        async (sequence) => {
          await testApp.sandbox.control('DELETE', '/faults')
          const model: Model = { posts: [] }
          const real: Real = { accounts: [] }
          const profile = await buildProfile(testApp)
          for (let person = 0; person < 2; person += 1)
            real.accounts.push(await connectNewPerson(testApp, profile.id))
          await fc.asyncModelRun(() => ({ model, real }), sequence)
          await expectAllFinished(model, real)
          for (const { id } of real.accounts) {
            await testApp.call('DELETE', `/v1/accounts/${id}?force=true`)
          }
        },
      ),
      propertyRuns(8, 'posts'),
    )
    const allStatuses = [
      'draft',
      'scheduled',
      'publishing',
      'published',
      'failed',
      'partially_published',
      'unknown',
      'canceled',
    ]
    expect([...reached].sort()).toEqual(allStatuses.sort())
  },
  runMsMax,
)

/** Checks that every target reaches an end status once the platform has no faults. */
async function expectAllFinished(model: Model, real: Real): Promise<void> {
  await endFaults.run(model, real)
  for (let round = 0; round < 30; round += 1) {
    await advanceUntilIdle(testApp, 3_600_000)
    await compare(model, real)
    const open = model.posts.flatMap(({ statuses }) => [...statuses.values()])
    if (!open.includes('publishing') && !open.includes('scheduled')) return
    // The back-off of an account may outlast the schedule of its targets.
    testApp.clock.advance(900_000)
  }
  throw new Error('a target reached no end status')
}
