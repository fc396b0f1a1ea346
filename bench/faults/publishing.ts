import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { limits } from '../../packages/server/src/core/limits.ts'
import type { PlatformValue } from '../../packages/server/src/core/networks.ts'
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
type Kind = 'text' | 'image' | 'video' | 'thread'
type PublishingSystem = SandboxSystem & {
  accounts: Record<PlatformValue, Connected>
  media: { image: string; video: string }
}
/** `texts` are those of the parts, in order. */
type SentPost = { platform: PlatformValue; postId: string; texts: string[] }
/** A call by its name in the sandbox, after so many calls with that name. */
type Call = readonly [kind: Kind, match: string, skip?: number]

const usernames: Record<PlatformValue, string> = {
  threads: 'anna.bakes',
  instagram: 'bergmann.bakery',
  facebook: 'Anna Bergmann',
  tiktok: 'anna.bakes',
  youtube: 'bergmannbakery',
  linkedin: 'Anna Bergmann',
  mastodon: 'anna',
  bluesky: 'anna.test',
  wordpress: 'anna',
}
/** The calls of a publish on each platform, one per round. */
const calls: Record<PlatformValue, readonly Call[]> = {
  threads: [
    ['image', 'quota'],
    ['image', 'create'],
    ['image', 'node'],
    ['image', 'publish'],
    ['thread', 'publish'],
    ['thread', 'publish', 1],
    ['thread', 'create', 2],
    ['thread', 'publish', 2],
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
  youtube: [
    ['video', 'upload_start'],
    ['video', 'upload'],
    ['video', 'videos'],
    ['video', 'video_update'],
    ['video', 'videos', 1],
  ],
  linkedin: [
    ['image', 'image_start'],
    ['image', 'upload'],
    ['image', 'image'],
    ['image', 'post_create'],
    ['text', 'post_create'],
    ['video', 'video_act'],
    ['video', 'video_part'],
    ['video', 'video_act', 1],
  ],
  mastodon: [
    ['image', 'media'],
    ['text', 'publish'],
    ['thread', 'publish'],
    ['thread', 'media'],
    ['thread', 'publish', 1],
    ['thread', 'publish', 2],
  ],
  bluesky: [
    ['image', 'uploadBlob'],
    ['text', 'putRecord'],
    ['thread', 'putRecord'],
    ['thread', 'uploadBlob'],
    ['thread', 'putRecord', 1],
    ['thread', 'putRecord', 2],
  ],
  wordpress: [
    ['image', 'media'],
    ['image', 'draft'],
    ['image', 'post'],
    ['image', 'publish'],
    ['text', 'draft'],
    ['text', 'publish'],
  ],
}
const rounds = Math.max(...Object.values(calls).map(({ length }) => length))
/** The call that makes a post, or the second part of a thread, public. */
const commits: Record<PlatformValue, Call> = {
  threads: ['thread', 'publish', 1],
  instagram: ['image', 'publish'],
  facebook: ['text', 'change'],
  tiktok: ['image', 'content_init'],
  youtube: ['video', 'video_update'],
  linkedin: ['text', 'post_create'],
  mastodon: ['thread', 'publish', 1],
  bluesky: ['thread', 'putRecord', 1],
  wordpress: ['text', 'publish'],
}
const partsOfThread = 3
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
          ...{ linkedin_image_ms: 0, linkedin_video_ms: 0 },
          ...{
            youtube_processing_ms: 0,
            tiktok_moderation_ms: 0,
            tiktok_rate_limits: false,
            threads_reply_lag_ms: 0,
          },
        })
        const accounts = {} as PublishingSystem['accounts']
        for (const [platform, username] of Object.entries(usernames)) {
          accounts[platform as PlatformValue] = await system.connect(
            platform as PlatformValue,
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

/** Kills and restarts the server during each call of a publish, on all platforms concurrently. */
async function killAtEveryCall(system: PublishingSystem, kind: string): Promise<Outcome> {
  const all: SentPost[] = []
  const recoverySeconds: number[] = []
  let faultAt = 0
  for (let round = 0; round < rounds; round += 1) {
    const sent = await sendEach(system, kind, slowMs, callOfRound(round))
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

/** Platforms with fewer calls begin again. */
const callOfRound = (round: number) => (platform: PlatformValue) =>
  calls[platform][round % calls[platform].length]!

/** Publishes one post with a unique text on each platform, with a fault in one of its calls. */
async function sendEach(
  system: PublishingSystem,
  kind: string,
  ms: number,
  callOf: (platform: PlatformValue) => Call,
): Promise<SentPost[]> {
  const sent: SentPost[] = []
  for (const platform of Object.keys(usernames) as PlatformValue[]) {
    const [content, match, skip = 0] = callOf(platform)
    await system.control('POST', '/faults', { platform, match, kind, ms, skip, times: 1 })
    count += 1
    const text = `Fault ${count} on ${platform}`
    const options = {
      tiktok: { privacy_level: 'PUBLIC_TO_EVERYONE' },
      youtube: { title: 'Kneading', audience: 'not_made_for_kids' },
    }
    // The second part has an image.
    const thread = Array.from(
      { length: content === 'thread' ? partsOfThread - 1 : 0 },
      (_, index) => ({
        text: `${text}, part ${index + 2}`,
        media: index === 0 ? [{ id: system.media.image }] : [],
      }),
    )
    const target = { account_id: system.accounts[platform].id }
    const { id } = await system.call<Post>('POST', '/v1/posts', {
      mode: 'now',
      text,
      media: content in system.media ? [{ id: system.media[content as 'image'] }] : [],
      thread,
      targets: [
        platform in options ? { ...target, options: options[platform as 'tiktok'] } : target,
      ],
    })
    sent.push({ platform, postId: id, texts: [text, ...thread.map((part) => part.text)] })
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
 * Acts as the owner: resolves unknown parts that are on the platform and retries the others. Then every
 * part must be on the platform once, and answer the one before it.
 */
async function verifySentPosts(
  system: PublishingSystem,
  sent: readonly SentPost[],
  facts: Parameters<typeof verifyOutcome>[1],
): Promise<Outcome> {
  const unknown: string[] = []
  for (const post of sent) {
    const { targets } = await system.call<Post>('GET', `/v1/posts/${post.postId}`)
    if (targets[0]!.status !== 'unknown') continue
    const { parts } = targets[0]!
    unknown.push(`${post.platform} part ${parts.length + 1}`)
    const path = `/v1/posts/${post.postId}/targets/${targets[0]!.id}`
    const text = post.texts[parts.length]
    const found = (await listParts(system, post)).find((part) => part.text === text)
    if (found) await system.call('POST', `${path}/resolve`, { platform_post_id: found.id })
    else await system.call('POST', `${path}/retry`)
  }
  await waitUntilSettled(system, sent)
  const posts = await verifyPosts(
    system,
    sent.map(({ texts }) => texts[0]!),
  )
  for (const post of sent) await verifyParts(system, post, posts)
  const laterParts = sent.flatMap(({ texts }) => texts.slice(1)).length
  const notes = [
    `${sent.length} posts with ${laterParts} further parts, ${unknown.length} with an unknown outcome: ${unknown}`,
  ]
  return await verifyOutcome(system, { ...facts, notes, posts })
}

type Part = { id: string; text: string; answers: string | null }

/** The post and the replies to it with these texts. */
async function listParts(system: PublishingSystem, { texts }: SentPost): Promise<Part[]> {
  const parts: Part[] = []
  for (const { id, text } of await platformPosts(system)) {
    if (text !== texts[0]) continue
    parts.push({ id: keyOf(id), text, answers: null })
    const { data } = await system.control<{
      data: { id: string; text: string; post_id: string; parent_id: string | null }[]
    }>('GET', `/posts/${encodeURIComponent(id)}/comments`)
    for (const { id, text, post_id, parent_id } of data) {
      if (!texts.includes(text)) continue
      parts.push({ id: keyOf(id), text, answers: keyOf(parent_id ?? post_id) })
    }
  }
  return parts
}

/** A reply on Bluesky is named `did/rkey`, a post only by its `rkey`. */
const keyOf = (id: string) => id.slice(id.lastIndexOf('/') + 1)

/** Adds what is wrong with the parts of a thread; its first one is verified as a post. */
async function verifyParts(
  system: PublishingSystem,
  post: SentPost,
  { violations }: Awaited<ReturnType<typeof verifyPosts>>,
): Promise<void> {
  const parts = await listParts(system, post)
  const { targets } = await system.call<Post>('GET', `/v1/posts/${post.postId}`)
  for (const [index, text] of post.texts.entries()) {
    const found = parts.filter((part) => part.text === text)
    const name = `${post.platform}: ${text}`
    if (found.length !== 1) violations.push(`${name} is there ${found.length} times`)
    const before = parts.find((part) => part.text === post.texts[index - 1])?.id ?? null
    if (found[0]?.answers !== before) violations.push(`${name} answers ${found[0]?.answers}`)
    const stored = targets[0]!.parts[index]?.platform_post_id
    if (stored !== found[0]?.id) violations.push(`${name} is stored as ${stored}`)
  }
}
