import { describe, expect, test } from 'vitest'
import {
  sampleContent,
  sampleImage,
  sampleInput,
  sampleVideo,
  shortFindings,
} from '../../../test/platforms/publish-samples.ts'
import { scriptedSetup } from '../../../test/platforms/scripted.ts'
import type { PostContent } from '../contract/publish.ts'
import { checkInstagram } from './check.ts'
import { instagramPublish } from './publish.ts'

const post = (content: Partial<PostContent>) =>
  shortFindings(checkInstagram(sampleContent(content)))
const image = (more: Parameters<typeof sampleImage>[0] = {}) => ({ media: [sampleImage(more)] })
const video = (more: Parameters<typeof sampleVideo>[0] = {}) => ({ media: [sampleVideo(more)] })
const story = { options: { placement: 'story' } }
const created = '{"id":"17890000000000001"}'
const quota = '{"data":[{"quota_usage":2,"config":{"quota_total":100,"quota_duration":86400}}]}'

function graphError(code: number, subcode: number | null) {
  const error = { message: 'refused', type: 'OAuthException', code, error_subcode: subcode }
  return { status: 400, text: JSON.stringify({ error }) }
}

test.each<[string, Partial<PostContent>, string[]]>([
  ['a JPEG', image(), []],
  ['no media', { text: 'Bread' }, ['error media media_required 1 0']],
  [
    'a PNG',
    image({ mimeType: 'image/png' }),
    ['warning media.0 media_converted image/jpeg image/png'],
  ],
  [
    'an image of 9 MB',
    image({ size: 9_000_000 }),
    ['warning media.0 media_converted 8388608 9000000'],
  ],
  ['4:5', image({ width: 1_080, height: 1_350 }), []],
  ['1.91:1', image({ width: 1_080, height: 565 }), []],
  [
    'a tall image',
    image({ width: 1_080, height: 1_920 }),
    ['error media.0 aspect_ratio 4:5 to 1.91:1 0.563:1'],
  ],
  ['a tall image as a story', { ...image({ width: 1_080, height: 1_920 }), ...story }, []],
  [
    '2,201 characters',
    { ...image(), text: 'a'.repeat(2_201) },
    ['error text text_too_long 2200 2201'],
  ],
  [
    '2,000 characters',
    { ...image(), text: 'a'.repeat(2_000) },
    ['warning text near_limit 2200 2000'],
  ],
  ['1,900 emoji', { ...image(), text: '🥖'.repeat(1_900) }, []],
  ['31 hashtags', { ...image(), text: '#b '.repeat(31) }, ['error text too_many_hashtags 30 31']],
  ['21 mentions', { ...image(), text: '@b '.repeat(21) }, ['error text too_many_mentions 20 21']],
  ['21 mail addresses', { ...image(), text: 'a@b.example '.repeat(21) }, []],
  ['ten images', { media: Array(10).fill(sampleImage()) }, ['warning media near_limit 10 10']],
  ['eleven images', { media: Array(11).fill(sampleImage()) }, ['error media media_count 10 11']],
  ['a reel of 15 minutes', video({ durationMs: 900_000 }), ['warning media.0 near_limit 900 900']],
  [
    'a reel of 16 minutes',
    video({ durationMs: 960_000 }),
    ['error media.0 media_duration 900 960'],
  ],
  ['a reel of 2 seconds', video({ durationMs: 2_000 }), ['error media.0 media_duration 3 2']],
  [
    'a reel of 301 MB',
    video({ size: 301_000_000 }),
    ['error media.0 media_size 300000000 301000000'],
  ],
  [
    'a story of 61 seconds and 101 MB',
    { ...video({ durationMs: 61_000, size: 101_000_000 }), ...story },
    ['error media.0 media_size 100000000 101000000', 'error media.0 media_duration 60 61'],
  ],
  [
    'a story of two images',
    { media: [sampleImage(), sampleImage()], ...story },
    ['error media media_count 1 2'],
  ],
  [
    'a link',
    { ...image(), text: 'See https://bakery.example/a.' },
    ['warning text link_not_clickable'],
  ],
  [
    'a story with a link',
    { ...image(), ...story, text: 'https://a.example' },
    ['warning text text_ignored'],
  ],
  ['a story with a text', { ...image(), ...story, text: 'Bread' }, ['warning text text_ignored']],
  [
    'a video of 61 seconds in a carousel',
    { media: [sampleImage(), sampleVideo({ durationMs: 61_000 })] },
    ['error media.1 media_duration 60 61'],
  ],
  [
    'options of a reel on an image',
    { ...image(), options: { share_to_feed: true, thumb_offset: 1 } },
    [
      'error options.share_to_feed not_supported reel image',
      'error options.thumb_offset not_supported reel image',
    ],
  ],
  [
    'collaborators of a story',
    { ...image(), options: { placement: 'story', collaborators: ['ben.rides'] } },
    ['error options.collaborators not_supported image, reel, carousel story'],
  ],
  [
    'four collaborators',
    { ...image(), options: { collaborators: ['a', 'b', 'c', 'd'] } },
    ['error options.collaborators option_invalid'],
  ],
  [
    'a tagged person without a position in an image',
    { ...image(), options: { user_tags: [{ username: 'ben.rides' }] } },
    ['error options.user_tags.0 option_invalid'],
  ],
  [
    'a tagged person in a reel',
    { ...video(), options: { user_tags: [{ username: 'ben.rides' }] } },
    [],
  ],
])('the check of %s', (_name, content, findings) => {
  expect(post(content)).toEqual(findings)
})

test('the finding for a WebM advises what to do', () => {
  const [finding] = checkInstagram(sampleContent(video({ mimeType: 'video/webm' })))
  expect(finding?.message).toBe(
    'The platform does not accept video/webm here. Convert the file to video/mp4, video/quicktime.',
  )
})

describe('refusals', () => {
  test.each<[number, number | null, string, string | null]>([
    [36_000, 2_207_004, 'rejected', 'media_invalid'],
    [36_001, 2_207_005, 'rejected', 'media_invalid'],
    [36_003, 2_207_009, 'rejected', 'media_invalid'],
    [352, 2_207_026, 'rejected', 'media_invalid'],
    [36_004, 2_207_010, 'rejected', 'content_invalid'],
    [4, 2_207_051, 'rejected', 'content_rejected'],
    [25, 2_207_050, 'rejected', 'content_rejected'],
    [9, 2_207_042, 'rate_limited', 'daily_quota'],
    [80_002, null, 'rate_limited', null],
    [9_007, 2_207_027, 'not_ready', null],
    [24, 2_207_006, 'not_ready', null],
    [24, 2_207_008, 'not_ready', null],
    [-1, 2_207_001, 'unavailable', null],
    [10, null, 'permission_missing', null],
  ])('%s/%s is %s, %s', async (code, subcode, kind, reason) => {
    const { setup } = scriptedSetup({
      'GET /v25.0/me/content_publishing_limit': quota,
      'POST /v25.0/me/media': graphError(code, subcode),
      'POST /v25.0/me/media_publish': graphError(code, subcode),
    })
    const ability = instagramPublish(setup)
    const input = sampleInput(image())
    await expect(ability.prepare(input)).rejects.toMatchObject({ kind, reason })
    const ready = { ...input, progress: { container: '17890000000000001' } }
    await expect(ability.commit(ready)).rejects.toMatchObject({ kind, reason })
  })

  test('an unreachable file is tried once more, then refused', async () => {
    const { setup } = scriptedSetup({
      'GET /v25.0/me/content_publishing_limit': quota,
      'POST /v25.0/me/media': graphError(9_004, 2_207_052),
    })
    const ability = instagramPublish(setup)
    const input = sampleInput(image())
    const first = await ability.prepare(input)
    expect(first).toMatchObject({ state: 'wait', seconds: 10 })
    const second = ability.prepare({ ...input, progress: first.progress })
    await expect(second).rejects.toMatchObject({ reason: 'media_unreachable' })
  })

  test.each([
    ['2207026', 'media_invalid'],
    ['2207052', 'media_unreachable'],
    ['2207077', 'media_unreachable'],
    ['2207081', 'content_invalid'],
    ['2209999', 'media_invalid'],
    ['', 'media_invalid'],
    ['2207076', 'media_invalid'],
  ])('a container with the error "%s" is at last %s', async (subcode, reason) => {
    const prepared = containerError(subcode, { refetches: 1 })
    await expect(prepared).rejects.toMatchObject({ kind: 'rejected', reason })
  })

  test('after the container error 2207076 one more container is created', async () => {
    const progress = { container: null, refetches: 1 }
    expect(await containerError('2207076')).toMatchObject({ state: 'wait', progress })
  })

  test.each(['2207001', '2207003', '2207020', '2207032', '2207053', '2207082'])(
    'after the container error %s another container is created',
    async (subcode) => {
      const prepared = await containerError(subcode)
      expect(prepared).toMatchObject({ state: 'wait', progress: { container: null, rebuilds: 1 } })
      await expect(containerError(subcode, { rebuilds: 3 })).rejects.toMatchObject({
        kind: 'unavailable',
      })
    },
  )
})

test('carousel items that never become ready are created again', async () => {
  const { setup } = scriptedSetup({ 'POST /v25.0/me/media': graphError(24, 2_207_006) })
  const prepare = (commitsNotReady: number) => {
    const progress = { children: ['1', '2'], childrenFinished: 2, commitsNotReady }
    const media = [sampleImage(), sampleImage()]
    return instagramPublish(setup).prepare(sampleInput({ media }, progress))
  }
  await expect(prepare(4)).rejects.toMatchObject({ kind: 'not_ready' })
  expect(await prepare(5)).toMatchObject({ progress: { children: [], rebuilds: 1 } })
})

test('a story is found in the story list after a lost response', async () => {
  const published = '{"id":"1","status_code":"PUBLISHED","status":"Published"}'
  const committedAt = new Date('2026-11-21T09:00:00.000Z')
  const input = { ...sampleInput({ ...image(), ...story }, { container: '1' }), committedAt }
  const found = (stories: Parameters<typeof scriptedSetup>[0][string]) => {
    const responses = { 'GET /v25.0/1': published, 'GET /v25.0/me/stories': stories }
    return instagramPublish(scriptedSetup(responses).setup).find(input)
  }
  const row = (id: string, timestamp: string) => ({
    id,
    media_type: 'IMAGE',
    media_product_type: 'STORY',
    timestamp,
  })
  const rows = [row('21', '2026-11-21T09:00:03+0000'), row('20', '2026-11-21T08:30:00+0000')]
  expect(await found(JSON.stringify({ data: rows }))).toMatchObject({ platformPostId: '21' })
  expect(await found(graphError(100, 33))).toEqual({ state: 'absent', certain: false })
})

test.each<[string, Partial<PostContent>, Record<string, string>]>([
  [
    'an image',
    { text: 'Rye', ...image({ altText: 'A loaf' }) },
    { image_url: 'https://media.example/image', caption: 'Rye', alt_text: 'A loaf' },
  ],
  [
    'a reel',
    { ...video({ altText: 'unused' }), options: { share_to_feed: true, trial_reel: 'manual' } },
    {
      media_type: 'REELS',
      video_url: 'https://media.example/video',
      share_to_feed: 'true',
      trial_params: '{"graduation_strategy":"MANUAL"}',
    },
  ],
  [
    'a story',
    { ...video(), ...story, text: 'left out' },
    { media_type: 'STORIES', video_url: 'https://media.example/video' },
  ],
])('the form of %s', async (_name, content, form) => {
  const { setup, requests } = scriptedSetup({
    'GET /v25.0/me/content_publishing_limit': quota,
    'POST /v25.0/me/media': created,
  })
  await instagramPublish(setup).prepare(sampleInput(content))
  expect(requests[1]?.form).toEqual(form)
  expect(requests.map(({ url }) => url.href).join()).not.toContain('the-access-token')
})

test('the first comment is sent without fields', async () => {
  const { setup, requests } = scriptedSetup({ 'POST /v25.0/18/comments': '{"id":"19"}' })
  const input = { ...sampleInput(image()), platformPostId: '18', text: 'The recipe' }
  await instagramPublish(setup).comment!(input)
  expect(requests[0]?.form).toEqual({ message: 'The recipe' })
  expect(requests[0]?.url.search).toBe('')
})

function containerError(subcode: string, progress = {}) {
  const status = `Error: Media upload has failed with error code ${subcode}`
  const { setup } = scriptedSetup({
    'GET /v25.0/1': JSON.stringify({ id: '1', status_code: 'ERROR', status }),
  })
  return instagramPublish(setup).prepare(sampleInput(video(), { container: '1', ...progress }))
}
