import { setTimeout as pause } from 'node:timers/promises'
import { scheduleCheck } from '../../packages/server/src/resources/accounts/schedule.ts'
import { waitFor } from '../measure.ts'
import { openPlatforms } from '../platforms.ts'
import { connectNewPerson, makeDue, type TestAccount, waitUntilIdle } from './inbox-accounts.ts'
import { killDuringInsightsSync } from './inbox-insights.ts'
import { type Fault, type Outcome, seconds, verifyOutcome } from './outcome.ts'
import { killProcess, type SandboxSystem, waitForFaults, withSystem } from './system.ts'

/** The call that lists comments, by its name in the sandbox. */
const calls = { threads: 'conversation', instagram: 'comments' } as const
const slowMs = 150
/** Time after the start of the slow call: during it, while its response is stored, and later. */
const killedAfterMs = [0, 120, 150, 155, 160, 170, 185, 40]
const perPost = 3
const recoveryMsMax = 30_000

type Comment = { id: string; platform_comment_id: string }

/** Faults of syncing comments and insights. Nothing may be lost or announced twice. */
export const inboxFaults: Fault[] = [
  ['kill -9 during polls of comments, eight times', killDuringPolling] as const,
  ['kill -9 during the sync of insights, six times', killDuringInsightsSync] as const,
].map(([name, work]) => ({
  name: `inbox: ${name}`,
  run: (dataDir: string) =>
    withSystem(
      openPlatforms(dataDir),
      { servers: [], events: ['comment.created'] },
      async (system) => {
        await system.launch('all', { port: system.port })
        return await work(system)
      },
    ),
}))

/**
 * Kills the server repeatedly while it polls new comments. Then compares the platform's comments with
 * the inbox and the announced events.
 */
async function killDuringPolling(system: SandboxSystem): Promise<Outcome> {
  const accounts = await connectNewPerson(system, ['threads', 'instagram'])
  const posts: string[] = []
  for (const account of accounts)
    posts.push(await publish(system, account), await publish(system, account))
  await system.ctx.db.transact(async (tx) => {
    for (const { id } of accounts) await scheduleCheck(tx, id, 'comments', new Date())
  })
  const recoverySeconds: number[] = []
  let commentCount = 0
  for (const [round, afterMs] of killedAfterMs.entries()) {
    await waitUntilIdle(system, 'comments')
    commentCount += await writeRound(system, posts, round)
    for (const platform of ['threads', 'instagram'] as const) {
      const fault = { platform, match: calls[platform], kind: 'slow_ms', ms: slowMs, times: 1 }
      await system.control('POST', '/faults', fault)
    }
    await makeDue(system, 'comments')
    await waitForFaults(system)
    await pause(afterMs)
    await killProcess(system.servers.at(-1)!.child.pid!)
    const killedAt = performance.now()
    await system.launch('all', { port: system.port })
    // Poll posts again that were polled before the kill.
    await makeDue(system, 'comments')
    await waitFor(
      `${commentCount} comments are announced`,
      async () => system.receiver.announced.size >= commentCount,
      recoveryMsMax,
    )
    recoverySeconds.push(seconds(performance.now() - killedAt))
  }
  return await verifyComments(system, posts, recoverySeconds)
}

async function publish(system: SandboxSystem, account: TestAccount): Promise<string> {
  const { id } = await system.control<{ id: string }>('POST', '/posts', {
    account: account.platformId,
    text: 'Fresh bread',
  })
  return id
}

/** Writes comments. The sandbox has no webhook URL, so only polling finds them. */
async function writeRound(system: SandboxSystem, posts: string[], round: number): Promise<number> {
  for (const post of posts) {
    for (let number = 0; number < perPost; number += 1) {
      const text = `Round ${round}, comment ${number} 🥨`
      await system.control('POST', '/comments', { post, text, author: `kim${number}` })
    }
  }
  return posts.length * perPost
}

async function verifyComments(
  system: SandboxSystem,
  posts: string[],
  recoverySeconds: number[],
): Promise<Outcome> {
  // One more complete poll, which must announce nothing again.
  await makeDue(system, 'comments')
  await waitUntilIdle(system, 'comments')
  const platformIds: string[] = []
  for (const post of posts) {
    const path = `/posts/${post}/comments`
    const { data } = await system.control<{ data: { id: string }[] }>('GET', path)
    platformIds.push(...data.map(({ id }) => id))
  }
  const { data } = await system.call<{ data: Comment[] }>('GET', '/v1/comments?limit=100')
  const { announced } = system.receiver
  const lost = platformIds.filter((id) => {
    const comment = data.find(({ platform_comment_id }) => platform_comment_id === id)
    return !comment || !announced.has(comment.id)
  }).length
  const violations: string[] = []
  const twice = [...announced.values()].filter((events) => events.size > 1).length
  const stored = new Set(data.map((each) => each.platform_comment_id)).size
  if (lost > 0) violations.push(`${lost} comments were lost`)
  if (twice > 0) violations.push(`${twice} comments were announced twice`)
  if (stored !== data.length || data.length !== platformIds.length) {
    violations.push(`${data.length} comments are stored`)
  }
  const notes = ['polls are made due by SQL']
  return await verifyOutcome(system, {
    lastFaultAt: performance.now(),
    recoverySeconds,
    interruptions: killedAfterMs.length,
    notes,
    violations,
  })
}
