import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { limits } from '../../packages/server/src/core/limits.ts'
import type { PlatformValue } from '../../packages/server/src/core/networks.ts'
import type { Post } from '../../packages/server/src/schemas/post.ts'
import { type Connected, openPlatforms } from '../platforms.ts'
import { type Fault, judge, judgePosts, type Outcome, platformPosts, seconds } from './judge.ts'
import { inWorld, killHard, type PlatformWorld, untilReached } from './world.ts'

/** What is published: every way in which a post reaches a platform differently. */
type Kind = 'text' | 'image' | 'video'
type Stage = PlatformWorld & {
  accounts: Record<PlatformValue, Connected>
  media: { image: string; video: string }
}
type Sent = { platform: PlatformValue; postId: string; text: string }

const usernames: Record<PlatformValue, string> = {
  threads: 'anna.bakes',
  instagram: 'bergmann.bakery',
  facebook: 'Anna Bergmann',
  tiktok: 'anna.bakes',
}
/** Every call of a publish on each platform, by its name in the sandbox; one column is one round. */
const calls: Record<PlatformValue, readonly [Kind, string][]> = {
  threads: [
    ['image', 'quota'],
    ['image', 'create'],
    ['image', 'node'],
    ['image', 'publish'],
    ['text', 'publish'],
  ],
  instagram: [
    ['image', 'quota'],
    ['image', 'create'],
    ['image', 'node'],
    ['image', 'publish'],
    ['video', 'publish'],
  ],
  facebook: [
    ['image', 'photos'],
    ['image', 'feed'],
    ['text', 'feed'],
    ['video', 'videos'],
    ['video', 'node'],
  ],
  tiktok: [
    ['video', 'creator_info'],
    ['video', 'video_init'],
    ['video', 'upload'],
    ['video', 'status'],
    ['image', 'content_init'],
  ],
}
const rounds = calls.threads.length
/** The call that makes a post public. */
const commits: Record<PlatformValue, readonly [Kind, string]> = {
  threads: ['text', 'publish'],
  instagram: ['image', 'publish'],
  facebook: ['text', 'feed'],
  tiktok: ['image', 'content_init'],
}
const slowMs = 1_500
const lateMs = limits.platform.deadlineMs + 2_000
const settledMsMax = 75_000
const fixtures = join(import.meta.dirname, '../../packages/server/test/fixtures/media')
let count = 0

/** Everything that may happen to a post on its way, on all platforms. */
export const publishFaults: Fault[] = [
  fault('kill -9, the call never happened', (stage) => killAtEveryCall(stage, 'timeout')),
  fault('kill -9, the call happens after it', (stage) => killAtEveryCall(stage, 'slow_ms')),
  fault('kill -9, the call had happened', (stage) =>
    killAtEveryCall(stage, 'after_accepting_timeout'),
  ),
  fault('500 after accepting', (stage) => commitWith(stage, 'after_accepting_500')),
  fault('answers after our deadline', (stage) => commitWith(stage, 'slow_ms', lateMs)),
]

/** An account on each platform, an image and a video, and a sandbox that takes no time. */
function fault(name: string, work: (stage: Stage) => Promise<Outcome>): Fault {
  return {
    name: `publishing: ${name}`,
    run: (dataDir) =>
      inWorld(openPlatforms(dataDir), { servers: [] }, async (world) => {
        await world.launch('all', { port: world.port })
        await world.control('PUT', '/settings', {
          ...{ text_ms: 0, image_ms: 0, video_ms: 0, tiktok_processing_ms: 0 },
          ...{ tiktok_moderation_ms: 0, tiktok_rate_limits: false },
        })
        const accounts = {} as Stage['accounts']
        for (const [platform, username] of Object.entries(usernames)) {
          accounts[platform as PlatformValue] = await world.connect(
            platform as PlatformValue,
            username,
          )
        }
        const bread = { width: 1080, height: 1080, channels: 3, background: '#c96' } as const
        const jpeg = await sharp({ create: bread }).jpeg().toBuffer()
        const media = {
          image: await upload(world, jpeg, 'bread.jpg'),
          video: await upload(world, readFileSync(join(fixtures, 'reel.mp4')), 'reel.mp4'),
        }
        return await work(Object.assign(world, { accounts, media }))
      }),
  }
}

async function upload(world: PlatformWorld, bytes: Buffer, name: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  return (await world.call<{ id: string }>('POST', '/v1/media', form)).id
}

/** Kills the server in every call of every platform, all four at once, and starts it again. */
async function killAtEveryCall(stage: Stage, kind: string): Promise<Outcome> {
  const all: Sent[] = []
  const after: number[] = []
  let at = 0
  for (let round = 0; round < rounds; round += 1) {
    const sent = await sendEach(stage, kind, slowMs, (platform) => calls[platform][round]!)
    await untilReached(stage)
    await killHard(stage.servers.at(-1)!.child.pid!)
    at = performance.now()
    const late = pause(slowMs + 500)
    await stage.launch('all', { port: stage.port })
    await late
    await untilSettled(stage, sent)
    after.push(seconds(performance.now() - at))
    all.push(...sent)
  }
  return await judgeSent(stage, all, { at, after, losses: rounds })
}

/** Every platform publishes and answers 500, or only after our deadline. */
async function commitWith(stage: Stage, kind: string, ms = 0): Promise<Outcome> {
  const sent = await sendEach(stage, kind, ms, (platform) => commits[platform])
  const at = performance.now()
  await pause(ms && ms + 1_000)
  await untilSettled(stage, sent)
  return await judgeSent(stage, sent, { at, after: [seconds(performance.now() - at)], losses: 0 })
}

/** Publishes one post on each platform, whose text no other post has, with a fault in one of its calls. */
async function sendEach(
  stage: Stage,
  kind: string,
  ms: number,
  callOf: (platform: PlatformValue) => readonly [Kind, string],
): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const platform of Object.keys(usernames) as PlatformValue[]) {
    const [content, match] = callOf(platform)
    await stage.control('POST', '/faults', { platform, match, kind, ms, times: 1 })
    count += 1
    const text = `Fault ${count} on ${platform}`
    const options = { privacy_level: 'PUBLIC_TO_EVERYONE' }
    const target = { account_id: stage.accounts[platform].id }
    const { id } = await stage.call<Post>('POST', '/v1/posts', {
      mode: 'now',
      text,
      ...(content === 'text' ? {} : { media: [{ id: stage.media[content] }] }),
      targets: [platform === 'tiktok' ? { ...target, options } : target],
    })
    sent.push({ platform, postId: id, text })
  }
  return sent
}

/**
 * Waits until every target has an outcome. What waits for its time is moved forward in the run's own
 * database: retries and checks are due at once, and a minute of the ten in which an unknown post is
 * searched for passes with every check.
 */
async function untilSettled(stage: Stage, sent: readonly Sent[]): Promise<void> {
  const { pool, wake } = stage.ctx.db
  const ids = sent.map(({ postId }) => postId)
  const began = performance.now()
  for (;;) {
    const { rowCount } = await pool.query(
      `select 1 from post_target where post_id = any($1) and status not in ('published', 'failed')
         and (status <> 'unknown' or due_at is not null)`,
      [ids],
    )
    if (rowCount === 0 || performance.now() - began > settledMsMax) return
    await pool.query(
      `update post_target set due_at = now(),
         committed_at = case when status = 'unknown' then committed_at - interval '1 minute'
           else committed_at end
       where post_id = any($1) and due_at > now() and lease_until is null`,
      [ids],
    )
    wake.notify('work')
    await pause(200)
  }
}

/**
 * Plays the owner's part too: an unknown post that is on the platform is resolved, one that is not is
 * retried; then every post has to be there once.
 */
async function judgeSent(
  stage: Stage,
  sent: readonly Sent[],
  facts: Parameters<typeof judge>[1],
): Promise<Outcome> {
  const unknown: string[] = []
  const published = await platformPosts(stage)
  for (const { platform, postId, text } of sent) {
    const { targets } = await stage.call<Post>('GET', `/v1/posts/${postId}`)
    if (targets[0]!.status !== 'unknown') continue
    unknown.push(platform)
    const path = `/v1/posts/${postId}/targets/${targets[0]!.id}`
    const there = published.find((post) => post.text === text)
    if (there) await stage.call('POST', `${path}/resolve`, { platform_post_id: there.id })
    else await stage.call('POST', `${path}/retry`)
  }
  await untilSettled(stage, sent)
  const posts = await judgePosts(
    stage,
    sent.map(({ text }) => text),
  )
  const notes = [
    `${sent.length} posts; the owner had to decide about ${unknown.length}: ${unknown}`,
  ]
  return await judge(stage, { ...facts, notes, posts })
}
