import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile, buildWebhook } from '../../../test/build.ts'
import { imageFile, upload, videoFixture } from '../../../test/media-files.ts'
import { advanceUntilIdle, connectAccount } from '../../../test/publishing.ts'
import { type ApiResponse, useTestApp } from '../../../test/test-app.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Account } from '../../schemas/account.ts'
import type { Post } from '../../schemas/post.ts'

const testApp = useTestApp({ poolMax: 4 })
let profileId: string
const accounts = {} as Record<PlatformValue, Account>
const media = {} as Record<'jpeg' | 'webm' | 'video', string>
let count = 0

beforeAll(async () => {
  await buildWebhook(testApp)
  profileId = (await buildProfile(testApp)).id
  for (const [platform, account] of [
    ['threads', 'anna.bakes'],
    ['instagram', 'bergmann.bakery'],
    ['facebook', undefined],
    ['tiktok', 'anna.bakes'],
  ] as const) {
    const who = account ? { account } : {}
    accounts[platform] = await connectAccount(testApp, platform, who, profileId)
  }
  const reel = readFileSync(join(import.meta.dirname, '../../../test/fixtures/media/reel.mp4'))
  for (const [name, bytes] of [
    ['jpeg', await imageFile('jpeg', { width: 600, height: 600 })],
    ['webm', videoFixture('clip.webm')],
    ['video', reel],
  ] as const) {
    media[name] = (await upload(testApp, bytes, { profile: profileId })).body.id
  }
})
beforeEach(async () => {
  await testApp.sandbox.control('DELETE', '/faults')
})

const tiktokOptions = { privacy_level: 'PUBLIC_TO_EVERYONE' }
const targetOf = (platform: PlatformValue) => ({
  account_id: accounts[platform].id,
  ...(platform === 'tiktok' ? { options: tiktokOptions } : {}),
})

async function send(platform: PlatformValue, input: Record<string, unknown>): Promise<ApiResponse> {
  count += 1
  return await testApp.call('POST', '/v1/posts', {
    text: `Rule ${count}`,
    mode: 'now',
    targets: [targetOf(platform)],
    ...input,
  })
}

async function createPost(input: Record<string, unknown> = {}): Promise<Post> {
  const { status, body } = await send('threads', input)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const read = async (id: string): Promise<Post> =>
  (await testApp.call('GET', `/v1/posts/${id}`)).body
const inMs = (ms: number) => new Date(testApp.clock.now().getTime() + ms).toISOString()
const dayMs = 86_400_000

describe('text length', () => {
  test.each([
    ['threads, bytes of umlauts', 'threads', 'ä'.repeat(251), null, 500, 502],
    ['threads, bytes of emoji', 'threads', '🥐'.repeat(126), null, 500, 504],
    ['instagram, a caption', 'instagram', 'x'.repeat(2_201), 'jpeg', 2_200, 2_201],
    ['facebook', 'facebook', 'x'.repeat(63_207), null, 63_206, 63_207],
    ['tiktok, UTF-16 units of a caption', 'tiktok', '🥐'.repeat(1_101), 'video', 2_200, 2_202],
  ] as const)(
    '%s: text over the limit → content_invalid with limit and length',
    async (_, platform, text, file, limit, actual) => {
      const response = await send(platform, { text, media: file ? [{ id: media[file] }] : [] })
      expect([response.status, response.body.error.code]).toEqual([422, 'content_invalid'])
      const details = response.body.error.details.filter(({ code }: { code: string }) =>
        code.endsWith('too_long'),
      )
      expect(details).toMatchObject([{ path: 'targets.0.text', limit, actual }])
    },
  )

  test('a text just below the limit → a near_limit warning, no error', async () => {
    const { body } = await testApp.call('POST', '/v1/posts/validate', {
      text: 'x'.repeat(499),
      targets: [targetOf('threads')],
    })
    expect(body).toMatchObject({ valid: true, targets: [{ errors: [] }] })
    expect(body.targets[0].warnings).toMatchObject([{ code: 'near_limit', limit: 500 }])
  })
})

describe('first comments', () => {
  test.each([
    ['letters', 'x'.repeat(501), 500, 501],
    ['curly apostrophes', `${'x'.repeat(472)}${'’'.repeat(26)}`, 500, 550],
  ])(
    'threads, over the limit in bytes of %s → text_bytes_too_long',
    async (_, text, limit, actual) => {
      const targets = [{ ...targetOf('threads'), first_comment: text }]
      const response = await send('threads', { targets })
      expect([response.status, response.body.error.code]).toEqual([422, 'content_invalid'])
      const path = 'targets.0.first_comment'
      expect(response.body.error.details).toMatchObject([
        { path, code: 'text_bytes_too_long', limit, actual },
      ])
    },
  )

  test('a permission missing for the first comment → content_invalid before publishing', async () => {
    const scope = 'instagram_business_manage_comments'
    const granted = accounts.instagram.permissions.granted.filter(
      (permission) => permission !== scope,
    )
    const who = { person: 'chiara', account: 'studio.rossi', permissions: granted }
    const { id } = await connectAccount(testApp, 'instagram', who, profileId)
    const post = (first_comment?: string) =>
      send('instagram', {
        media: [{ id: media.jpeg }],
        targets: [{ account_id: id, ...(first_comment ? { first_comment } : {}) }],
      })
    const { status, body } = await post('More in the shop')
    expect([status, body.error.code]).toEqual([422, 'content_invalid'])
    expect(body.error.details).toMatchObject([
      {
        path: 'targets.0.first_comment',
        code: 'permission_missing',
        message: expect.stringContaining(scope),
      },
    ])
    expect((await post()).status).toBe(201)
  })
})

describe('threads', () => {
  test.each([
    ['join', (text: string) => `${text}\n\nTwo\n\nThree`, []],
    ['first_comment', (text: string) => text, ['Two\n\nThree']],
  ] as const)(
    'on facebook, with the fallback %s → one part, and the text and comment that the fallback makes',
    async (thread_fallback, textOf, comments) => {
      const thread = [{ text: 'Two' }, { text: 'Three' }]
      const { body: post } = await send('facebook', { thread, thread_fallback })
      await advanceUntilIdle(testApp)
      const [target] = (await read(post.id)).targets
      expect(target!.parts).toHaveLength(1)
      const texts = async (path: string) =>
        (await testApp.sandbox.control('GET', path)).data.map(({ text }: Post) => text)
      const posts = (await texts('/posts')).filter((each: string) => each.startsWith(post.text))
      expect(posts).toEqual([textOf(post.text)])
      expect(await texts(`/posts/${target!.platform_post_id}/comments`)).toEqual(comments)
    },
  )
})

describe('invalid options', () => {
  test('an option over its limit → validation_failed with path and limit', async () => {
    const link = `https://example.com/${'x'.repeat(2_048)}`
    const targets = [{ account_id: accounts.facebook.id, options: { link } }]
    const { status, body } = await send('facebook', { targets })
    expect([status, body.error.code]).toEqual([400, 'validation_failed'])
    const path = 'targets.0.options.link'
    expect(body.error.details).toMatchObject([{ path, code: 'too_big', limit: 2_048 }])
  })

  test('an option for another kind of post → not_supported with both kinds', async () => {
    const body = {
      text: '',
      media: [{ id: media.jpeg }],
      targets: [
        { account_id: accounts.instagram.id, options: { audio_name: 'Bells' } },
        { account_id: accounts.tiktok.id, options: { ...tiktokOptions, disable_duet: true } },
      ],
    }
    const { targets } = (await testApp.call('POST', '/v1/posts/validate', body)).body
    const errors = targets.flatMap((target: { errors: unknown[] }) => target.errors)
    expect(errors).toMatchObject([
      { code: 'not_supported', limit: 'reel', actual: 'image' },
      { code: 'not_supported', limit: 'video', actual: 'photos' },
    ])
  })
})

describe('media', () => {
  test.each([
    ['a WebM on Instagram', 'instagram', 'webm'],
    ['a WebM on Threads', 'threads', 'webm'],
    ['no media on Instagram', 'instagram', null],
    ['no media on TikTok', 'tiktok', null],
  ] as const)('%s → content_invalid for the media', async (_, platform, file) => {
    const response = await send(platform, { media: file ? [{ id: media[file] }] : [] })
    expect([response.status, response.body.error.code]).toEqual([422, 'content_invalid'])
    expect(response.body.error.param).toMatch(/^targets\.0\.(media|options)/)
  })

  test('deleting media of a scheduled post returns media_in_use until the post is canceled', async () => {
    const file = await upload(testApp, await imageFile(), { profile: profileId })
    const post = await createPost({
      mode: 'schedule',
      scheduled_at: inMs(dayMs),
      media: [{ id: file.body.id }],
    })
    const refused = await testApp.call('DELETE', `/v1/media/${file.body.id}`)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'media_in_use'])
    await testApp.call('DELETE', `/v1/posts/${post.id}`)
    expect((await testApp.call('DELETE', `/v1/media/${file.body.id}`)).status).toBe(200)
    const again = await send('threads', { media: [{ id: file.body.id }] })
    expect([again.status, again.body.error.code]).toEqual([404, 'media_not_found'])
  })

  test('retrying a post whose media was deleted fails with media_invalid', async () => {
    const file = await upload(testApp, await imageFile(), { profile: profileId })
    await testApp.sandbox.control('POST', '/faults', {
      platform: 'threads',
      match: '*',
      kind: 'http_500',
      times: 1_000,
    })
    const post = await createPost({ media: [{ id: file.body.id }] })
    await advanceUntilIdle(testApp)
    expect((await read(post.id)).status).toBe('failed')
    await testApp.sandbox.control('DELETE', '/faults')
    expect((await testApp.call('DELETE', `/v1/media/${file.body.id}`)).status).toBe(200)
    await testApp.call('POST', `/v1/posts/${post.id}/retry`)
    await advanceUntilIdle(testApp)
    expect((await read(post.id)).targets[0]?.error?.code).toBe('media_invalid')
  })
})

describe('scheduled_at', () => {
  test.each([
    ['now', 0, 400],
    ['a millisecond ago', -1, 400],
    ['in a millisecond', 1, 201],
    ['in 366 days', 366 * dayMs, 201],
    ['in 366 days and a millisecond', 366 * dayMs + 1, 400],
  ])('%s (%d ms) → %d', async (_, ms, status) => {
    const response = await send('threads', { mode: 'schedule', scheduled_at: inMs(ms) })
    expect([response.status, response.body.error?.param ?? null]).toEqual([
      status,
      status === 400 ? 'scheduled_at' : null,
    ])
    if (status === 201) await testApp.call('DELETE', `/v1/posts/${response.body.id}`)
  })

  test('a time with an offset is returned in UTC', async () => {
    const post = await createPost({ mode: 'schedule', scheduled_at: '2026-12-01T09:00:00+01:00' })
    expect(post.scheduled_at).toBe('2026-12-01T08:00:00.000Z')
    await testApp.call('DELETE', `/v1/posts/${post.id}`)
  })

  test('a target may have another time than its post, within the same bounds', async () => {
    const at = inMs(2 * dayMs)
    const post = await createPost({
      mode: 'schedule',
      scheduled_at: inMs(dayMs),
      targets: [{ ...targetOf('threads'), scheduled_at: at }],
    })
    expect(post.targets[0]?.scheduled_at).toBe(at)
    await testApp.call('DELETE', `/v1/posts/${post.id}`)
    const past = await send('threads', {
      mode: 'schedule',
      scheduled_at: inMs(dayMs),
      targets: [{ ...targetOf('threads'), scheduled_at: inMs(-1) }],
    })
    expect(past.body.error.param).toBe('targets.0.scheduled_at')
  })
})

test('a post with 51 targets → 400', async () => {
  const targets = Array.from({ length: 51 }, () => targetOf('threads'))
  const response = await send('threads', { targets })
  expect([response.status, response.body.error.param]).toEqual([400, 'targets'])
})
