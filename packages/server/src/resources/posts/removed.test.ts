import { beforeAll, expect, test } from 'vitest'
import { buildWebhook } from '../../../test/build.ts'
import { advanceMinutes } from '../../../test/inbox.ts'
import {
  advanceUntilIdle,
  buildPost,
  connectNewPerson,
  postEvents,
  readPost,
} from '../../../test/publishing.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import type { PublishAbility } from '../../platforms/contract/publish.ts'
import type { Account } from '../../schemas/account.ts'
import type { Post } from '../../schemas/post.ts'
import { unschedulePost } from '../comments/sync/schedule.ts'
import { claimTargets } from './publish/claim.ts'
import { publishTarget } from './publish/run.ts'
import { removePublication } from './remove.ts'

const stepsMax = 20

const testApp = useTestApp({ poolMax: 6 })
let account: Account

beforeAll(async () => {
  await buildWebhook(testApp)
  account = await connectNewPerson(testApp)
})

const remove = (post: Post) =>
  testApp.call('DELETE', `/v1/posts/${post.id}/targets/${post.targets[0]!.id}/publication`)
const control = (method: string, path: string, body?: unknown) =>
  testApp.sandbox.control(method, path, body)

async function publish(input: Record<string, unknown> = {}): Promise<Post> {
  const { id } = await buildPost(testApp, { targets: [{ account_id: account.id, ...input }] })
  await advanceUntilIdle(testApp)
  return await readPost(testApp, id)
}

/** Publishes without the work that follows: the first comment and the link checks. */
async function publishOnly(input: Record<string, unknown>): Promise<Post> {
  const { id } = await buildPost(testApp, { targets: [{ account_id: account.id, ...input }] })
  for (let step = 0; step < stepsMax; step += 1) {
    const claims = await claimTargets(testApp.ctx.db, testApp.clock.now(), 10)
    for (const claim of claims) await publishTarget(testApp.ctx, claim)
    const post = await readPost(testApp, id)
    if (post.status === 'published') return post
    testApp.clock.advance(2_000)
  }
  throw new Error('not published')
}

async function eventTypes(post: Post): Promise<string[]> {
  return (await postEvents(testApp, post.id)).map(({ type }) => type)
}

const ownerScope = (): Scope => ({
  ownerId: testApp.ownerId,
  actor: { kind: 'api_key', id: 'key_1', name: 'Key' },
  kind: 'owner',
  profile: null,
  profileIds: null,
  permissions: null,
  hiddenProfileIds: [],
  sessionId: null,
  mustSetUpSecondFactor: false,
})

type Remove = NonNullable<PublishAbility['remove']>

/** A context in which Threads deletes posts like this. */
function contextWith(removePost: Remove): Context {
  const { platforms } = testApp.ctx
  const threads = platforms.get('threads')!
  const changed = { ...threads, publish: { ...threads.publish!, remove: removePost } }
  return { ...testApp.ctx, platforms: new Map(platforms).set('threads', changed) }
}

/** Fails from step `crashAtStep` on; a step is one side of the platform's call or of the transaction. */
function crashingContext(crashAtStep: number): { ctx: Context; progress: { steps: number } } {
  const progress = { steps: 0 }
  const step = () => {
    progress.steps += 1
    if (progress.steps >= crashAtStep) throw new Error('simulated crash')
  }
  const { db, platforms } = testApp.ctx
  const removePost = platforms.get('threads')!.publish!.remove!
  const transact: typeof db.transact = async (work) => {
    step()
    const result = await db.transact(work)
    step()
    return result
  }
  const ctx = contextWith(async (input) => {
    step()
    const result = await removePost(input)
    step()
    return result
  })
  return { ctx: { ...ctx, db: { ...db, transact } }, progress }
}

test('a crash at any step and a repeated request delete once, with one event', async () => {
  for (let crashAtStep = 1; crashAtStep <= stepsMax; crashAtStep += 1) {
    const post = await publish()
    const { ctx, progress } = crashingContext(crashAtStep)
    const ids = { id: post.id, targetId: post.targets[0]!.id }
    const hooks = { recordAudit: async () => {}, onRemoved: unschedulePost }
    await removePublication(ctx, ownerScope(), ids, hooks).catch(() => {})
    expect((await remove(post)).status).toBe(200)
    expect((await eventTypes(post)).filter((type) => type === 'post.deleted')).toHaveLength(1)
    if (progress.steps < crashAtStep) return expect(crashAtStep).toBe(5)
  }
  throw new Error(`more than ${stepsMax} steps`)
})

test('a post that is not found with lost access is not recorded as deleted', async () => {
  const other = await connectNewPerson(testApp)
  const post = await publish({ account_id: other.id })
  const { data } = await control('GET', '/grants')
  const grant = data.find(
    (each: { account_id: string }) => each.account_id === other.platform_account_id,
  )
  await control('POST', `/grants/${grant.id}/revoke`, {})
  const ctx = contextWith(async () => 'not_found')
  const ids = { id: post.id, targetId: post.targets[0]!.id }
  const hooks = { recordAudit: async () => {}, onRemoved: unschedulePost }
  await expect(removePublication(ctx, ownerScope(), ids, hooks)).rejects.toMatchObject({
    code: 'account_not_connected',
  })
  expect((await readPost(testApp, post.id)).targets).toEqual(post.targets)
})

test('a post.published that waits for its permalink is sent before post.deleted', async () => {
  await control('PUT', '/settings', { permalink_lag_ms: 3_600_000 })
  const post = await publishOnly({})
  await control('PUT', '/settings', { permalink_lag_ms: 0 })
  expect(post.targets[0]!.permalink).toBeNull()
  expect(await eventTypes(post)).toEqual(['post.scheduled'])
  const { body } = await remove(post)
  await advanceUntilIdle(testApp)
  const events = await postEvents(testApp, post.id)
  expect(events.map(({ type }) => type)).toEqual([
    'post.scheduled',
    'post.published',
    'post.deleted',
  ])
  const { permalink, published_at } = body.targets[0]
  expect(events[1]?.data).toMatchObject({ permalink, published_at })
  expect(permalink).toMatch(/^http/)
})

test('a first comment that is not written yet has failed and is never written', async () => {
  const post = await publishOnly({ first_comment: 'Open until two' })
  expect(post.targets[0]!.first_comment_status).toBe('pending')
  const { body } = await remove(post)
  expect(body.targets[0].first_comment_status).toBe('failed')
  await control('DELETE', '/calls')
  await advanceUntilIdle(testApp)
  const { data } = await control('GET', '/calls')
  expect(data.filter(({ name }: { name: string }) => name === 'create')).toEqual([])
})

test('comments and metrics of a deleted post stay and are no longer read', async () => {
  const [kept, deleted] = [await publish(), await publish()]
  const platformIds = [kept, deleted].map((post) => post.targets[0]!.platform_post_id!)
  for (const post of platformIds) await control('POST', '/comments', { post, text: 'Delicious' })
  await advanceMinutes(testApp, 7 * 60)
  await remove(deleted)
  await control('DELETE', '/calls')
  await advanceMinutes(testApp, 24 * 60)
  const { data: calls } = await control('GET', '/calls')
  const reads = (id: string) =>
    calls
      .filter(({ path }: { path: string }) => path.includes(id))
      .map(({ name }: { name: string }) => name)
  expect(new Set(reads(platformIds[0]!))).toEqual(new Set(['conversation', 'post_insights']))
  expect(reads(platformIds[1]!)).toEqual([])
  const comments = await testApp.call('GET', `/v1/comments?post_id=${deleted.id}`)
  expect(comments.body.data).toMatchObject([{ text: 'Delicious', deleted_at: null }])
  const insights = await testApp.call('GET', `/v1/posts/${deleted.id}/insights`)
  expect(insights.body.targets[0].synced_at).not.toBeNull()
})
