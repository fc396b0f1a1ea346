import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { threadsPublishCase } from '../../../test/platforms/threads-publish-case.ts'
import {
  advanceUntilIdle,
  buildPost,
  connectNewPerson,
  newText,
  readPost,
} from '../../../test/publishing.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { PublishAbility } from '../../platforms/contract/publish.ts'
import type { Account } from '../../schemas/account.ts'
import type { Post, PostUpdate } from '../../schemas/post.ts'
import type { Target } from '../../schemas/target.ts'
import { claimTargets } from './publish/claim.ts'
import { publishTarget } from './publish/run.ts'

const testApp = useTestApp({ listening: true, poolMax: 4 })
let account: Account

beforeEach(async () => {
  await testApp.sandbox.control('DELETE', '/faults')
  account = await connectNewPerson(testApp)
})

const newPart = () => ({ text: newText(testApp), media: [] })
const newThread = (length: number) => Array.from({ length }, newPart)
const textsOf = ({ text, thread }: Pick<Post, 'text' | 'thread'>) => [
  text,
  ...thread.map((part) => part.text),
]

async function publishOnce(): Promise<void> {
  testApp.clock.advance(2_000)
  const [claim] = await claimTargets(testApp.ctx.db, testApp.clock.now(), 1)
  if (claim) await publishTarget(testApp.ctx, claim)
}

/** Works until the target is so, and no further. */
async function workUntil({ id }: Post, isSo: (target: Target) => boolean): Promise<Post> {
  for (let step = 0; step < 500; step += 1) {
    const post = await readPost(testApp, id)
    if (isSo(post.targets[0]!)) return post
    await publishOnce()
  }
  throw new Error('the target never is so')
}

/** A thread whose first `count` parts are public, and whose next one was not started. */
async function publishParts(count: number, input: object = {}): Promise<Post> {
  const targets = [{ account_id: account.id }]
  const post = await buildPost(testApp, { targets, thread: newThread(2), ...input })
  return await workUntil(post, ({ parts }) => parts.length === count)
}

const fail = (kind: string, match: string, extra: object = {}) =>
  testApp.sandbox.control('POST', '/faults', { platform: 'threads', kind, match, ...extra })

const change = async ({ id }: Post, input: PostUpdate) =>
  await testApp.call('PATCH', `/v1/posts/${id}`, input)

/** What the refusal names: the path and code of each detail. */
async function refusalOf(post: Post, input: PostUpdate): Promise<string[]> {
  const { status, body } = await change(post, input)
  expect([status, body.error?.code]).toEqual([409, 'post_not_editable'])
  return (body.error.details ?? []).map(
    ({ path, code }: { path: string; code: string }) => `${path} ${code}`,
  )
}

/** The texts of the thread on the network, each as often as it is there. */
async function publishedTexts({ text }: Post): Promise<string[]> {
  const control = async (path: string) => (await testApp.sandbox.control('GET', path)).data
  type Row = { id: string; text: string }
  const roots: Row[] = (await control('/posts')).filter((row: Row) => row.text === text)
  const rows = [...roots]
  for (const { id } of roots) rows.push(...(await control(`/posts/${id}/comments`)))
  return rows.map((row) => row.text)
}

async function expectPublished(post: Post, texts: string[]): Promise<void> {
  await advanceUntilIdle(testApp)
  const { status, targets } = await readPost(testApp, post.id)
  expect({ status, parts: targets[0]!.parts.length }).toEqual({
    status: 'published',
    parts: texts.length,
  })
  expect((await publishedTexts(post)).toSorted()).toEqual(texts.toSorted())
}

test('parts that are not public are changed, added and removed; each is published once', async () => {
  const post = await publishParts(1, { thread: newThread(3) })
  const thread = [newPart(), post.thread[2]!, newPart(), newPart()]
  const { status, body } = await change(post, { thread })
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'publishing', thread })
  const shorter = thread.slice(0, 3)
  expect((await change(post, { thread: shorter, tags: ['bread'] })).status).toBe(200)
  await expectPublished(post, textsOf({ ...post, thread: shorter }))
  expect((await readPost(testApp, post.id)).tags).toEqual(['bread'])
})

test('a public part is not changed: the path names it, and nothing else is changed', async () => {
  const post = await publishParts(2)
  const [second, third] = post.thread as [Post['thread'][0], Post['thread'][0]]
  const changed = { ...second, text: newText(testApp) }
  expect(await refusalOf(post, { text: 'Changed' })).toEqual(['text part_published'])
  expect(await refusalOf(post, { thread: [changed, newPart()] })).toEqual([
    'thread.0 part_published',
  ])
  expect(await refusalOf(post, { thread: [third, second] })).toEqual(['thread.0 part_published'])
  expect(await refusalOf(post, { thread: [] })).toEqual(['thread.0 part_published'])
  const own = { account_id: account.id, text: 'Own', thread: [changed, third] }
  expect(await refusalOf(post, { targets: [own] })).toEqual([
    'targets.0.text part_published',
    'targets.0.thread.0 part_published',
  ])
  await expectPublished(post, textsOf(post))
})

test('one part must be left to publish', async () => {
  const post = await publishParts(2)
  expect(await refusalOf(post, { thread: post.thread.slice(0, 1) })).toEqual([
    'targets.0.thread part_required',
  ])
})

test('times, mode, accounts and options are not changed once a thread has started', async () => {
  const post = await publishParts(1)
  const other = await connectNewPerson(testApp, account.profile_id)
  const at = new Date(testApp.clock.now().getTime() + 3_600_000).toISOString()
  expect(await refusalOf(post, { scheduled_at: at })).toEqual(['mode thread_started'])
  const targets = [{ account_id: account.id }]
  expect(await refusalOf(post, { targets: [...targets, { account_id: other.id }] })).toEqual([
    'targets thread_started',
  ])
  const options = { reply_control: 'mentioned_only' }
  expect(await refusalOf(post, { targets: [{ ...targets[0]!, options }] })).toEqual([
    'targets.0.options thread_started',
  ])
  const { status, body } = await change(post, { targets, mode: 'now' })
  expect([status, body.scheduled_at]).toEqual([200, post.scheduled_at])
})

test('a scheduled thread that has started keeps its time, which may be sent again', async () => {
  const at = new Date(testApp.clock.now().getTime() + 60_000).toISOString()
  const post = await publishParts(1, { mode: 'schedule', scheduled_at: at })
  const later = new Date(testApp.clock.now().getTime() + 3_600_000).toISOString()
  expect(await refusalOf(post, { scheduled_at: later })).toEqual([
    'targets.0.scheduled_at thread_started',
  ])
  const thread = newThread(2)
  expect((await change(post, { thread, mode: 'schedule', scheduled_at: at })).status).toBe(200)
  expect((await readPost(testApp, post.id)).scheduled_at).toBe(at)
  await expectPublished(post, textsOf({ ...post, thread }))
})

describe('while a part is being published', () => {
  test('a commit whose outcome is not known → nothing is changed', async () => {
    const post = await publishParts(1)
    await fail('after_accepting_500', 'publish')
    await workUntil(post, ({ status }) => status === 'unknown')
    expect(await refusalOf(post, { thread: [post.thread[0]!, newPart()] })).toEqual([
      'thread.1 part_publishing',
    ])
    await expectPublished(post, textsOf(post))
  })

  test('a part of which something was sent is not changed, those after it are', async () => {
    const post = await publishParts(1)
    await fail('rate_limited', 'publish')
    await workUntil(post, ({ error }) => error?.code === 'platform_rate_limited')
    expect(await refusalOf(post, { thread: [newPart(), post.thread[1]!] })).toEqual([
      'thread.0 part_publishing',
    ])
    const thread = [post.thread[0]!, newPart()]
    expect((await change(post, { thread })).status).toBe(200)
    await expectPublished(post, textsOf({ ...post, thread }))
  })

  test('a change while a worker prepares the part → the worker publishes nothing of the old text', async () => {
    const post = await publishParts(1)
    const thread = newThread(2)
    const threads = testApp.ctx.platforms.get('threads')!
    const platforms = testApp.ctx.platforms as Map<string, typeof threads>
    const answers: unknown[] = []
    const prepare: PublishAbility['prepare'] = async (input) => {
      if (answers.length === 0) answers.push((await change(post, { thread })).body)
      return await threads.publish!.prepare(input)
    }
    platforms.set('threads', { ...threads, publish: { ...threads.publish!, prepare } })
    onTestFinished(() => void platforms.set('threads', threads))
    // By then the network lets the part answer the one before it.
    testApp.clock.advance(60_000)
    while (answers.length === 0) await publishOnce()
    expect(answers).toMatchObject([{ thread }])
    expect(await publishedTexts(post)).toEqual([post.text])
    await expectPublished(post, textsOf({ ...post, thread }))
  })
})

test('a refused part is changed and published by a retry', async () => {
  const post = await publishParts(1)
  await fail('answer', 'create', { answer: threadsPublishCase.refusal })
  await advanceUntilIdle(testApp)
  expect((await readPost(testApp, post.id)).status).toBe('partially_published')
  const thread = [newPart(), post.thread[1]!]
  const { failed_at } = (await readPost(testApp, post.id)).targets[0]!
  testApp.clock.advance(60_000)
  const { status, body } = await change(post, { thread })
  expect([status, body.status]).toEqual([200, 'partially_published'])
  expect(body.targets[0].failed_at).toBe(failed_at)
  await advanceUntilIdle(testApp)
  expect(await publishedTexts(post)).toEqual([post.text])
  expect((await testApp.call('POST', `/v1/posts/${post.id}/retry`)).status).toBe(200)
  await expectPublished(post, textsOf({ ...post, thread }))
})

test('an account that has published keeps its parts; another one gets a thread of its own', async () => {
  const first = await connectNewPerson(testApp, account.profile_id)
  const at = (minutes: number) =>
    new Date(testApp.clock.now().getTime() + minutes * 60_000).toISOString()
  const post = await publishParts(1, {
    targets: [{ account_id: account.id, scheduled_at: at(10) }, { account_id: first.id }],
    mode: 'schedule',
    scheduled_at: at(1),
  })
  expect(post.targets.map(({ status }) => status)).toEqual(['publishing', 'published'])
  const thread = [post.thread[0]!, newPart()]
  expect(await refusalOf(post, { thread })).toEqual(['thread.1 part_published'])
  const targets = [
    { account_id: account.id, thread, scheduled_at: post.targets[0]!.scheduled_at! },
    { account_id: first.id },
  ]
  expect((await change(post, { targets })).status).toBe(200)
  await advanceUntilIdle(testApp)
  const { status, ...after } = await readPost(testApp, post.id)
  expect([status, after.targets.map(({ parts }) => parts.length)]).toEqual(['published', [3, 3]])
  const texts = await publishedTexts(post)
  expect(texts.filter((text) => text === thread[1]!.text)).toHaveLength(1)
})

test('a post without threads that is published is refused without details', async () => {
  const post = await buildPost(testApp, { targets: [{ account_id: account.id }] })
  await advanceUntilIdle(testApp)
  expect(await refusalOf(post, { text: 'Changed' })).toEqual([])
})
