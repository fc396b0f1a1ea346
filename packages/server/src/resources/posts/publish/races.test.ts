import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildProfile, buildWebhook } from '../../../../test/build.ts'
import { advanceUntilIdle, connectAccount } from '../../../../test/publishing.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { Context } from '../../../context.ts'
import type { PublishAbility } from '../../../platforms/contract/publish.ts'
import type { Account } from '../../../schemas/account.ts'
import type { Post } from '../../../schemas/post.ts'
import { claimTargets, transactOnPost } from './claim.ts'
import { publishTarget } from './run.ts'

const testApp = useTestApp({ poolMax: 6 })
let count = 0

beforeAll(async () => {
  await buildWebhook(testApp)
})

/** A new profile and account with one due post. */
async function createDuePost(): Promise<{ account: Account; post: Post; username: string }> {
  count += 1
  const username = `racer.${count}`
  await testApp.sandbox.control('POST', '/people', {
    name: `Racer ${count}`,
    accounts: [{ platform: 'threads', username }],
  })
  const account = await connectAccount(testApp, 'threads', {
    person: `Racer ${count}`,
    account: username,
  })
  const { body } = await testApp.call('POST', '/v1/posts', {
    text: `Race ${count}`,
    mode: 'now',
    targets: [{ account_id: account.id }],
  })
  return { account, post: body, username }
}

/** The step of the worker at which the owner acts. */
const steps = ['claimed', 'prepare', 'commit', 'committed'] as const
type Step = (typeof steps)[number]

/** The context of a worker that calls `act` once, at this step. */
function interruptedContext(step: Step, act: () => Promise<void>): Context {
  let isOver = false
  const once = async (at: Step) => {
    if (isOver || at !== step) return
    isOver = true
    await act()
  }
  const wrap = (ability: PublishAbility): PublishAbility => ({
    ...ability,
    prepare: async (input) => {
      await once('prepare')
      return await ability.prepare(input)
    },
    commit: async (input) => {
      await once('commit')
      const committed = await ability.commit(input)
      await once('committed')
      return committed
    },
  })
  const platforms = new Map(
    [...testApp.ctx.platforms].map(([value, platform]) => [
      value,
      platform.publish ? { ...platform, publish: wrap(platform.publish) } : platform,
    ]),
  )
  return { ...testApp.ctx, platforms }
}

/** Runs the interrupted worker four times, 2 seconds apart. */
async function workInterrupted(step: Step, act: () => Promise<void>): Promise<void> {
  const ctx = interruptedContext(step, act)
  for (let pass = 0; pass < 4; pass += 1) {
    const claims = await claimTargets(ctx.db, testApp.clock.now(), 10)
    if (pass === 0 && step === 'claimed') await act()
    for (const claim of claims) await publishTarget(ctx, claim).catch(() => {})
    testApp.clock.advance(2_000)
  }
}

const actions = {
  PATCH: { act: (post: Post) => ['PATCH', `/v1/posts/${post.id}`, { text: `${post.text} new` }] },
  cancel: { act: (post: Post) => ['DELETE', `/v1/posts/${post.id}`] },
  retry: { act: (post: Post) => ['POST', `/v1/posts/${post.id}/retry`] },
  resolve: {
    act: (post: Post) => [
      'POST',
      `/v1/posts/${post.id}/targets/${post.targets[0]!.id}/resolve`,
      { platform_post_id: '1' },
    ],
  },
  disconnect: { act: (_: Post, account: Account) => ['DELETE', `/v1/accounts/${account.id}`] },
  'forced disconnect': {
    act: (_: Post, account: Account) => ['DELETE', `/v1/accounts/${account.id}?force=true`],
  },
  move: {
    act: (_post: Post, account: Account, profileId: string) => [
      'POST',
      `/v1/accounts/${account.id}/move`,
      { profile_id: profileId },
    ],
  },
  'deleting the profile': {
    act: (post: Post) => ['DELETE', `/v1/profiles/${post.profile_id}`],
  },
} as const

/** The status of the owner's request: a post that has started cannot be changed or canceled. */
const expectedStatus: Record<keyof typeof actions, (step: Step) => number> = {
  PATCH: (step) => (step === 'claimed' ? 200 : 409),
  cancel: (step) => (step === 'claimed' ? 200 : 409),
  retry: () => 409,
  resolve: () => 409,
  disconnect: () => 409,
  'forced disconnect': () => 200,
  move: () => 409,
  'deleting the profile': () => 202,
}

describe.each(Object.keys(actions) as (keyof typeof actions)[])('%s', (name) => {
  test.each(steps)('while a worker is at "%s" → published at most once', async (step) => {
    const { account, post, username } = await createDuePost()
    const target = await buildProfile(testApp)
    const [method, path, body] = actions[name].act(post, account, target.id)
    let status = 0
    await workInterrupted(step, async () => {
      status = (await testApp.call(method as string, path as string, body)).status
    })
    expect(status).toBe(expectedStatus[name](step))
    await advanceUntilIdle(testApp)
    const { data } = await testApp.sandbox.control('GET', `/posts?account=threads:${username}`)
    expect(data.length).toBeLessThanOrEqual(1)
    const { rows } = await testApp.ctx.db.pool.query(
      'select status, due_at, lease_until from post_target where post_id = $1',
      [post.id],
    )
    if (name === 'deleting the profile') return expect(rows).toEqual([])
    expect(rows).toMatchObject([{ due_at: null, lease_until: null }])
    expect(rows[0].status).toBe(data.length === 1 ? 'published' : finalStatus(name, step))
    if (name === 'PATCH' && step === 'claimed') expect(data[0].text).toBe(`${post.text} new`)
  })
})

function finalStatus(name: string, step: Step): string {
  return name === 'cancel' || (name === 'forced disconnect' && step === 'claimed')
    ? 'canceled'
    : 'failed'
}

test('targets waiting for the row of their post occupy one pooled connection', async () => {
  const { post } = await createDuePost()
  const { pool } = testApp.ctx.db
  const lock = sql`select 1 from post where id = ${post.id} for update`
  const locker = await pool.connect()
  await locker.query('begin')
  await locker.query('select 1 from post where id = $1 for update', [post.id])
  const targets = Array.from({ length: 8 }, () =>
    transactOnPost(testApp.ctx, post.id, (tx) => lock.execute(tx)),
  )
  const waiting = `select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  const count = async () => (await pool.query(waiting)).rowCount
  await expect.poll(count).toBe(1)
  expect(pool.totalCount - pool.idleCount).toBe(2)
  await locker.query('commit')
  locker.release()
  await Promise.all(targets)
})
