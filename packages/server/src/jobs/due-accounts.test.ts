import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../test/build.ts'
import { endLeases } from '../../test/inbox.ts'
import { useTestApp } from '../../test/test-app.ts'
import { release } from './due.ts'
import { type AccountClaim, claimDueAccounts } from './due-accounts.ts'
import { createWorkLoop, type Work } from './loop.ts'

const slots = 16
const testApp = useTestApp()

beforeEach(async () => {
  await testApp.ctx.db.pool.query(
    `update account_poll set due_at = null, lease_until = null, lease_token = null, state = '{}'`,
  )
})

/** Accounts of a new profile that are due for a check of their access; returns the profile. */
async function addDueAccounts(count: number, server: string | null = null): Promise<string> {
  const { id } = await buildProfile(testApp)
  const facts = server ? { facts: { server, software: null } } : {}
  for (let index = 0; index < count; index += 1) {
    const account = await buildAccount(testApp, { profile_id: id, granted: facts })
    testApp.clock.advance(1_000)
    await testApp.ctx.db.pool.query(
      `insert into account_poll (id, account_id, kind, due_at) values ($1, $1, 'access', $2)
       on conflict (account_id, kind) do update set due_at = excluded.due_at`,
      [account.id, testApp.clock.now()],
    )
  }
  return id
}

const claim = (rows: number, running: readonly AccountClaim[] = []) =>
  claimDueAccounts(testApp.ctx.db.query, 'access', {
    now: testApp.clock.now(),
    rows,
    slots,
    running,
  })

/** How many slots each profile has. */
function countByProfile(claims: readonly AccountClaim[]): Record<string, number> {
  const groups = Map.groupBy(claims, ({ profileId }) => profileId)
  return Object.fromEntries([...groups].map(([id, each]) => [id, each.length]))
}

describe('the accounts that are due', () => {
  test('a profile gets a quarter of the slots, and others the rest', async () => {
    const many = await addDueAccounts(20)
    const few = await addDueAccounts(2)
    expect(countByProfile(await claim(slots))).toEqual({ [many]: 4, [few]: 2 })
  })

  test('a profile that uses its share gets no more slots until a run ends', async () => {
    const profile = await addDueAccounts(6)
    const first = await claim(slots)
    expect(await claim(slots, first)).toEqual([])
    expect(countByProfile(await claim(slots, first.slice(1)))).toEqual({ [profile]: 1 })
  })

  test('the accounts of one server get half of the slots, in turn by profile', async () => {
    const clients = [
      await addDueAccounts(4, 'slow.example'),
      await addDueAccounts(4, 'slow.example'),
      await addDueAccounts(4, 'slow.example'),
      await addDueAccounts(4, 'slow.example'),
    ]
    const other = await addDueAccounts(1, 'fast.example')
    const claims = await claim(slots)
    expect(countByProfile(claims)).toEqual({
      ...Object.fromEntries(clients.map((id) => [id, 2])),
      [other]: 1,
    })
    expect(await claim(slots, claims)).toEqual([])
  })

  test('with one free slot, the profile that uses fewest gets it', async () => {
    const many = await addDueAccounts(3)
    const running = await claim(1)
    const other = await addDueAccounts(1)
    expect(countByProfile(running)).toEqual({ [many]: 1 })
    expect(countByProfile(await claim(1, running))).toEqual({ [other]: 1 })
  })

  test('300 accounts of one profile do not hide an account that is due later', async () => {
    const many = await addDueAccounts(300)
    const other = await addDueAccounts(1)
    const first = await claim(slots)
    expect(countByProfile(first)).toEqual({ [many]: 4 })
    expect(countByProfile(await claim(slots, first))).toEqual({ [other]: 1 })
  })
})

test('accounts whose server never answers do not hold up another client', async () => {
  const slow = await addDueAccounts(40, 'slow.example')
  const answer = Promise.withResolvers<void>()
  let waiting = 0
  let othersRun = 0
  const work: Work = {
    table: 'account_poll',
    kind: 'access',
    rowsAtOnce: slots,
    run: async (ctx, row) => {
      if ((row as AccountClaim).profileId === slow) {
        waiting += 1
        await answer.promise
      } else othersRun += 1
      await ctx.db.transact((tx) => release(tx, row, null))
    },
  }
  const loop = createWorkLoop(testApp.ctx, [work])
  loop.start()
  await expect.poll(() => waiting, { timeout: 20_000 }).toBeGreaterThan(0)
  await addDueAccounts(1)
  await expect.poll(() => othersRun, { timeout: 20_000 }).toBe(1)
  expect(waiting).toBe(4)
  answer.resolve()
  await loop.stop()
})

describe('an account whose run ended with its process', () => {
  const failuresOf = async () =>
    (await testApp.ctx.db.pool.query('select failures from account_poll where due_at is not null'))
      .rows[0].failures

  test('is not run again at once, but after a delay that doubles until one is released', async () => {
    await addDueAccounts(1)
    for (const seconds of [10, 20, 40, 80]) {
      expect(await claim(slots)).toHaveLength(1)
      await endLeases(testApp)
      expect(await claim(slots)).toEqual([])
      testApp.clock.advance(seconds * 1_000 - 1)
      expect(await claim(slots)).toEqual([])
      testApp.clock.advance(1)
    }
    const [row] = await claim(slots)
    await testApp.ctx.db.transact((tx) => release(tx, row!, testApp.clock.now()))
    expect(await claim(slots)).toHaveLength(1)
    await endLeases(testApp)
    await claim(slots)
    testApp.clock.advance(10_000)
    expect(await claim(slots)).toHaveLength(1)
    expect(await failuresOf()).toBe(0)
  })

  test('a run that threw is repeated as before', async () => {
    await addDueAccounts(1)
    let runs = 0
    const run = async () => {
      runs += 1
      throw new Error('broken')
    }
    const work: Work = { table: 'account_poll', kind: 'access', run }
    await createWorkLoop(testApp.ctx, [work]).runUntilIdle()
    await endLeases(testApp)
    await createWorkLoop(testApp.ctx, [work]).runUntilIdle()
    expect(runs).toBe(2)
    expect(await failuresOf()).toBe(0)
  })
})
