import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { buildWebhook } from '../../../../test/build.ts'
import { buildMedia } from '../../../../test/media-files.ts'
import { threadsPublishCase } from '../../../../test/platforms/threads-publish-case.ts'
import {
  advanceUntilIdle,
  buildPost,
  connectNewPerson,
  newText,
  postEvents,
  readPost,
} from '../../../../test/publishing.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { Context } from '../../../context.ts'
import { PlatformError } from '../../../platforms/contract/errors.ts'
import type { PublishAbility } from '../../../platforms/contract/publish.ts'
import type { Account } from '../../../schemas/account.ts'
import type { Post } from '../../../schemas/post.ts'
import type { Target } from '../../../schemas/target.ts'
import { claimTargets, nextDueAt } from './claim.ts'
import { publishTarget } from './run.ts'

const testApp = useTestApp({ listening: true, poolMax: 4 })
let account: Account

beforeAll(async () => {
  await buildWebhook(testApp)
})
beforeEach(async () => {
  await testApp.sandbox.control('DELETE', '/faults')
  account = await connectNewPerson(testApp)
})

const newThread = (length: number) => Array.from({ length }, () => ({ text: newText(testApp) }))
const buildThread = (length: number, input: object = {}) =>
  buildPost(testApp, {
    targets: [{ account_id: account.id }],
    thread: newThread(length - 1),
    ...input,
  })

type SandboxPost = { id: string; text: string; answers: string | null }

/** What is on the network of this thread, in its order. */
async function listOnPlatform({ text, thread }: Post): Promise<SandboxPost[]> {
  const texts = [text, ...thread.map((part) => part.text)]
  const control = async (path: string) => (await testApp.sandbox.control('GET', path)).data
  const [root, ...others] = (await control('/posts')).filter(
    (each: SandboxPost) => each.text === text,
  )
  const replies = root ? await control(`/posts/${root.id}/comments`) : []
  return [root, ...others, ...replies]
    .filter((each) => each !== undefined)
    .map(({ id, text, post_id = null, parent_id }) => ({ id, text, answers: parent_id ?? post_id }))
    .filter((each) => texts.includes(each.text))
    .toSorted((left, right) => texts.indexOf(left.text) - texts.indexOf(right.text))
}

/** Each of the first `count` parts is on the network once, and answers the one before it. */
async function expectOnPlatform(post: Post, count: number): Promise<void> {
  const found = await listOnPlatform(post)
  const ids = found.map(({ id }) => id)
  expect(found.map(({ answers }) => answers)).toEqual([null, ...ids].slice(0, count))
  const { parts } = (await readPost(testApp, post.id)).targets[0]!
  expect(parts.map(({ number, platform_post_id }) => [number, platform_post_id])).toEqual(
    ids.map((id, index) => [index + 1, id]),
  )
}

const { refusal: answer } = threadsPublishCase
const createRefused = { platform: 'threads', match: 'create', kind: 'answer', answer }
const retry = async ({ id }: Post) => {
  const { status } = await testApp.call('POST', `/v1/posts/${id}/retry`)
  await advanceUntilIdle(testApp)
  return status
}
const eventTypes = async ({ id }: Post) =>
  (await postEvents(testApp, id))
    .map(({ type }) => type)
    .filter((type) => type !== 'post.scheduled')
/** Works until the target is so, and no further. */
async function workUntil(post: Post, isSo: (target: Target) => boolean): Promise<void> {
  for (let step = 0; step < 20; step += 1) {
    if (isSo((await readPost(testApp, post.id)).targets[0]!)) return
    testApp.clock.advance(2_000)
    const [claim] = await claimTargets(testApp.ctx.db, testApp.clock.now(), 1)
    if (claim) await publishTarget(testApp.ctx, claim)
  }
  throw new Error('the target never is so')
}

const publishParts = (post: Post, count: number) =>
  workUntil(post, ({ parts }) => parts.length === count)

test('a thread is published part by part, with one event that names the parts', async () => {
  const post = await buildThread(3)
  await advanceUntilIdle(testApp)
  await expectOnPlatform(post, 3)
  const [target] = (await readPost(testApp, post.id)).targets
  expect(target).toMatchObject({ status: 'published', error: null })
  const { deleted_at: _, ...first } = target!.parts[0]!
  expect(target).toMatchObject({ platform_post_id: first.platform_post_id })
  const events = await postEvents(testApp, post.id)
  const published = events.filter(({ type }) => type === 'post.published')
  expect(published.map(({ data }) => data.parts)).toEqual([
    target!.parts.map(({ deleted_at: _, ...part }) => part),
  ])
})

test('an option of the first part does not refuse the media of a later one', async () => {
  const media = await buildMedia(testApp, { profile: account.profile_id })
  const options = { link_attachment: 'https://bakery.example/rye' }
  const post = await buildThread(2, {
    thread: [{ text: newText(testApp), media: [{ id: media.id }] }],
    targets: [{ account_id: account.id, options }],
  })
  await advanceUntilIdle(testApp)
  expect((await readPost(testApp, post.id)).targets[0]).toMatchObject({
    status: 'published',
    error: null,
  })
})

test('part 3 of 5 is refused → partially published; a retry publishes the rest', async () => {
  const post = await buildThread(5)
  await publishParts(post, 2)
  await testApp.sandbox.control('POST', '/faults', createRefused)
  await advanceUntilIdle(testApp)
  await expectOnPlatform(post, 2)
  const failed = await readPost(testApp, post.id)
  expect(failed.status).toBe('partially_published')
  expect(failed.targets[0]).toMatchObject({
    status: 'partially_published',
    error: { code: 'permission_missing' },
    failed_at: testApp.clock.now().toISOString(),
  })
  const [event] = (await postEvents(testApp, post.id)).filter(({ type }) => type === 'post.failed')
  expect(event!.data.parts).toHaveLength(2)
  expect(await retry(post)).toBe(200)
  await expectOnPlatform(post, 5)
  expect(await readPost(testApp, post.id)).toMatchObject({ status: 'published' })
  expect(await eventTypes(post)).toEqual(['post.failed', 'post.published'])
})

describe('between two parts', () => {
  async function publishFirstOf(length: number, input: object = {}): Promise<Post> {
    const post = await buildThread(length, input)
    await publishParts(post, 1)
    return post
  }

  test('the account is disconnected → partially published', async () => {
    const post = await publishFirstOf(3)
    const { status } = await testApp.call('DELETE', `/v1/accounts/${account.id}?force=true`)
    expect(status).toBe(200)
    await advanceUntilIdle(testApp)
    await expectOnPlatform(post, 1)
    expect((await readPost(testApp, post.id)).targets[0]).toMatchObject({
      status: 'partially_published',
      error: { code: 'account_disconnected' },
    })
  })

  test('the owner cannot change the public part', async () => {
    const post = await publishFirstOf(3)
    const { body } = await testApp.call('PATCH', `/v1/posts/${post.id}`, { text: 'Changed' })
    expect(body.error.code).toBe('post_not_editable')
    await advanceUntilIdle(testApp)
    await expectOnPlatform(post, 3)
  })

  test('the owner cancels → the public part stays, the rest is published only after a retry', async () => {
    const post = await publishFirstOf(3)
    const { body } = await testApp.call('DELETE', `/v1/posts/${post.id}`)
    expect(body.targets[0]).toMatchObject({
      status: 'partially_published',
      error: null,
      failed_at: null,
    })
    await advanceUntilIdle(testApp)
    await expectOnPlatform(post, 1)
    expect(await eventTypes(post)).toEqual(['post.canceled'])
    expect(await retry(post)).toBe(200)
    await expectOnPlatform(post, 3)
    expect(await eventTypes(post)).toEqual(['post.canceled', 'post.published'])
  })

  test('the post is deleted on the network → 409 that says what to send first', async () => {
    const post = await publishFirstOf(3)
    const path = `/v1/posts/${post.id}/targets/${post.targets[0]!.id}/publication`
    const refused = await testApp.call('DELETE', path)
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: 'target_not_published' } },
    })
    expect(refused.body.error.message).toContain('Cancel them with DELETE /v1/posts/{id}')
    expect((await testApp.call('DELETE', `/v1/posts/${post.id}`)).status).toBe(200)
    expect((await testApp.call('DELETE', path)).status).toBe(200)
    expect(await listOnPlatform(post)).toEqual([])
  })

  test('a commit whose outcome is not known → the rest cannot be canceled', async () => {
    const post = await publishFirstOf(3)
    const fault = { platform: 'threads', kind: 'after_accepting_500' }
    await testApp.sandbox.control('POST', '/faults', { ...fault, match: 'publish' })
    await workUntil(post, ({ status }) => status === 'unknown')
    expect((await testApp.call('DELETE', `/v1/posts/${post.id}`)).status).toBe(409)
    await advanceUntilIdle(testApp)
    await expectOnPlatform(post, 3)
  })

  test('the first part is deleted on the network → the second is refused, nothing is retried', async () => {
    const post = await publishFirstOf(3)
    const [first] = await listOnPlatform(post)
    await testApp.sandbox.control('DELETE', `/posts/${first!.id}`)
    await advanceUntilIdle(testApp)
    const [target] = (await readPost(testApp, post.id)).targets
    expect(target).toMatchObject({ status: 'partially_published', error: { retryable: false } })
    expect(target!.error!.message).toContain('deleted')
  })

  test('media of the second part are deleted → they cannot be, the post uses them', async () => {
    const media = await buildMedia(testApp, { profile: account.profile_id })
    const thread = [{ text: newText(testApp), media: [{ id: media.id }] }]
    const post = await publishFirstOf(2, { thread })
    const { status } = await testApp.call('DELETE', `/v1/media/${media.id}`)
    expect(status).toBe(409)
    await advanceUntilIdle(testApp)
    await expectOnPlatform(post, 2)
  })
})

describe('deleting a thread', () => {
  /** Runs `act` before this call to delete. */
  function beforeRemoval(call: number, act: () => Promise<unknown>): void {
    const threads = testApp.ctx.platforms.get('threads')!
    const platforms = testApp.ctx.platforms as Map<string, typeof threads>
    let count = 0
    const remove: PublishAbility['remove'] = async (input) => {
      count += 1
      if (count === call) await act()
      return await threads.publish!.remove!(input)
    }
    platforms.set('threads', { ...threads, publish: { ...threads.publish!, remove } })
    onTestFinished(() => void platforms.set('threads', threads))
  }
  const refuse = () => Promise.reject(new PlatformError('unavailable'))
  /** A thread of which two parts are public, and the third was refused. */
  async function publishTwoOfThree(): Promise<Post> {
    const post = await buildThread(3)
    await publishParts(post, 2)
    await testApp.sandbox.control('POST', '/faults', createRefused)
    await advanceUntilIdle(testApp)
    return post
  }
  const remove = async ({ id, targets }: Post) => {
    const path = `/v1/posts/${id}/targets/${targets[0]!.id}/publication`
    return (await testApp.call('DELETE', path)).status
  }

  test('the last part is removed first; a repetition goes on where it failed', async () => {
    const post = await buildThread(3)
    await advanceUntilIdle(testApp)
    beforeRemoval(2, refuse)
    expect(await remove(post)).toBe(502)
    await expectDeleted(post, [false, false, true])
    expect(await remove(post)).toBe(200)
    await expectDeleted(post, [true, true, true])
    expect(await listOnPlatform(post)).toEqual([])
    expect((await eventTypes(post)).at(-1)).toBe('post.deleted')
  })

  test('a thread that was deleted in part is not continued', async () => {
    const post = await publishTwoOfThree()
    beforeRemoval(2, refuse)
    expect(await remove(post)).toBe(502)
    await expectDeleted(post, [false, true])
    expect(await retry(post)).toBe(409)
    expect(await remove(post)).toBe(200)
    expect(await retry(post)).toBe(409)
    expect(await listOnPlatform(post)).toEqual([])
  })

  test('a retry meanwhile publishes the rest → 409, and a repetition deletes that too', async () => {
    const post = await publishTwoOfThree()
    const path = `/v1/posts/${post.id}/retry`
    beforeRemoval(1, async () => {
      expect((await testApp.call('POST', path)).status).toBe(200)
      await publishParts(post, 3)
    })
    expect(await remove(post)).toBe(409)
    await expectDeleted(post, [false, true, false])
    expect(await remove(post)).toBe(200)
    expect(await listOnPlatform(post)).toEqual([])
    expect((await eventTypes(post)).at(-1)).toBe('post.deleted')
  })
})

async function expectDeleted(post: Post, expected: boolean[]): Promise<void> {
  const { parts } = (await readPost(testApp, post.id)).targets[0]!
  expect(parts.map(({ deleted_at }) => deleted_at !== null)).toEqual(expected)
}

test('a crash at any step → each part is published once, in order', async () => {
  for (let crashAtStep = 1; crashAtStep <= 100; crashAtStep += 1) {
    const post = await buildThread(2)
    const { ctx, progress } = crashingWorker(crashAtStep)
    while (progress.steps < crashAtStep) {
      const [claim] = await claimTargets(ctx.db, testApp.clock.now(), 1)
      if (claim) await publishTarget(ctx, claim).catch(() => {})
      else if (await nextDueAt(ctx.db.query, testApp.clock.now())) testApp.clock.advance(2_000)
      else break
    }
    await testApp.ctx.db.pool.query(
      'update post_target set lease_until = null where lease_until is not null',
    )
    await advanceUntilIdle(testApp)
    await expectOnPlatform(post, 2)
    expect(await eventTypes(post)).toEqual(['post.published'])
    if (progress.steps < crashAtStep) return expect(crashAtStep).toBeGreaterThan(15)
  }
  throw new Error('more than 100 steps')
})

/** A worker that throws at the n-th step: before or after a network call or a transaction. */
function crashingWorker(crashAtStep: number) {
  const progress = { steps: 0 }
  const step = () => {
    progress.steps += 1
    if (progress.steps >= crashAtStep) throw new Error('simulated crash')
  }
  const around = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    step()
    const result = await call()
    step()
    return result
  }
  const crashing = (ability: PublishAbility): PublishAbility => ({
    ...ability,
    prepare: (input) => around(() => ability.prepare(input)),
    commit: (input) => around(() => ability.commit(input)),
  })
  const { db, platforms } = testApp.ctx
  const threads = platforms.get('threads')!
  const ctx: Context = {
    ...testApp.ctx,
    platforms: new Map([['threads', { ...threads, publish: crashing(threads.publish!) }]]),
    db: { ...db, transact: (work) => around(() => db.transact(work)) },
  }
  return { ctx, progress }
}
