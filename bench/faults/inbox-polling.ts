import { untilHolds } from '../processes.ts'
import {
  connectNewcomer,
  endLeases,
  type InboxWorld,
  makeDue,
  type Place,
  untilIdle,
  untilReached,
  watch,
} from './inbox-world.ts'
import type { Outcome } from './outcome.ts'
import { killHard } from './world.ts'

/** Which call lists comments, by its name in the sandbox. */
const calls = { threads: 'conversation', instagram: 'comments' } as const
const slowMs = 150
/** After the slow call began: within it, as its answer is stored, and in what follows. */
const killedAfterMs = [0, 120, 150, 155, 160, 170, 185, 40]
const perPost = 3
const backMsMax = 30_000

type Comment = { id: string; platform_comment_id: string }

/**
 * Kills the server in the middle of reading comments, again and again, while strangers write. What
 * the platform has is held against the inbox and the receiver.
 */
export async function killInPolling(world: InboxWorld): Promise<Outcome> {
  const places = await connectNewcomer(world, ['threads', 'instagram'])
  const posts: string[] = []
  for (const place of places) posts.push(await publish(world, place), await publish(world, place))
  await watch(world, places, 'comments')
  const firstAfterSeconds: number[] = []
  let written = 0
  for (const [round, afterMs] of killedAfterMs.entries()) {
    await untilIdle(world, 'comments')
    const isLast = round === killedAfterMs.length - 1
    written += await writeRound(world, posts, round)
    for (const platform of ['threads', 'instagram'] as const) {
      const fault = { platform, match: calls[platform], kind: 'slow_ms', ms: slowMs, times: 1 }
      await world.sandbox.control('POST', '/faults', fault)
    }
    await makeDue(world, 'comments')
    await untilReached(world)
    await new Promise((resume) => setTimeout(resume, afterMs))
    await killHard(world.instance.pid)
    const killedAt = performance.now()
    await world.restart()
    if (!isLast) await endLeases(world)
    // A post that was read before the kill is read again, as its next reading would.
    await makeDue(world, 'comments')
    await untilHolds(
      `${written} comments are announced`,
      async () => {
        return world.receiver.told.size >= written
      },
      backMsMax,
    )
    firstAfterSeconds.push(Math.round((performance.now() - killedAt) / 100) / 10)
  }
  return await judge(world, posts, firstAfterSeconds)
}

async function publish(world: InboxWorld, place: Place): Promise<string> {
  const { id } = await world.sandbox.control<{ id: string }>('POST', '/posts', {
    account: place.platformId,
    text: 'Fresh bread',
  })
  return id
}

/** No webhook goes out for them: this run's sandbox knows no address, so polling alone finds them. */
async function writeRound(world: InboxWorld, posts: string[], round: number): Promise<number> {
  for (const post of posts) {
    for (let place = 0; place < perPost; place += 1) {
      const text = `Round ${round}, comment ${place} 🥨`
      await world.sandbox.control('POST', '/comments', { post, text, author: `kim${place}` })
    }
  }
  return posts.length * perPost
}

async function judge(
  world: InboxWorld,
  posts: string[],
  seconds: readonly number[],
): Promise<Outcome> {
  // One more complete look, which must tell of nothing a second time.
  await makeDue(world, 'comments')
  await untilIdle(world, 'comments')
  const there: string[] = []
  for (const post of posts) {
    const path = `/posts/${post}/comments`
    const { data } = await world.sandbox.control<{ data: { id: string }[] }>('GET', path)
    there.push(...data.map(({ id }) => id))
  }
  const { data } = await world.call<{ data: Comment[] }>('GET', '/v1/comments?limit=100')
  const { told, unsigned } = world.receiver
  const lost = there.filter((id) => {
    const comment = data.find((each) => each.platform_comment_id === id)
    return !comment || !told.has(comment.id)
  }).length
  const eventsTwice = [...told.values()].filter((events) => events.size > 1).length
  const stored = data.length - new Set(data.map((each) => each.platform_comment_id)).size
  const arrivals = [...told.values()].flatMap((events) => [...events.values()])
  const sentAgain = arrivals.reduce((sum, times) => sum + times - 1, 0)
  const broken: string[] = []
  if (lost > 0) broken.push(`${lost} comments were lost`)
  if (eventsTwice > 0) broken.push(`${eventsTwice} comments were announced twice`)
  if (stored > 0 || data.length !== there.length) broken.push(`${data.length} comments are stored`)
  if (unsigned > 0) broken.push(`${unsigned} signatures did not hold`)
  return {
    events: told.size,
    deliveries: arrivals.reduce((sum, times) => sum + times, 0),
    lost,
    duplicated: eventsTwice + stored,
    firstAfterSeconds: [...seconds],
    allAfterSeconds: seconds.at(-1) ?? Number.NaN,
    notes: [
      'readings made due by SQL in this run; leases of 15 s ended by SQL but after the last kill',
      `${sentAgain} deliveries came again with the same event id`,
    ],
    broken,
  }
}
