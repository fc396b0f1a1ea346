import { describe, expect, test } from 'vitest'
import { sampleImage, sampleInput, sampleVideo } from '../../../test/platforms/publish-samples.ts'
import { scriptedSetup } from '../../../test/platforms/scripted.ts'
import { threadsPublish } from './publish.ts'

const created = '{"id":"17890000000000001"}'
const quota = '{"data":[{"quota_usage":4,"config":{"quota_total":250,"quota_duration":86400}}]}'

function graphError(code: number, subcode: number | null, message = 'refused') {
  const error = { message, type: 'OAuthException', code, error_subcode: subcode }
  return { status: 400, text: JSON.stringify({ error }) }
}

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

describe('a part of a thread', () => {
  const answers = { root: { platformPostId: '180' }, parent: { platformPostId: '181' } }
  const part = (content: Parameters<typeof sampleInput>[0], progress = {}) => ({
    ...sampleInput(content, progress),
    answers,
  })
  const limit = 'GET /v1.0/me/threads_publishing_limit?fields=reply_quota_usage%2Creply_config'
  const replyQuota = (used: number) =>
    `{"data":[{"reply_quota_usage":${used},"reply_config":{"quota_total":1000}}]}`
  const readable = '{"id":"181","permalink":"https://www.threads.net/@a/post/B"}'

  test('its container answers the part before it, without the options of the first part', async () => {
    const { setup, requests } = scriptedSetup({
      [limit]: replyQuota(999),
      'POST /v1.0/me/threads': created,
    })
    const options = {
      reply_control: 'mentioned_only',
      link_attachment: 'https://bakery.example',
      topic_tag: 'Bread',
      quote_post_id: '18000000000000001',
    }
    await threadsPublish(setup).prepare(part({ text: 'Salt', options }))
    expect(requests[1]?.form).toEqual({
      media_type: 'TEXT',
      text: 'Salt',
      reply_to_id: '181',
      reply_control: 'mentioned_only',
    })
  })

  test('a used quota of replies throws daily_quota before any other call', async () => {
    const { setup, requests } = scriptedSetup({ [limit]: replyQuota(1_000) })
    await expect(threadsPublish(setup).prepare(part({ text: 'Salt' }))).rejects.toMatchObject({
      reason: 'daily_quota',
      platformMessage: '1000 of 1000 replies of the last 24 hours are used.',
    })
    expect(requests).toHaveLength(1)
  })

  test('without the permission to read the quota of replies it is published all the same', async () => {
    const { setup } = scriptedSetup({
      [limit]: graphError(10, null),
      'POST /v1.0/me/threads': created,
    })
    expect(await threadsPublish(setup).prepare(part({ text: 'Salt' }))).toMatchObject({
      progress: { container: '17890000000000001' },
    })
  })

  test.each([
    ['24/4279009, and the part before exists', graphError(24, 4_279_009), readable, 'not_ready'],
    ['24/4279009, and the part before is gone', graphError(24, 4_279_009), null, 'part_deleted'],
    ['100, and the part before exists', graphError(100, null), readable, 'content_invalid'],
    ['100, and the part before is gone', graphError(100, null), null, 'part_deleted'],
  ])('a refusal with %s → %s', async (_name, refusal, read, expected) => {
    const { setup } = scriptedSetup({
      [limit]: replyQuota(0),
      'POST /v1.0/me/threads': refusal,
      'POST /v1.0/me/threads_publish': refusal,
      'GET /v1.0/181': read ?? graphError(100, 33),
    })
    const ability = threadsPublish(setup)
    const wanted =
      expected === 'not_ready' ? { kind: expected } : { kind: 'rejected', reason: expected }
    await expect(ability.prepare(part({ text: 'Salt' }))).rejects.toMatchObject(wanted)
    const ready = part({ text: 'Salt' }, { container: '1' })
    await expect(ability.commit(ready)).rejects.toMatchObject(wanted)
  })

  test('the refusal stays if the part before cannot be read', async () => {
    const { setup } = scriptedSetup({
      'POST /v1.0/me/threads_publish': graphError(100, null),
      'GET /v1.0/181': new Error('no response'),
    })
    const commit = threadsPublish(setup).commit(part({ text: 'Salt' }, { container: '1' }))
    await expect(commit).rejects.toMatchObject({ kind: 'rejected', reason: 'content_invalid' })
  })

  test('tries at a part that cannot be answered yet do not count for its container', async () => {
    const { setup } = scriptedSetup({ [limit]: replyQuota(0), 'POST /v1.0/me/threads': created })
    const prepared = await threadsPublish(setup).prepare(
      part({ text: 'Salt' }, { commitsNotReady: 4 }),
    )
    expect(prepared.progress).toMatchObject({ commitsNotReady: 0 })
  })

  const committedAt = new Date('2026-11-21T09:00:00.000Z')
  const listed = (id: string, parent: string) => ({
    id,
    text: 'Salt',
    media_type: 'TEXT_POST',
    timestamp: '2026-11-21T09:00:05+0000',
    replied_to: { id: parent },
  })
  const replies = (...data: object[]) => JSON.stringify({ data })

  test.each<[string, string | ReturnType<typeof graphError>, object]>([
    [
      'is found by its parent',
      replies(listed('183', '181'), listed('182', '180')),
      { state: 'published', platformPostId: '183' },
    ],
    [
      'that matches twice is uncertain',
      replies(listed('183', '181'), listed('182', '181')),
      { state: 'absent', certain: false },
    ],
    [
      'that only answers another part is uncertain',
      replies(listed('182', '180')),
      { state: 'absent', certain: false },
    ],
    [
      'is uncertain without the permission to read replies',
      graphError(10, null),
      { state: 'absent', certain: false },
    ],
  ])('after a lost response a published part %s', async (_name, response, expected) => {
    const { setup } = scriptedSetup({
      'GET /v1.0/1': '{"id":"1","status":"PUBLISHED"}',
      'GET /v1.0/me/replies': response,
    })
    const input = { ...part({ text: 'Salt' }, { container: '1' }), committedAt }
    expect(await threadsPublish(setup).find(input)).toMatchObject(expected)
  })
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
