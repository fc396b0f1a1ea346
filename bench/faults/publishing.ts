import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { limits } from '../../packages/server/src/core/limits.ts'
import type { AppPlatformValue } from '../../packages/server/src/core/networks.ts'
import type { Post } from '../../packages/server/src/schemas/post.ts'
import { type Connected, openPlatforms } from '../platforms.ts'
import {
  type Fault,
  type Outcome,
  platformPosts,
  seconds,
  verifyOutcome,
  verifyPosts,
} from './outcome.ts'
import { killProcess, type SandboxSystem, waitForFaults, withSystem } from './system.ts'

/** The kinds of posts that platforms publish with different calls. */
type Kind = 'text' | 'image' | 'video'
type PublishingSystem = SandboxSystem & {
  accounts: Record<AppPlatformValue, Connected>
  media: { image: string; video: string }
}
type SentPost = { platform: AppPlatformValue; postId: string; text: string }

const usernames: Record<AppPlatformValue, string> = {
  threads: 'anna.bakes',
  instagram: 'bergmann.bakery',
  facebook: 'Anna Bergmann',
  tiktok: 'anna.bakes',
}
/** The calls of a publish on each platform, by their names in the sandbox, one per round. */
const calls: Record<AppPlatformValue, readonly [Kind, string][]> = {
  threads: [
    ['image', 'quota'],
    ['image', 'create'],
    ['image', 'node'],
    ['image', 'publish'],
    ['text', 'publish'],
    ['text', 'create'],
  ],
  instagram: [
    ['image', 'quota'],
    ['image', 'create'],
    ['image', 'node'],
    ['image', 'publish'],
    ['video', 'publish'],
    ['video', 'create'],
  ],
  facebook: [
    ['image', 'photos'],
    ['image', 'feed'],
    ['image', 'change'],
    ['text', 'change'],
    ['video', 'videos'],
    ['video', 'node'],
  ],
  tiktok: [
    ['video', 'creator_info'],
    ['video', 'video_init'],
    ['video', 'upload'],
    ['video', 'status'],
    ['image', 'content_init'],
    ['image', 'creator_info'],
  ],
}
const rounds = calls.threads.length
/** The call that makes a post public. */
const commits: Record<AppPlatformValue, readonly [Kind, string]> = {
  threads: ['text', 'publish'],
  instagram: ['image', 'publish'],
  facebook: ['text', 'change'],
  tiktok: ['image', 'content_init'],
}
const slowMs = 1_500
const lateMs = limits.platform.deadlineMs + 2_000
const settledMsMax = 75_000
const fixtures = join(import.meta.dirname, '../../packages/server/test/fixtures/media')
let count = 0

/** Faults during publishing, on all platforms. */
export const publishFaults: Fault[] = [
  fault('kill -9, the call is never processed', (system) => killAtEveryCall(system, 'timeout')),
  fault('kill -9, the call is processed later', (system) => killAtEveryCall(system, 'slow_ms')),
  fault('kill -9, the call was processed', (system) =>
    killAtEveryCall(system, 'after_accepting_timeout'),
  ),
  fault('500 after accepting', (system) => commitWith(system, 'after_accepting_500')),
  fault('response after the deadline', (system) => commitWith(system, 'slow_ms', lateMs)),
]

/** Sets up an account on each platform, an image, a video and a sandbox without delays. */
function fault(name: string, work: (system: PublishingSystem) => Promise<Outcome>): Fault {
  return {
    name: `publishing: ${name}`,
    run: (dataDir) =>
      withSystem(openPlatforms(dataDir), { servers: [] }, async (system) => {
        await system.launch('all', { port: system.port })
        await system.control('PUT', '/settings', {
          ...{ text_ms: 0, image_ms: 0, video_ms: 0, tiktok_processing_ms: 0 },
          ...{ tiktok_moderation_ms: 0, tiktok_rate_limits: false },
        })
        const accounts = {} as PublishingSystem['accounts']
        for (const [platform, username] of Object.entries(usernames)) {
          accounts[platform as AppPlatformValue] = await system.connect(
            platform as AppPlatformValue,
            username,
          )
        }
        const bread = { width: 1080, height: 1080, channels: 3, background: '#c96' } as const
        const jpeg = await sharp({ create: bread }).jpeg().toBuffer()
        const media = {
          image: await upload(system, jpeg, 'bread.jpg'),
          video: await upload(system, readFileSync(join(fixtures, 'reel.mp4')), 'reel.mp4'),
        }
        return await work(Object.assign(system, { accounts, media }))
      }),
  }
}

async function upload(system: SandboxSystem, bytes: Buffer, name: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  return (await system.call<{ id: string }>('POST', '/v1/media', form)).id
}

/** Kills and restarts the server during each call of a publish, on all four platforms concurrently. */
async function killAtEveryCall(system: PublishingSystem, kind: string): Promise<Outcome> {
  const all: SentPost[] = []
  const recoverySeconds: number[] = []
  let faultAt = 0
  for (let round = 0; round < rounds; round += 1) {
    const sent = await sendEach(system, kind, slowMs, (platform) => calls[platform][round]!)
    await waitForFaults(system)
    await killProcess(system.servers.at(-1)!.child.pid!)
    faultAt = performance.now()
    const late = pause(slowMs + 500)
    await system.launch('all', { port: system.port })
    await late
    await waitUntilSettled(system, sent)
    recoverySeconds.push(seconds(performance.now() - faultAt))
    all.push(...sent)
  }
  return await verifySentPosts(system, all, {
    lastFaultAt: faultAt,
    recoverySeconds,
    interruptions: rounds,
  })
}

/** All platforms publish, but respond with 500 or after the deadline. */
async function commitWith(system: PublishingSystem, kind: string, ms = 0): Promise<Outcome> {
  const sent = await sendEach(system, kind, ms, (platform) => commits[platform])
  const at = performance.now()
  await pause(ms && ms + 1_000)
  await waitUntilSettled(system, sent)
  return await verifySentPosts(system, sent, {
    lastFaultAt: at,
    recoverySeconds: [seconds(performance.now() - at)],
    interruptions: 0,
  })
}

/** Publishes one post with a unique text on each platform, with a fault in one of its calls. */
async function sendEach(
  system: PublishingSystem,
  kind: string,
  ms: number,
  callOf: (platform: AppPlatformValue) => readonly [Kind, string],
): Promise<SentPost[]> {
  const sent: SentPost[] = []
  for (const platform of Object.keys(usernames) as AppPlatformValue[]) {
    const [content, match] = callOf(platform)
    await system.control('POST', '/faults', { platform, match, kind, ms, times: 1 })
    count += 1
    const text = `Fault ${count} on ${platform}`
    const options = { privacy_level: 'PUBLIC_TO_EVERYONE' }
    const target = { account_id: system.accounts[platform].id }
    const { id } = await system.call<Post>('POST', '/v1/posts', {
      mode: 'now',
      text,
      ...(content === 'text' ? {} : { media: [{ id: system.media[content] }] }),
      targets: [platform === 'tiktok' ? { ...target, options } : target],
    })
    sent.push({ platform, postId: id, text })
  }
  return sent
}

/**
 * Waits until every target has an outcome. SQL makes retries and checks due immediately, and lets a
 * minute pass with every check of an unknown post, which is searched for ten minutes.
 */
async function waitUntilSettled(
  system: PublishingSystem,
  sent: readonly SentPost[],
): Promise<void> {
  const { pool, wake } = system.ctx.db
  const ids = sent.map(({ postId }) => postId)
  const began = performance.now()
  for (;;) {
    const { rowCount } = await pool.query(
      `select 1 from post_target where post_id = any($1) and status not in ('published', 'partially_published', 'failed')
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
 * Acts as the owner: resolves unknown posts that are on the platform and retries the others. Then every
 * post must be on the platform once.
 */
async function verifySentPosts(
  system: PublishingSystem,
  sent: readonly SentPost[],
  facts: Parameters<typeof verifyOutcome>[1],
): Promise<Outcome> {
  const unknown: string[] = []
  const published = await platformPosts(system)
  for (const { platform, postId, text } of sent) {
    const { targets } = await system.call<Post>('GET', `/v1/posts/${postId}`)
    if (targets[0]!.status !== 'unknown') continue
    unknown.push(platform)
    const path = `/v1/posts/${postId}/targets/${targets[0]!.id}`
    const platformPost = published.find((post) => post.text === text)
    if (platformPost)
      await system.call('POST', `${path}/resolve`, { platform_post_id: platformPost.id })
    else await system.call('POST', `${path}/retry`)
  }
  await waitUntilSettled(system, sent)
  const posts = await verifyPosts(
    system,
    sent.map(({ text }) => text),
  )
  const notes = [`${sent.length} posts, ${unknown.length} with an unknown outcome: ${unknown}`]
  return await verifyOutcome(system, { ...facts, notes, posts })
}
