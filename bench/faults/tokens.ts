import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { scheduleCheck } from '../../packages/server/src/resources/accounts/schedule.ts'
import type { Post } from '../../packages/server/src/schemas/post.ts'
import { waitFor } from '../measure.ts'
import { type Connected, openPlatforms } from '../platforms.ts'
import { type Fault, type Outcome, seconds, verifyOutcome, verifyPosts } from './outcome.ts'
import { killProcess, type SandboxSystem, waitForFaults, withSystem } from './system.ts'

type Call = { name: string; fault: string | null }

const options = { privacy_level: 'PUBLIC_TO_EVERYONE' }
/** TikTok publishes at most 15 posts of an account a day. */
const postsPerAccount = 13
const settledMsMax = 120_000

/** At a network where a refresh ends the access token and a second one ends the session. */
function fault(name: string, work: (system: SandboxSystem) => Promise<Outcome>): Fault {
  const events = ['post.published', 'post.failed', 'account.expired'] as const
  return {
    name: `tokens: ${name}`,
    run: (dataDir) =>
      withSystem(openPlatforms(dataDir), { servers: [], events: [...events] }, async (system) => {
        await system.control('PUT', '/settings', {
          ...{ tiktok_refresh_ends_access: true, tiktok_replay_ends_session: true },
          ...{ image_ms: 0, tiktok_processing_ms: 0, tiktok_moderation_ms: 0 },
          // Ten minutes before its end the access is refreshed: after one second.
          ...{ tiktok_rate_limits: false, tiktok_access_seconds: 601 },
        })
        return await work(system)
      }),
  }
}

export const tokenFaults = {
  killed: fault('kill -9 between the refresh and its storing', killDuringRefresh),
  publishing: fault('52 posts while the tokens are refreshed every second', publishAndRefresh),
}

/** Kills the only process while it waits for the response of a refresh that the network performed. */
async function killDuringRefresh(system: SandboxSystem): Promise<Outcome> {
  const account = await connectPerson(system, 1)
  await pause(1_500)
  const lost = { platform: 'tiktok', match: 'token', kind: 'after_accepting_timeout', times: 1 }
  await system.control('POST', '/faults', lost)
  const server = await system.launch('all', { port: system.port })
  await makeChecksDue(system)
  await waitForFaults(system)
  await killProcess(server.child.pid!)
  const killedAt = performance.now()
  await system.control('DELETE', '/calls')
  await system.launch('all', { port: system.port })
  const { pool } = system.ctx.db
  // The lease of a refresh outlasts its calls and retries; the test does not wait for its end.
  await pool.query('update account_poll set lease_until = null')
  await waitFor('the account expires', async () => (await statusOf(system, account)) === 'expired')
  const recoverySeconds = [seconds(performance.now() - killedAt)]
  for (let round = 0; round < 4; round += 1) {
    await makeChecksDue(system)
    await pause(700)
  }
  const events = await pool.query("select 1 from event where type = 'account.expired'")
  const refreshes = await countRefreshes(system)
  const violations = [
    ...(events.rowCount === 1 ? [] : [`${events.rowCount} account.expired events`]),
    ...(refreshes === 1 ? [] : [`${refreshes} refreshes after the kill`]),
  ]
  const facts = { lastFaultAt: killedAt, interruptions: 1, recoverySeconds, violations }
  return await verifyOutcome(system, facts)
}

/** Two workers publish on four accounts, each with access that lasts a second before a refresh. */
async function publishAndRefresh(system: SandboxSystem): Promise<Outcome> {
  await system.launch('all', { port: system.port })
  await system.launch('worker')
  const accounts: Connected[] = []
  for (let number = 1; number <= 4; number += 1) accounts.push(await connectPerson(system, number))
  const media = [{ id: await uploadImage(system) }]
  const texts: string[] = []
  for (let round = 1; round <= postsPerAccount; round += 1) {
    for (const [index, { id }] of accounts.entries()) {
      const text = `Post ${round} of account ${index + 1}`
      const targets = [{ account_id: id, options }]
      await system.call<Post>('POST', '/v1/posts', { mode: 'now', text, media, targets })
      texts.push(text)
    }
  }
  const { pool } = system.ctx.db
  const open = "select 1 from post_target where status in ('scheduled', 'publishing') limit 1"
  const isSettled = async () => (await pool.query(open)).rowCount === 0
  const late: string[] = []
  await waitFor('every target is published', isSettled, settledMsMax).catch((err: Error) =>
    late.push(err.message),
  )
  const { rows } = await pool.query<{ attempts: number }>(
    'select attempts from post_target where attempts > 1',
  )
  const refreshes = await countRefreshes(system)
  const violations = [
    ...late,
    ...(rows.length === 0 ? [] : [`${rows.length} posts needed more than one attempt`]),
    ...(refreshes > accounts.length ? [] : [`only ${refreshes} refreshes`]),
  ]
  for (const account of accounts) {
    const status = await statusOf(system, account)
    if (status !== 'connected') violations.push(`an account is ${status}`)
  }
  return await verifyOutcome(system, {
    lastFaultAt: performance.now(),
    recoverySeconds: [0],
    interruptions: 0,
    notes: [`${texts.length} posts, at least ${refreshes} refreshes`],
    violations,
    posts: await verifyPosts(system, texts),
  })
}

async function connectPerson(system: SandboxSystem, number: number): Promise<Connected> {
  const username = `rotating.${number}`
  const accounts = [{ platform: 'tiktok', username }]
  await system.control('POST', '/people', { name: `Rotating ${number}`, accounts })
  const account = await system.connect('tiktok', username)
  const { db } = system.ctx
  await db.transact((tx) => scheduleCheck(tx, account.id, 'access', new Date()))
  return account
}

async function uploadImage(system: SandboxSystem): Promise<string> {
  const bread = { width: 1080, height: 1080, channels: 3, background: '#c96' } as const
  const jpeg = await sharp({ create: bread }).jpeg().toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(jpeg)]), 'bread.jpg')
  return (await system.call<{ id: string }>('POST', '/v1/media', form)).id
}

async function makeChecksDue({ ctx }: SandboxSystem): Promise<void> {
  await ctx.db.pool.query("update account_poll set due_at = now() where kind = 'access'")
  ctx.db.wake.notify('work')
}

async function statusOf(system: SandboxSystem, { id }: Connected): Promise<string> {
  const query = 'select status from account where id = $1'
  return (await system.ctx.db.pool.query<{ status: string }>(query, [id])).rows[0]!.status
}

/** Refreshes among the last 200 calls, without those that got no response. */
async function countRefreshes(system: SandboxSystem): Promise<number> {
  const { data } = await system.control<{ data: Call[] }>('GET', '/calls')
  return data.filter(({ name, fault }) => name === 'token' && fault === null).length
}
