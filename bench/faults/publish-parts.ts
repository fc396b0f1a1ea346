import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { PlatformValue } from '../../packages/server/src/core/networks.ts'
import type { Post } from '../../packages/server/src/schemas/post.ts'
import { type Connected, openPublishWorld, type PublishWorld } from '../publish-world.ts'

/** What is published: every way in which a post reaches a platform differently. */
export type Kind = 'text' | 'image' | 'video'

export type Stage = PublishWorld & {
  accounts: Record<PlatformValue, Connected>
  media: { image: string; video: string }
}

export type Sent = {
  platform: PlatformValue
  postId: string
  text: string
  /** When the fault struck, by `performance.now()`, and when its outcome was known. */
  struckAt: number
  restAt: number | null
}

const usernames: Record<PlatformValue, string> = {
  threads: 'anna.bakes',
  instagram: 'bergmann.bakery',
  facebook: 'Anna Bergmann',
  tiktok: 'anna.bakes',
}
const restMsMax = 75_000
const stepMs = 200
let count = 0

/** A world with an account on each platform, an image and a video, and a sandbox in a hurry. */
export async function openStage(dataDir: string): Promise<Stage> {
  const world = await openPublishWorld(dataDir)
  await world.sandbox.control('PUT', '/settings', {
    text_ms: 0,
    image_ms: 0,
    video_ms: 0,
    tiktok_processing_ms: 0,
    tiktok_moderation_ms: 0,
    tiktok_rate_limits: false,
  })
  const accounts = {} as Stage['accounts']
  for (const [platform, username] of Object.entries(usernames) as [PlatformValue, string][]) {
    accounts[platform] = await world.connect(platform, username)
  }
  const bread = { width: 1080, height: 1080, channels: 3, background: '#c96' } as const
  const jpeg = await sharp({ create: bread }).jpeg().toBuffer()
  const fixtures = join(import.meta.dirname, '../../packages/server/test/fixtures/media')
  const media = {
    image: await upload(world, jpeg, 'bread.jpg'),
    video: await upload(world, readFileSync(join(fixtures, 'reel.mp4')), 'reel.mp4'),
  }
  return Object.assign(world, { accounts, media })
}

/** TikTok takes about 15 posts of an account in a day: each fault has an account of its own. */
export async function renewTiktok(stage: Stage): Promise<void> {
  count += 1
  const username = `fault.${count}`
  const accounts = [{ platform: 'tiktok', username }]
  await stage.sandbox.control('POST', '/people', { name: `Fault ${count}`, accounts })
  stage.accounts.tiktok = await stage.connect('tiktok', username)
}

async function upload(world: PublishWorld, bytes: Buffer, name: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  return (await world.call<{ id: string }>('POST', '/v1/media', form)).id
}

/** Publishes one post at once, whose words no other post has. */
export async function send(stage: Stage, platform: PlatformValue, kind: Kind): Promise<Sent> {
  count += 1
  const text = `Fault ${count} on ${platform}`
  const post = await stage.call<Post>('POST', '/v1/posts', {
    mode: 'now',
    text,
    ...(kind === 'text' ? {} : { media: [{ id: stage.media[kind] }] }),
    targets: [
      {
        account_id: stage.accounts[platform].id,
        ...(platform === 'tiktok' ? { options: { privacy_level: 'PUBLIC_TO_EVERYONE' } } : {}),
      },
    ],
  })
  return { platform, postId: post.id, text, struckAt: performance.now(), restAt: null }
}

export async function setFault(
  stage: Stage,
  fault: { platform: PlatformValue; match: string; kind: string; ms?: number },
): Promise<void> {
  await stage.sandbox.control('POST', '/faults', { ...fault, times: 1 })
}

/** The newest lease there is; those up to it belong to processes before now. */
export async function newestLease(stage: Stage): Promise<string> {
  const { rows } = await stage.db.pool.query<{ newest: string }>(
    'select coalesce(max(lease_token), 0)::text as newest from post_target',
  )
  return rows[0]!.newest
}

/** Instead of the two seconds after which the leases of a dead process end by themselves. */
export async function endLeases(stage: Stage, upTo: string): Promise<void> {
  await stage.db.pool.query(
    `update post_target set lease_until = now() - interval '1 second'
     where lease_until > now() and lease_token <= $1`,
    [upTo],
  )
  stage.db.wake.notify('work')
}

/**
 * Waits until every target has an outcome. What waits for its time is moved forward in the run's own
 * database: retries and looks are due at once, and a minute of the ten in which an unknown post is
 * looked for passes with every look.
 */
export async function untilRest(stage: Stage, sent: readonly Sent[], isHurried = true) {
  const ids = sent.map(({ postId }) => postId)
  const began = performance.now()
  while (performance.now() - began < restMsMax) {
    const { rows } = await stage.db.pool.query<{ post_id: string; is_at_rest: boolean }>(
      `select post_id, status in ('published', 'failed') or (status = 'unknown' and due_at is null)
         as is_at_rest from post_target where post_id = any($1)`,
      [ids],
    )
    for (const each of sent) {
      const isAtRest = rows.some((row) => row.post_id === each.postId && row.is_at_rest)
      if (isAtRest) each.restAt ??= performance.now()
    }
    if (sent.every(({ restAt }) => restAt !== null)) return
    if (isHurried) await hurry(stage, ids)
    await new Promise((resume) => setTimeout(resume, stepMs))
  }
}

async function hurry(stage: Stage, ids: readonly string[]): Promise<void> {
  await stage.db.pool.query(
    `update post_target set due_at = now(),
       committed_at = case when status = 'unknown' then committed_at - interval '1 minute'
         else committed_at end
     where post_id = any($1) and due_at > now() and lease_until is null`,
    [ids],
  )
  stage.db.wake.notify('work')
}
