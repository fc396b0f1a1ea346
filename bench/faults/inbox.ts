import { setTimeout as pause } from 'node:timers/promises'
import { scheduleCheck } from '../../packages/server/src/resources/accounts/schedule.ts'
import { untilHolds } from '../measure.ts'
import { openPlatforms } from '../platforms.ts'
import { connectNewcomer, makeDue, type Place, untilIdle } from './inbox-accounts.ts'
import { killInSyncing } from './inbox-figures.ts'
import { type Fault, judge, type Outcome, seconds } from './judge.ts'
import { inWorld, killHard, type PlatformWorld, untilReached } from './world.ts'

/** Which call lists comments, by its name in the sandbox. */
const calls = { threads: 'conversation', instagram: 'comments' } as const
const slowMs = 150
/** After the slow call began: within it, as its answer is stored, and in what follows. */
const killedAfterMs = [0, 120, 150, 155, 160, 170, 185, 40]
const perPost = 3
const backMsMax = 30_000

type Comment = { id: string; platform_comment_id: string }

/** Faults of what comes back from the platforms: nothing is lost, nothing announced twice. */
export const inboxFaults: Fault[] = [
  ['kill -9 in the middle of reading comments, eight times', killInPolling] as const,
  ['kill -9 while insights are read, six times', killInSyncing] as const,
].map(([name, work]) => ({
  name: `inbox: ${name}`,
  run: (dataDir: string) =>
    inWorld(openPlatforms(dataDir), { servers: [], events: ['comment.created'] }, async (world) => {
      await world.launch('all', { port: world.port })
      return await work(world)
    }),
}))

/**
 * Kills the server in the middle of reading comments, again and again, while strangers write. What
 * the platform has is held against the inbox and the receiver.
 */
async function killInPolling(world: PlatformWorld): Promise<Outcome> {
  const places = await connectNewcomer(world, ['threads', 'instagram'])
  const posts: string[] = []
  for (const place of places) posts.push(await publish(world, place), await publish(world, place))
  await world.ctx.db.transact(async (tx) => {
    for (const { id } of places) await scheduleCheck(tx, id, 'comments', new Date())
  })
  const after: number[] = []
  let written = 0
  for (const [round, afterMs] of killedAfterMs.entries()) {
    await untilIdle(world, 'comments')
    written += await writeRound(world, posts, round)
    for (const platform of ['threads', 'instagram'] as const) {
      const fault = { platform, match: calls[platform], kind: 'slow_ms', ms: slowMs, times: 1 }
      await world.control('POST', '/faults', fault)
    }
    await makeDue(world, 'comments')
    await untilReached(world)
    await pause(afterMs)
    await killHard(world.servers.at(-1)!.child.pid!)
    const killedAt = performance.now()
    await world.launch('all', { port: world.port })
    // A post that was read before the kill is read again, as its next reading would.
    await makeDue(world, 'comments')
    await untilHolds(
      `${written} comments are announced`,
      async () => world.receiver.announced.size >= written,
      backMsMax,
    )
    after.push(seconds(performance.now() - killedAt))
  }
  return await judgeComments(world, posts, after)
}

async function publish(world: PlatformWorld, place: Place): Promise<string> {
  const { id } = await world.control<{ id: string }>('POST', '/posts', {
    account: place.platformId,
    text: 'Fresh bread',
  })
  return id
}

/** No webhook goes out for them: this run's sandbox knows no address, so polling alone finds them. */
async function writeRound(world: PlatformWorld, posts: string[], round: number): Promise<number> {
  for (const post of posts) {
    for (let place = 0; place < perPost; place += 1) {
      const text = `Round ${round}, comment ${place} 🥨`
      await world.control('POST', '/comments', { post, text, author: `kim${place}` })
    }
  }
  return posts.length * perPost
}

async function judgeComments(
  world: PlatformWorld,
  posts: string[],
  after: number[],
): Promise<Outcome> {
  // One more complete look, which must tell of nothing a second time.
  await makeDue(world, 'comments')
  await untilIdle(world, 'comments')
  const there: string[] = []
  for (const post of posts) {
    const path = `/posts/${post}/comments`
    const { data } = await world.control<{ data: { id: string }[] }>('GET', path)
    there.push(...data.map(({ id }) => id))
  }
  const { data } = await world.call<{ data: Comment[] }>('GET', '/v1/comments?limit=100')
  const { announced } = world.receiver
  const lost = there.filter((id) => {
    const comment = data.find((each) => each.platform_comment_id === id)
    return !comment || !announced.has(comment.id)
  }).length
  const broken: string[] = []
  const twice = [...announced.values()].filter((events) => events.size > 1).length
  const stored = new Set(data.map((each) => each.platform_comment_id)).size
  if (lost > 0) broken.push(`${lost} comments were lost`)
  if (twice > 0) broken.push(`${twice} comments were announced twice`)
  if (stored !== data.length || data.length !== there.length) {
    broken.push(`${data.length} comments are stored`)
  }
  const notes = ['polls made due by SQL in this run']
  const losses = killedAfterMs.length
  return await judge(world, { at: performance.now(), after, losses, notes, broken })
}
