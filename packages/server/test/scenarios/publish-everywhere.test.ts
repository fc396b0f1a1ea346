import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PlatformValue } from '../../src/core/networks.ts'
import type { Account } from '../../src/schemas/account.ts'
import type { Media } from '../../src/schemas/media.ts'
import type { Post } from '../../src/schemas/post.ts'
import { buildProfile, buildWebhook } from '../build.ts'
import { heicFixture, imageFile } from '../media-files.ts'
import { advanceUntilIdle, connectAccount } from '../publishing.ts'
import { useTestApp } from '../test-app.ts'

const testApp = useTestApp({ poolMax: 6, listening: true })
let profileId: string
const accounts = {} as Record<PlatformValue, Account>

beforeAll(async () => {
  await buildWebhook(testApp)
  profileId = (await buildProfile(testApp, { external_id: 'everywhere' })).id
  for (const [platform, account] of [
    ['threads', 'anna.bakes'],
    ['instagram', 'bergmann.bakery'],
    ['facebook', undefined],
    ['tiktok', 'anna.bakes'],
  ] as const) {
    accounts[platform] = await connectAccount(
      testApp,
      platform,
      account ? { account } : {},
      profileId,
    )
  }
  await testApp.sandbox.control('PUT', '/apps/tiktok', {
    url_prefixes: [`${testApp.ctx.config.publicUrl}/`],
  })
})

async function upload(bytes: Buffer, name: string): Promise<Media> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  const response = await testApp.app.request('/v1/media', {
    method: 'POST',
    headers: { authorization: `Bearer ${testApp.ownerKey}`, 'service-profile': 'everywhere' },
    body: form,
  })
  const body = (await response.json()) as Media
  expect(response.status, JSON.stringify(body)).toBe(201)
  return body
}

async function publish(input: Record<string, unknown>): Promise<Post> {
  const { status, body } = await testApp.call('POST', '/v1/posts', { mode: 'now', ...input })
  expect(status, JSON.stringify(body)).toBe(201)
  await advanceUntilIdle(testApp)
  const done: Post = (await testApp.call('GET', `/v1/posts/${body.id}`)).body
  return done
}

const tiktokOptions = { privacy_level: 'PUBLIC_TO_EVERYONE' }

describe('one post on every platform', () => {
  test('an image is published once on all four, each with a permalink', async () => {
    const jpeg = await sharp({
      create: { width: 1080, height: 1080, channels: 3, background: '#c96' },
    })
      .jpeg()
      .toBuffer()
    const media = await upload(jpeg, 'bread.jpg')
    const post = await publish({
      text: 'Fresh bread, four ways',
      media: [{ id: media.id, alt_text: 'A loaf' }],
      targets: Object.values(accounts).map((account) => ({
        account_id: account.id,
        ...(account.platform === 'tiktok' ? { options: tiktokOptions } : {}),
      })),
    })
    expect(post.targets.map(({ platform, status, error }) => [platform, status, error])).toEqual(
      Object.keys(accounts).map((platform) => [platform, 'published', null]),
    )
    expect(post.status).toBe('published')
    for (const target of post.targets) expect(target.permalink).toMatch(/^http/)
  })

  test('a video is published on every platform that accepts it', async () => {
    const file = join(import.meta.dirname, '..', 'fixtures', 'media', 'reel.mp4')
    const media = await upload(readFileSync(file), 'clip.mp4')
    const check = await testApp.call('POST', '/v1/posts/validate', {
      text: 'Look how it rises',
      media: [{ id: media.id }],
      targets: Object.values(accounts).map((account) => ({
        account_id: account.id,
        ...(account.platform === 'tiktok' ? { options: tiktokOptions } : {}),
      })),
    })
    const ready = check.body.targets.filter((target: { valid: boolean }) => target.valid)
    expect(ready.length, JSON.stringify(check.body)).toBeGreaterThanOrEqual(3)
    const post = await publish({
      text: 'Look how it rises',
      media: [{ id: media.id }],
      targets: ready.map(({ account_id, platform }: { account_id: string; platform: string }) => ({
        account_id,
        ...(platform === 'tiktok' ? { options: tiktokOptions } : {}),
      })),
    })
    expect(post.targets.map(({ platform, error }) => [platform, error])).toEqual(
      ready.map(({ platform }: { platform: string }) => [platform, null]),
    )
    expect(post.status).toBe('published')
  })

  const wide = { width: 1_200, height: 1_000 }
  const transparent = sharp({ create: { ...wide, channels: 4, background: '#c9600080' } })
  const taken = { threads: 'png', instagram: 'jpeg', facebook: 'png', tiktok: 'jpeg' }

  test.each([
    ['a PNG', () => transparent.clone().png().toBuffer(), taken],
    [
      'a PNG of 5 MB',
      () => imageFile('png', { width: 1_400, height: 1_200 }),
      { ...taken, facebook: 'jpeg' },
    ],
    [
      'a WebP',
      () => transparent.clone().webp().toBuffer(),
      { threads: 'jpeg', instagram: 'jpeg', facebook: 'jpeg', tiktok: 'webp' },
    ],
    [
      'a GIF',
      () => transparent.clone().gif().toBuffer(),
      { ...taken, threads: 'jpeg', facebook: 'gif' },
    ],
    [
      'a HEIC',
      async () => heicFixture(),
      { threads: 'jpeg', instagram: 'jpeg', facebook: 'jpeg', tiktok: 'jpeg' },
    ],
  ])(
    '%s is published everywhere, as a JPEG where the platform needs one',
    async (name, bytes, types) => {
      const media = await upload(await bytes(), 'bread')
      const content = {
        text: `Fresh bread as ${name}`,
        media: [{ id: media.id }],
        targets: Object.values(accounts).map((account) => ({
          account_id: account.id,
          ...(account.platform === 'tiktok' ? { options: tiktokOptions } : {}),
        })),
      }
      const { body } = await testApp.call('POST', '/v1/posts/validate', content)
      const converted = body.targets.filter(({ warnings }: { warnings: { code: string }[] }) =>
        warnings.some(({ code }) => code === 'media_converted'),
      )
      expect(converted.map(({ platform }: { platform: PlatformValue }) => platform)).toEqual(
        Object.keys(types).filter((platform) => types[platform as keyof typeof types] === 'jpeg'),
      )
      const post = await publish(content)
      expect(post.targets.map(({ status, error }) => [status, error])).toEqual(
        post.targets.map(() => ['published', null]),
      )
      expect(receivedImages(content.text)).toMatchObject(types)
    },
  )
})

/** The type of the image that each platform fetched for the post with this text. */
function receivedImages(text: string): Record<string, string> {
  const { posts, accounts: people, media } = testApp.sandbox.state
  const published = [...posts.values()].filter((post) => post.text === text)
  return Object.fromEntries(
    published.map(({ account_id, media_ids }) => [
      people.get(account_id)?.platform,
      media.get(media_ids[0]!)?.content_type.replace('image/', ''),
    ]),
  )
}
