import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  advanceUntilIdle,
  buildPost,
  connectAccount,
  postEvents,
  readPost,
} from '../../../../test/publishing.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { confirmServer } from '../../../database/server-identity.ts'
import { createHeartbeat, type Heartbeat } from '../../../jobs/heartbeat.ts'
import type { Account } from '../../../schemas/account.ts'
import type { Post } from '../../../schemas/post.ts'

const testApp = useTestApp({ poolMax: 4 })
let threads: Account
let facebook: Account
let heartbeat: Heartbeat

beforeAll(async () => {
  threads = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
  facebook = await connectAccount(testApp, 'facebook', { account: 'anna.bergmann' })
  heartbeat = createHeartbeat(testApp.ctx)
  await heartbeat.beat()
})
beforeEach(async () => {
  // Past what the test before lost.
  testApp.clock.advance(10_000)
  await testApp.sandbox.control('DELETE', '/faults')
})

const query = (text: string, values: unknown[] = []) => testApp.ctx.db.pool.query(text, values)

/** The rows of a post, to be written back as a replica has them that did not receive what followed. */
async function replicate({ id }: Post): Promise<() => Promise<void>> {
  const columns = `status, phase, part, attempts, attempt_started_at, committed_at, published_at,
    progress_sealed, due_at, lease_until, lease_token, first_comment_status, first_comment_attempts,
    error_code, error_source, error_message, error_retryable`
  await query(`create table replica as select id, ${columns} from post_target where post_id = $1`, [
    id,
  ])
  return async () => {
    await query('delete from post_part where target_id in (select id from replica)')
    await query(
      `update post_target t set (${columns}) = (select ${columns} from replica r where r.id = t.id)
       where post_id = $1`,
      [id],
    )
    await query(`update post set status = 'scheduled', published_at = null where id = $1`, [id])
    await query('drop table replica')
  }
}

/** The data are those of a server that was promoted, and the process that runs has noticed it. */
async function promote(replication: 'asynchronous' | 'synchronous' | 'none'): Promise<void> {
  await query('update database_server set timeline = timeline + 1, replication = $1', [replication])
  await heartbeat.beat()
}

/** A worker that was lost with the former server: nobody can tell what it claimed. */
async function loseWorker(): Promise<void> {
  await query(`insert into process values
    (gen_random_uuid(), 'worker', 'lost', 1, '', '{}', 0, now(), now())`)
  onTestFinished(async () => void (await query(`delete from process where host = 'lost'`)))
}

async function publishAndLose(input: Record<string, unknown>): Promise<Post> {
  const post = await buildPost(testApp, input)
  await confirmServer(testApp.ctx.db, testApp.clock.now())
  const lose = await replicate(post)
  await advanceUntilIdle(testApp)
  await lose()
  return post
}

async function settle({ id }: Post): Promise<Post> {
  await advanceUntilIdle(testApp)
  return await readPost(testApp, id)
}

async function onPlatform({ text }: Post, account: Account): Promise<{ id: string }[]> {
  const path = `/posts?account=${account.platform}:${account.username ?? account.platform_account_id}`
  const { data } = await testApp.sandbox.control('GET', path)
  return data.filter((each: { text: string }) => each.text === text)
}

async function commentsOf(post: Post): Promise<unknown[]> {
  const [found] = await onPlatform(post, threads)
  const { data } = await testApp.sandbox.control('GET', `/posts/${found!.id}/comments`)
  return data
}

test('a post whose publication was lost in a failover is found at the network, not published again', async () => {
  const post = await publishAndLose({ targets: [{ account_id: threads.id }] })
  await promote('asynchronous')
  expect(await settle(post)).toMatchObject({ status: 'published' })
  expect(await onPlatform(post, threads)).toHaveLength(1)
  const types = (await postEvents(testApp, post.id)).map(({ type }) => type)
  expect(types.at(-1)).toBe('post.published')
})

test('a network that cannot tell: the target stays unknown with the reason, and a retry publishes it once', async () => {
  await loseWorker()
  const post = await buildPost(testApp, { targets: [{ account_id: facebook.id }] })
  await promote('asynchronous')
  await testApp.work()
  // For ten seconds, in which a living worker tells what it claimed.
  expect((await readPost(testApp, post.id)).targets).toMatchObject([{ status: 'scheduled' }])
  testApp.clock.advance(10_000)
  const [target] = (await settle(post)).targets
  expect(target).toMatchObject({
    status: 'unknown',
    error: { code: 'timeout', message: expect.stringContaining('database lost') },
  })
  expect(await onPlatform(post, facebook)).toHaveLength(0)
  await testApp.call('POST', `/v1/posts/${post.id}/retry`)
  expect(await settle(post)).toMatchObject({ status: 'published' })
})

test('what was prepared before the failover proves at the network that nothing was published', async () => {
  await testApp.sandbox.control('POST', '/faults', {
    platform: 'threads',
    match: 'publish',
    kind: 'rate_limited',
  })
  const post = await buildPost(testApp, { targets: [{ account_id: threads.id }] })
  await testApp.work()
  await promote('asynchronous')
  expect(await settle(post)).toMatchObject({ status: 'published' })
  expect(await onPlatform(post, threads)).toHaveLength(1)
})

test('a post that no process can have claimed before the failover is published without a search', async () => {
  const post = await buildPost(testApp, {
    mode: 'schedule',
    scheduled_at: new Date(testApp.clock.now().getTime() + 60_000).toISOString(),
    targets: [{ account_id: facebook.id }],
  })
  await testApp.work()
  testApp.clock.advance(60_000)
  await promote('asynchronous')
  await testApp.work()
  expect(await readPost(testApp, post.id)).toMatchObject({ status: 'published' })
})

test('a post that is due after the failover is published without a search', async () => {
  await promote('asynchronous')
  testApp.clock.advance(10_000)
  const post = await buildPost(testApp, { targets: [{ account_id: facebook.id }] })
  expect(await settle(post)).toMatchObject({ status: 'published' })
})

test('commits that waited for a standby are not lost in a failover: nothing is searched', async () => {
  await loseWorker()
  const post = await buildPost(testApp, { targets: [{ account_id: facebook.id }] })
  await promote('synchronous')
  expect(await settle(post)).toMatchObject({ status: 'published' })
})

test('data older than a process remembers are searched for, whatever the replication', async () => {
  const post = await publishAndLose({ targets: [{ account_id: threads.id }] })
  await query(`update database_server set beats = beats - 1, replication = 'synchronous'`)
  await heartbeat.beat()
  expect(await settle(post)).toMatchObject({ status: 'published' })
  expect(await onPlatform(post, threads)).toHaveLength(1)
})

test('a found post that belongs to another post with the same content ends the search as unknown', async () => {
  const text = `The same ${testApp.nextNumber()} loaves`
  const targets = [{ account_id: threads.id }]
  const first = await settle(await buildPost(testApp, { text, targets }))
  await loseWorker()
  const second = await buildPost(testApp, { text, targets, allow_duplicate: true })
  await promote('asynchronous')
  testApp.clock.advance(10_000)
  expect(await settle(second)).toMatchObject({ targets: [{ status: 'unknown' }] })
  const open = await query('select from post_target where post_id = $1 and due_at is not null', [
    second.id,
  ])
  expect(open.rowCount).toBe(0)
  expect(await onPlatform(first, threads)).toHaveLength(1)
})

test('a first comment that was lost is found, not written again', async () => {
  const post = await publishAndLose({
    targets: [{ account_id: threads.id, first_comment: 'From seven' }],
  })
  await promote('asynchronous')
  testApp.clock.advance(10_000)
  const { targets } = await settle(post)
  expect(targets).toMatchObject([{ status: 'published', first_comment_status: 'sent' }])
  expect(await commentsOf(post)).toMatchObject([{ text: 'From seven' }])
})

test('parts of a thread that were lost are found one after another', async () => {
  const part = `${testApp.nextNumber()} loaves`
  const post = await publishAndLose({
    targets: [{ account_id: threads.id }],
    thread: [{ text: part }],
  })
  await promote('asynchronous')
  testApp.clock.advance(10_000)
  const { targets } = await settle(post)
  expect(targets[0]).toMatchObject({ status: 'published', parts: [{ number: 1 }, { number: 2 }] })
  expect(await commentsOf(post)).toMatchObject([{ text: part }])
})

test('the fencing tokens move past those of the lost data', async () => {
  const last = async () => {
    const { rows } = await query('select last_value from lease_token_sequence')
    return Number(rows[0].last_value)
  }
  const before = await last()
  await promote('none')
  expect((await last()) - before).toBeGreaterThan(1_000_000)
})

test('after a clean stop another server loses nothing', async () => {
  await heartbeat.stop()
  expect((await query('select from process')).rowCount).toBe(0)
  await query('update database_server set lost_since = null, lost_until = null')
  await promote('none')
  const stored = await query('select lost_until, changed_at from database_server')
  expect(stored.rows).toMatchObject([{ lost_until: null, changed_at: testApp.clock.now() }])
})
