import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openTestApp, useTestApp } from '../../../test/test-app.ts'
import { serverPlatformValues } from '../../core/networks.ts'

const testApp = useTestApp()

const read = async () => {
  const { status, body } = await testApp.call('GET', '/v1/platforms')
  expect(status).toBe(200)
  return body
}
const of = async (platform: string) =>
  (await read()).data.find((each: { platform: string }) => each.platform === platform)

test('platforms are listed in the order of the connect page', async () => {
  const body = await read()
  expect(body).toMatchObject({ object: 'list', has_more: false, next_cursor: null })
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
    'Threads',
    'Instagram',
    'Facebook',
    'TikTok',
    'YouTube',
    'LinkedIn',
    'Mastodon',
    'Bluesky',
    'WordPress',
  ])
})

test('a cursor returns the platforms after the page', async () => {
  const first = (await testApp.call('GET', '/v1/platforms?limit=5')).body
  expect(first.has_more).toBe(true)
  const rest = await testApp.call('GET', `/v1/platforms?limit=5&cursor=${first.next_cursor}`)
  expect(rest.body).toMatchObject({
    data: [{ name: 'LinkedIn' }, { name: 'Mastodon' }, { name: 'Bluesky' }, { name: 'WordPress' }],
    has_more: false,
  })
})

test('abilities list what the platform’s implementation supports', async () => {
  expect((await of('threads')).abilities).toEqual({
    connect: true,
    publish: true,
    first_comment: true,
    thread: true,
    comments: true,
    reply: true,
    hide: true,
    insights: true,
    delete: true,
  })
  const tiktok = await of('tiktok')
  expect(tiktok.abilities).toMatchObject({
    publish: true,
    comments: false,
    first_comment: false,
    thread: false,
    delete: false,
  })
  expect(tiktok.reply).toBeNull()
})

test('text limits have the unit in which the platform counts', async () => {
  expect((await of('threads')).text).toMatchObject({ max: 500, unit: 'bytes' })
  const counting = { bytes_max: null, url_chars: null, short_mentions: false }
  expect((await of('tiktok')).text).toEqual({
    max: 2_200,
    max_by_kind: { text: null, photos: 4_000, video: null },
    unit: 'utf16_units',
    ...counting,
  })
  const reply = { max: 8_000, unit: 'characters', ...counting, mentions_author: false }
  expect((await of('facebook')).reply).toEqual(reply)
  expect((await of('mastodon')).reply).toMatchObject({ mentions_author: true })
})

test('options that later parts of a thread do not have are marked', async () => {
  const { options } = await of('threads')
  const marked = options.filter((each: { first_part_only: boolean }) => each.first_part_only)
  expect(marked.map(({ name }: { name: string }) => name)).toEqual([
    'topic_tag',
    'link_attachment',
    'quote_post_id',
  ])
})

test('an option has its type, bounds and labels in both languages', async () => {
  const { options } = await of('tiktok')
  const optionOf = (name: string) => options.find((each: { name: string }) => each.name === name)
  expect(optionOf('privacy_level')).toMatchObject({
    type: 'choice',
    required: true,
    label: { en: 'Who can view this post', de: 'Wer diesen Beitrag sehen kann' },
    choices: expect.arrayContaining([
      { value: 'SELF_ONLY', label: { en: 'Only you', de: 'Nur Sie' } },
    ]),
  })
  expect(optionOf('title')).toMatchObject({ type: 'text', max: 90, kinds: ['photos'] })
  const instagram = await of('instagram')
  const types = instagram.options.map(({ name, type, max }: Record<string, unknown>) => [
    name,
    type,
    max,
  ])
  expect(types).toEqual([
    ['placement', 'choice', null],
    ['share_to_feed', 'boolean', null],
    ['collaborators', 'texts', 3],
    ['user_tags', 'people', 20],
    ['location_id', 'text', 32],
    ['cover_url', 'url', 2_048],
    ['thumb_offset', 'integer', null],
    ['audio_name', 'text', 100],
    ['trial_reel', 'choice', null],
  ])
})

test('every label is written in both languages', async () => {
  const { data } = await read()
  const labels: unknown[] = []
  JSON.stringify(data, (_, value) => {
    if (value && typeof value === 'object' && 'en' in value) labels.push(value)
    return value
  })
  expect(labels.length).toBeGreaterThan(60)
  const filled = expect.stringMatching(/\S/)
  expect(labels).toEqual(labels.map(() => ({ en: filled, de: filled })))
})

test('media rules name the kind of post they apply to', async () => {
  const { media } = await of('instagram')
  expect(media).toMatchObject({ max: 10, mixed: true, required: true })
  expect(media.files).toContainEqual(
    expect.objectContaining({ type: 'video', post: 'reel', seconds_min: 3, seconds_max: 900 }),
  )
  expect((await of('facebook')).media).toMatchObject({ videos_max: 1, mixed: false })
})

test('a platform that needs an app and has none is listed as not configured', async () => {
  expect((await read()).data.every(({ configured }: { configured: boolean }) => configured)).toBe(
    true,
  )
  const withoutApps = await openTestApp({ env: { SANDBOX_URL: '' } })
  const { body } = await withoutApps.call('GET', '/v1/platforms')
  await withoutApps.close()
  const configured = body.data.filter((each: { configured: boolean }) => each.configured)
  expect(configured.map(({ platform }: { platform: string }) => platform)).toEqual([
    ...serverPlatformValues,
  ])
})

test('a client that accepts gzip gets the platforms compressed', async () => {
  const get = async (headers: Record<string, string>) => {
    const authorization = `Bearer ${testApp.ownerKey}`
    return await testApp.app.request('/v1/platforms', { headers: { ...headers, authorization } })
  }
  const [plain, zipped] = [await get({}), await get({ 'accept-encoding': 'gzip, br' })]
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  const text = await plain.text()
  const bytes = Buffer.from(await zipped.arrayBuffer())
  expect(bytes.length).toBeLessThan(text.length / 4)
  expect(gunzipSync(bytes).toString('utf8')).toBe(text)
})
