import { describe, expect, test } from 'vitest'
import {
  sampleContent,
  sampleImage,
  sampleInput,
  sampleVideo,
  shortFindings,
} from '../../../test/platforms/publish-samples.ts'
import { scriptedSetup } from '../../../test/platforms/scripted.ts'
import type { PostContent } from '../publish.ts'
import { checkThreads } from './check.ts'
import { threadsPublish } from './publish.ts'

const post = (content: Partial<PostContent>) => shortFindings(checkThreads(sampleContent(content)))
const links = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://a.example/${index}`).join(' ')
const created = '{"id":"17890000000000001"}'
const quota = '{"data":[{"quota_usage":4,"config":{"quota_total":250,"quota_duration":86400}}]}'

function graphError(code: number, subcode: number | null, message = 'refused') {
  const error = { message, type: 'OAuthException', code, error_subcode: subcode }
  return { status: 400, text: JSON.stringify({ error }) }
}

test.each<[string, Partial<PostContent>, string[]]>([
  ['a short text', { text: 'Bread' }, []],
  ['no text and no media', { text: ' \n' }, ['error text text_required']],
  ['an image without a text', { media: [sampleImage()] }, []],
  ['449 characters', { text: 'a'.repeat(449) }, []],
  ['450 characters', { text: 'a'.repeat(450) }, ['warning text near_limit 500 450']],
  ['501 letters', { text: 'a'.repeat(501) }, ['error text text_bytes_too_long 500 501']],
  ['300 umlauts', { text: 'ä'.repeat(300) }, ['error text text_bytes_too_long 500 600']],
  [
    '498 characters with curly apostrophes',
    { text: `${'a'.repeat(472)}${'’'.repeat(26)}` },
    ['error text text_bytes_too_long 500 550'],
  ],
  ['126 emoji', { text: '🥖'.repeat(126) }, ['error text text_bytes_too_long 500 504']],
  ['five links', { text: links(5) }, []],
  ['six links', { text: links(6) }, ['error text too_many_links 5 6']],
  ['one link six times', { text: 'https://a.example '.repeat(6) }, []],
  [
    'five links and an attached one',
    { text: links(5), options: { link_attachment: 'https://b.example' } },
    ['error text too_many_links 5 6'],
  ],
  [
    'an attached link with an image',
    { media: [sampleImage()], options: { link_attachment: 'https://b.example' } },
    ['error options.link_attachment not_supported'],
  ],
  [
    'an unknown reply control',
    { text: 'Bread', options: { reply_control: 'unknown' } },
    ['error options.reply_control option_invalid'],
  ],
  [
    'a topic with a full stop',
    { text: 'Bread', options: { topic_tag: 'a.b' } },
    ['error options.topic_tag option_invalid'],
  ],
  [
    'an option of another platform',
    { text: 'B', options: { x: 1 } },
    ['error options option_invalid'],
  ],
  ['17 images', { media: Array(17).fill(sampleImage()) }, []],
  ['20 images', { media: Array(20).fill(sampleImage()) }, ['warning media near_limit 20 20']],
  ['21 images', { media: Array(21).fill(sampleImage()) }, ['error media media_count 20 21']],
  ['a PNG', { media: [sampleImage({ mimeType: 'image/png' })] }, []],
  [
    'a WebP',
    { media: [sampleImage({ mimeType: 'image/webp' })] },
    ['warning media.0 media_type image/jpeg, image/png image/webp'],
  ],
  [
    'a GIF',
    { media: [sampleImage(), sampleImage({ mimeType: 'image/gif' })] },
    ['error media.1 media_type image/jpeg, image/png image/gif'],
  ],
  [
    'an image of 9 MB',
    { media: [sampleImage({ size: 9_000_000 })] },
    ['error media.0 media_size 8000000 9000000'],
  ],
  [
    'an image of 11:1',
    { media: [sampleImage({ width: 1_100, height: 100 })] },
    ['error media.0 aspect_ratio 10:1 at most 11:1'],
  ],
  [
    'an alternative text of 1,001 characters',
    { media: [sampleImage({ altText: 'a'.repeat(1_001) })] },
    ['error media.0.alt_text alt_text_too_long 1000 1001'],
  ],
  [
    'a video of 301 seconds',
    { media: [sampleVideo({ durationMs: 301_000 })] },
    ['error media.0 media_duration 300 301'],
  ],
  [
    'a video of 280 seconds',
    { media: [sampleVideo({ durationMs: 280_000 })] },
    ['warning media.0 near_limit 300 280'],
  ],
  [
    'a WebM',
    { media: [sampleVideo({ mimeType: 'video/webm' })] },
    ['error media.0 media_type video/mp4, video/quicktime video/webm'],
  ],
  [
    'a wide video',
    { media: [sampleVideo({ width: 3_840, height: 2_160 })] },
    ['warning media.0 media_width 1920 3840'],
  ],
  [
    'a file with unknown properties',
    { media: [sampleVideo({ width: null, height: null, durationMs: null })] },
    [],
  ],
])('the check of %s', (_name, content, findings) => {
  expect(post(content)).toEqual(findings)
})

describe('refusals', () => {
  test.each<[string, number, number | null, string, string | null]>([
    ['a text that is too long', 100, null, 'rejected', 'content_invalid'],
    ['a spam block', 368, null, 'rejected', 'content_rejected'],
    ['a spam block with a rate limit code', 4, 4_279_013, 'rejected', 'content_rejected'],
    ['a duplicate', 506, null, 'rejected', 'duplicate'],
    ['a rate limit', 4, null, 'rate_limited', null],
    ['a missing permission', 10, null, 'permission_missing', null],
    ['a failure of the platform', 1, null, 'unavailable', null],
    ['a container that is not ready', 24, 4_279_009, 'not_ready', null],
  ])('%s', async (_name, code, subcode, kind, reason) => {
    const responses = {
      'GET /v1.0/me/threads_publishing_limit': quota,
      'POST /v1.0/me/threads': graphError(code, subcode),
      'POST /v1.0/me/threads_publish': graphError(code, subcode),
    }
    const ability = threadsPublish(scriptedSetup(responses).setup)
    const input = sampleInput({ text: 'Bread' })
    await expect(ability.prepare(input)).rejects.toMatchObject({ kind, reason })
    const ready = { ...input, progress: { container: '17890000000000001' } }
    await expect(ability.commit(ready)).rejects.toMatchObject({ kind, reason })
  })

  test('an unreachable file is tried once more, then refused', async () => {
    const { setup } = scriptedSetup({
      'GET /v1.0/me/threads_publishing_limit': quota,
      'POST /v1.0/me/threads': graphError(1, 2_207_052),
    })
    const input = sampleInput({ media: [sampleImage()] })
    const ability = threadsPublish(setup)
    const first = await ability.prepare(input)
    expect(first).toMatchObject({ state: 'wait', seconds: 10 })
    await expect(ability.prepare({ ...input, progress: first.progress })).rejects.toMatchObject({
      kind: 'rejected',
      reason: 'media_unreachable',
    })
  })

  test.each([
    ['FAILED_DOWNLOADING_VIDEO', 'media_unreachable'],
    ['FAILED_PROCESSING_VIDEO', 'media_invalid'],
    ['INVALID_ASPEC_RATIO', 'media_invalid'],
    ['INVALID_DURATION', 'media_invalid'],
    ['UNKNOWN', 'media_invalid'],
    ['a text with a token THQVsecretsecret', 'media_invalid'],
  ])('a container with the error %s is at last %s', async (message, reason) => {
    const { setup } = scriptedSetup({
      'GET /v1.0/17890000000000001': `{"id":"1","status":"ERROR","error_message":"${message}"}`,
    })
    const progress = { container: '17890000000000001', refetches: 1 }
    const prepared = threadsPublish(setup).prepare(
      sampleInput({ media: [sampleVideo()] }, progress),
    )
    const err = await prepared.catch((thrown: unknown) => thrown)
    expect(err).toMatchObject({ kind: 'rejected', reason })
    expect(JSON.stringify(err)).not.toContain('secret')
  })

  test.each(['FAILED_PROCESSING_VIDEO', 'FAILED_PROCESSING_AUDIO', 'UNKNOWN'])(
    'after the container error %s one more container is created',
    async (message) => {
      const { setup } = scriptedSetup({
        'GET /v1.0/1': `{"id":"1","status":"ERROR","error_message":"${message}"}`,
      })
      const input = sampleInput({ media: [sampleVideo()] }, { container: '1' })
      const progress = { container: null, refetches: 1 }
      expect(await threadsPublish(setup).prepare(input)).toMatchObject({ state: 'wait', progress })
    },
  )

  test('a carousel whose items are refused is created again, once', async () => {
    const { setup } = scriptedSetup({ 'POST /v1.0/me/threads': graphError(100, 4_279_004) })
    const prepare = (rebuilds: number) => {
      const progress = { children: ['1', '2'], childrenFinished: 2, rebuilds }
      const media = [sampleImage(), sampleImage()]
      return threadsPublish(setup).prepare(sampleInput({ media }, progress))
    }
    expect(await prepare(0)).toMatchObject({ progress: { children: [], rebuilds: 1 } })
    await expect(prepare(1)).rejects.toMatchObject({ kind: 'rejected' })
  })

  test.each([
    ['of the option', { text: 'Menu', options: { link_attachment: 'https://bakery.example/a' } }],
    ['of the text', { text: 'Menu: https://bakery.example/a' }],
  ])('a link %s without a card is named in the refusal', async (_name, content) => {
    const refusal = graphError(-1, 4_279_047, 'Fatal')
    const { setup } = scriptedSetup({
      'POST /v1.0/me/threads': refusal,
      'POST /v1.0/me/threads_publish': refusal,
    })
    const ability = threadsPublish(setup)
    const progress = { rebuilds: 1 }
    const named = {
      kind: 'rejected',
      reason: 'content_invalid',
      platformMessage: expect.stringContaining('https://bakery.example/a'),
    }
    await expect(ability.prepare(sampleInput(content, progress))).rejects.toMatchObject(named)
    const ready = sampleInput(content, { container: '1' })
    await expect(ability.commit(ready)).rejects.toMatchObject(named)
  })

  test('an unknown status counts as in progress', async () => {
    const responses = { 'GET /v1.0/1': '{"id":"1","status":"REVIEWING"}' }
    const input = sampleInput({ text: 'Bread' }, { container: '1' })
    const prepared = await threadsPublish(scriptedSetup(responses).setup).prepare(input)
    expect(prepared).toMatchObject({ state: 'wait', seconds: 2 })
  })

  test('a missing container after a commit is not replaced', async () => {
    const setup = () => scriptedSetup({ 'GET /v1.0/1': graphError(100, 33) }).setup
    const input = sampleInput({ text: 'Bread' }, { container: '1', commitsNotReady: 1 })
    await expect(threadsPublish(setup()).prepare(input)).rejects.toMatchObject({
      kind: 'unavailable',
    })
    const before = { ...input, progress: { container: '1' } }
    const prepared = await threadsPublish(setup()).prepare(before)
    expect(prepared.progress).toMatchObject({ container: null, rebuilds: 1 })
  })
})

test('the form of a container has the options and no token', async () => {
  const { setup, requests } = scriptedSetup({
    'GET /v1.0/me/threads_publishing_limit': quota,
    'POST /v1.0/me/threads': created,
  })
  const options = {
    reply_control: 'mentioned_only',
    link_attachment: 'https://bakery.example',
    topic_tag: 'Bread',
    quote_post_id: '18000000000000001',
  }
  const input = sampleInput({ text: 'Bread & salt', options })
  await threadsPublish(setup).prepare(input)
  expect(requests[1]?.form).toEqual({ media_type: 'TEXT', text: 'Bread & salt', ...options })
  for (const { url, headers } of requests) {
    expect(url.href).not.toContain('the-access-token')
    expect(headers?.authorization).toBe('Bearer the-access-token')
  }
})

test('an unreported quota does not prevent a post', async () => {
  const { setup } = scriptedSetup({
    'GET /v1.0/me/threads_publishing_limit': '{"data":[]}',
    'POST /v1.0/me/threads': created,
  })
  const prepared = await threadsPublish(setup).prepare(sampleInput({ text: 'Bread' }))
  expect(prepared).toMatchObject({ state: 'wait', seconds: 1 })
})

describe('deleting', () => {
  const { tokens, account } = sampleInput({})
  const input = { tokens, account, platformPostId: '17890000000000001' }
  const path = '/v1.0/17890000000000001'

  test('a post is deleted with one call', async () => {
    const deleted = '{"success":true,"deleted_id":"17890000000000001"}'
    const { setup, requests } = scriptedSetup({ [`DELETE ${path}`]: deleted })
    expect(await threadsPublish(setup).remove!(input)).toBe('removed')
    expect(requests).toHaveLength(1)
  })

  test('a refused post that can still be read is not taken for a deleted one', async () => {
    const { setup } = scriptedSetup({
      [`DELETE ${path}`]: graphError(100, 33),
      [`GET ${path}`]: '{"id":"17890000000000001","permalink":"https://www.threads.net/@a/post/B"}',
    })
    await expect(threadsPublish(setup).remove!(input)).rejects.toMatchObject({
      kind: 'rejected',
      platformCode: '100/33',
    })
  })

  test('a post that can be neither deleted nor read is not found', async () => {
    const missing = graphError(100, 33)
    const { setup } = scriptedSetup({ [`DELETE ${path}`]: missing, [`GET ${path}`]: missing })
    expect(await threadsPublish(setup).remove!(input)).toBe('not_found')
  })
})
