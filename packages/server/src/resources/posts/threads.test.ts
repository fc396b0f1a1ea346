import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../test/build.ts'
import { buildMedia, videoFixture } from '../../../test/media-files.ts'
import { buildPost, newText, readPost } from '../../../test/publishing.ts'
import { type ApiResponse, useTestApp } from '../../../test/test-app.ts'
import type { Post } from '../../schemas/post.ts'

const testApp = useTestApp()
const platforms = ['threads', 'facebook', 'instagram', 'tiktok', 'mastodon'] as const
type PlatformName = (typeof platforms)[number]
const accounts = {} as Record<PlatformName, string>
let profile: string
let image: string
let webm: string

beforeAll(async () => {
  profile = (await buildProfile(testApp)).id
  image = (await buildMedia(testApp, { profile })).id
  webm = (await buildMedia(testApp, { profile, bytes: videoFixture('clip.webm') })).id
  for (const platform of platforms) {
    const granted = testApp.ctx.platforms.get(platform)!.permissions.map(({ scope }) => scope)
    const input = { profile_id: profile, platform, granted: { granted } }
    accounts[platform] = (await buildAccount(testApp, input)).id
  }
})

const at = () => new Date(testApp.clock.now().getTime() + 3_600_000).toISOString()
const parts = (...texts: string[]) => texts.map((text) => ({ text }))
const shown = (...texts: string[]) => texts.map((text) => ({ text, media: [] }))
const target = (platform: PlatformName, fields: object = {}) => ({
  account_id: accounts[platform],
  ...fields,
})

const schedule = (input: Record<string, unknown>) =>
  buildPost(testApp, { mode: 'schedule', scheduled_at: at(), ...input })
const create = (input: Record<string, unknown>): Promise<ApiResponse> =>
  testApp.call('POST', '/v1/posts', { mode: 'schedule', scheduled_at: at(), ...input })
const update = (id: string, input: object) => testApp.call('PATCH', `/v1/posts/${id}`, input)

/** The errors of the only target, as `[path, code]`. */
async function findings(
  platform: PlatformName,
  input: Record<string, unknown>,
  fields: object = {},
): Promise<[string, string][]> {
  const targets = [target(platform, fields)]
  const { status, body } = await testApp.call('POST', '/v1/posts/validate', { ...input, targets })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.targets[0].errors.map(({ path, code }: { path: string; code: string }) => [
    path,
    code,
  ])
}

describe('input', () => {
  test('24 parts after the first are stored, a 25th → validation_failed', async () => {
    const thread = Array.from({ length: 24 }, (_, index) => ({ text: `Part ${index + 2}` }))
    const post = await schedule({ text: newText(testApp), thread, targets: [target('threads')] })
    expect((await readPost(testApp, post.id)).thread).toEqual(
      shown(...thread.map(({ text }) => text)),
    )
    for (const longer of [
      { thread: [...thread, { text: 'Part 26' }] },
      { targets: [target('threads', { thread: [...thread, { text: 'Part 26' }] })] },
    ]) {
      const { status, body } = await create({ text: newText(testApp), ...longer })
      expect([status, body.error.code]).toEqual([400, 'validation_failed'])
      const path = 'thread' in longer ? 'thread' : 'targets.0.thread'
      expect(body.error.details).toMatchObject([{ path, limit: 24 }])
    }
  })

  test('without a thread → an empty one, no fallback, and targets that take the post’s', async () => {
    const post = await schedule({ text: newText(testApp), targets: [target('threads')] })
    expect(post).toMatchObject({
      thread: [],
      thread_fallback: null,
      targets: [{ thread: null, parts: [] }],
    })
  })

  test.each([
    ['an unknown fallback', { thread_fallback: 'split' }, 'thread_fallback'],
    ['an unknown field of a part', { thread: [{ text: 'Two', options: {} }] }, 'thread.0.options'],
  ])('%s → validation_failed', async (_, input, path) => {
    const { status, body } = await create({ text: newText(testApp), ...input })
    expect([status, body.error.code]).toEqual([400, 'validation_failed'])
    expect(body.error.details).toMatchObject([{ path }])
  })

  test.each(['post', 'target'])(
    'media of another profile in part 2 of a %s → media_profile_mismatch at that part',
    async (level) => {
      const other = await buildProfile(testApp)
      const foreign = await buildMedia(testApp, { profile: other.id })
      const thread = [{ text: 'Two', media: [{ id: image }, { id: foreign.id }] }]
      const isTarget = level === 'target'
      const { status, body } = await create({
        text: newText(testApp),
        ...(isTarget ? {} : { thread }),
        targets: [target('threads', isTarget ? { thread } : {})],
      })
      expect([status, body.error.code]).toEqual([400, 'media_profile_mismatch'])
      expect(body.error.param).toBe(`${isTarget ? 'targets.0.' : ''}thread.0.media.1`)
    },
  )
})

describe('each part is checked', () => {
  test('a text over the limit in part 3 → an error at thread.1.text with limit and length', async () => {
    const thread = parts('Two', 'x'.repeat(501))
    expect(await findings('threads', { text: 'One', thread })).toEqual([
      ['thread.1.text', 'text_bytes_too_long'],
    ])
    const { status, body } = await create({ text: 'One', thread, targets: [target('threads')] })
    expect([status, body.error.code]).toEqual([422, 'content_invalid'])
    expect(body.error.details).toMatchObject([
      { path: 'targets.0.thread.1.text', limit: 500, actual: 501 },
    ])
  })

  test('a missing text and an alternative text over the limit → errors at their parts', async () => {
    const media = [{ id: image, alt_text: 'a'.repeat(1_001) }]
    const thread = [{ text: ' ' }, { media }]
    expect(await findings('threads', { text: 'One', thread })).toEqual([
      ['thread.0.text', 'text_required'],
      ['thread.1.media.0.alt_text', 'alt_text_too_long'],
    ])
  })

  test('an empty part → an error also where a fallback replaces the thread', async () => {
    const input = { text: 'One', thread: [{ text: 'Two' }, {}], thread_fallback: 'join' }
    expect(await findings('facebook', input)).toEqual([['thread.1.text', 'text_required']])
  })

  test('the attached link of part 1 → not counted among the links of part 2', async () => {
    const links = [1, 2, 3, 4, 5].map((number) => `https://example.com/${number}`)
    const input = { text: 'One', thread: [{ text: links.join(' '), media: [{ id: image }] }] }
    const options = { link_attachment: 'https://example.com' }
    expect(await findings('threads', input, { options })).toEqual([])
  })

  test('a content warning → counts in the text of each part', async () => {
    const input = { text: 'One', thread: parts('x'.repeat(480)) }
    const options = { spoiler_text: 'x'.repeat(21) }
    expect(await findings('mastodon', input, { options })).toEqual([
      ['thread.0.text', 'text_too_long'],
    ])
  })

  test('a wrong option → one error, not one for each part', async () => {
    const media = [{ id: image }]
    const input = { text: 'One', media, thread: [{ text: 'Two', media }] }
    const options = { link_attachment: 'https://example.com' }
    expect(await findings('threads', input, { options })).toEqual([
      ['options.link_attachment', 'not_supported'],
    ])
  })
})

describe('a target', () => {
  test('with its own thread → that thread is checked and stored, `[]` is no thread', async () => {
    const text = newText(testApp)
    const post = await schedule({
      text,
      thread: parts('x'.repeat(501)),
      targets: [target('threads', { thread: parts('Own') }), target('facebook', { thread: [] })],
    })
    expect(post.thread).toEqual(shown('x'.repeat(501)))
    expect(post.targets.map(({ thread }) => thread)).toEqual([shown('Own'), []])
  })
})

describe('on a network without threads', () => {
  const thread = parts('Two', 'Three')

  test('without a fallback → not_supported at the thread', async () => {
    const { status, body } = await create({ text: 'One', thread, targets: [target('facebook')] })
    expect([status, body.error.code]).toEqual([422, 'content_invalid'])
    expect(body.error.details).toMatchObject([
      {
        path: 'targets.0.thread',
        code: 'not_supported',
        message: expect.stringMatching(/Facebook/),
      },
    ])
  })

  test('join → one post with all texts and media, stored and shown as it will be published', async () => {
    const text = newText(testApp)
    const media = [{ id: image, alt_text: null }]
    const post = await schedule({
      text,
      thread: [{ text: 'Two', media }, { text: 'Three' }],
      thread_fallback: 'join',
      targets: [target('threads'), target('facebook')],
    })
    expect(post).toMatchObject({ text, media: [], thread_fallback: 'join' })
    expect(post.targets).toMatchObject([
      { text: null, media: null, thread: null },
      { text: `${text}\n\nTwo\n\nThree`, media, thread: [], first_comment: null },
    ])
  })

  test('join of too much text, or of a file that is not accepted → an error at its place', async () => {
    const long = { text: 'x'.repeat(40_000), thread_fallback: 'join' }
    expect(await findings('facebook', { ...long, thread: parts('x'.repeat(40_000)) })).toEqual([
      ['text', 'text_too_long'],
    ])
    const media = [{ id: image }]
    const thread = [{ text: 'Two' }, { media: [{ id: webm }] }]
    const joined = { text: 'One', media, thread, thread_fallback: 'join' }
    expect(await findings('instagram', joined)).toContainEqual(['thread.1.media.0', 'media_type'])
  })

  test('first_comment → the later texts are the first comment', async () => {
    const text = newText(testApp)
    const fallback = { thread_fallback: 'first_comment' }
    const post = await schedule({ text, thread, ...fallback, targets: [target('facebook')] })
    expect(post.targets).toMatchObject([
      { text, media: [], thread: [], first_comment: 'Two\n\nThree' },
    ])
  })

  test('first_comment of the greatest length → what is shown can be sent again', async () => {
    const [one, two] = ['a'.repeat(1_100), 'b'.repeat(1_098)]
    const post = await schedule({
      text: newText(testApp),
      thread: parts(one, two),
      thread_fallback: 'first_comment',
      targets: [target('facebook')],
    })
    const { account_id, text, first_comment } = post.targets[0]!
    expect(first_comment).toBe(`${one}\n\n${two}`)
    const targets = [{ account_id, text, first_comment, thread: [] }]
    const { status } = await testApp.call('PATCH', `/v1/posts/${post.id}`, { targets })
    expect(status).toBe(200)
  })

  test.each<[string, PlatformName, object, object, [string, string][]]>([
    [
      'and media in a later part → not_supported',
      'facebook',
      { thread: [{ text: 'Two', media: ['image'] }] },
      {},
      [['thread.0.media', 'not_supported']],
    ],
    [
      'and a first comment → thread_fallback_conflict',
      'facebook',
      { thread },
      { first_comment: 'Comment' },
      [['first_comment', 'thread_fallback_conflict']],
    ],
    [
      'and a network without first comments → not_supported',
      'tiktok',
      { thread },
      { options: { privacy_level: 'PUBLIC_TO_EVERYONE' } },
      [['thread', 'not_supported']],
    ],
    [
      'and texts that are too long for a comment → an error at the thread',
      'facebook',
      { thread: parts('x'.repeat(1_100), 'x'.repeat(1_099)) },
      {},
      [['thread', 'text_too_long']],
    ],
  ])('first_comment %s', async (_, platform, input, fields, expected) => {
    const media = [{ id: image }]
    const filled = JSON.parse(JSON.stringify(input).replace('["image"]', JSON.stringify(media)))
    const post = { text: 'One', media, ...filled, thread_fallback: 'first_comment' }
    expect(await findings(platform, post, fields)).toEqual(expected)
  })

  test('a draft → keeps what was written, and the fallback applies when it is scheduled', async () => {
    const text = newText(testApp)
    const draft = await buildPost(testApp, {
      mode: 'draft',
      text,
      thread,
      thread_fallback: 'join',
      targets: [target('facebook', { first_comment: 'Comment' })],
    })
    expect(draft.targets).toMatchObject([{ text: null, thread: null, first_comment: 'Comment' }])
    const scheduled = await update(draft.id, { scheduled_at: at() })
    expect(scheduled.body.targets).toMatchObject([
      { text: `${text}\n\nTwo\n\nThree`, thread: [], first_comment: 'Comment' },
    ])
  })
})

describe('a change', () => {
  const joinedText = async (post: Post) => (await readPost(testApp, post.id)).targets[0]?.text

  test('without thread and thread_fallback → both are kept', async () => {
    const thread = parts('Two')
    const input = { text: newText(testApp), thread, thread_fallback: 'join' }
    const own = { thread: parts('Own') }
    const post = await schedule({ ...input, targets: [target('threads', own)] })
    const { status, body } = await update(post.id, { text: newText(testApp) })
    expect(status).toBe(200)
    expect(body).toMatchObject({ thread: shown('Two'), thread_fallback: 'join' })
    expect(body.targets).toMatchObject([{ thread: shown('Own') }])
  })

  test('of the text, the thread or the fallback → the fallback is made again from what was written', async () => {
    const post = await schedule({
      text: newText(testApp),
      thread: parts('Two'),
      thread_fallback: 'join',
      targets: [target('facebook')],
    })
    await update(post.id, { text: 'Changed' })
    expect(await joinedText(post)).toBe('Changed\n\nTwo')
    await update(post.id, { thread: parts('2', '3') })
    expect(await joinedText(post)).toBe('Changed\n\n2\n\n3')
    const { body } = await update(post.id, { thread_fallback: 'first_comment' })
    expect(body.targets).toMatchObject([{ text: 'Changed', first_comment: '2\n\n3' }])
    const refused = await update(post.id, { thread_fallback: null })
    expect([refused.status, refused.body.error.param]).toEqual([422, 'targets.0.thread'])
    const removed = await update(post.id, { thread: [] })
    expect(removed.body.targets).toMatchObject([
      { text: null, media: null, thread: null, first_comment: null },
    ])
  })

  test('back to a draft → what was written is shown again', async () => {
    const post = await schedule({
      text: newText(testApp),
      thread: parts('Two'),
      thread_fallback: 'join',
      targets: [target('facebook')],
    })
    const { body } = await update(post.id, { mode: 'draft', scheduled_at: null })
    expect(body.targets).toMatchObject([{ text: null, media: null, thread: null }])
  })
})

test('the same first part with another part 2 is no duplicate, the same thread is one', async () => {
  const text = newText(testApp)
  const send = async (thread: object[], fields: object = {}) =>
    (await create({ text, thread, targets: [target('threads', fields)] })).status
  expect(await send(parts('Two'))).toBe(201)
  expect(await send(parts('Two'))).toBe(409)
  expect(await send(parts(' Two '))).toBe(409)
  expect(await send([], { thread: parts('Two') })).toBe(409)
  expect(await send(parts('Two', 'Three'))).toBe(201)
  expect(await send([{ text: 'Two', media: [{ id: image }] }])).toBe(201)
  expect(await send([])).toBe(201)
})

test('a search finds a post by the text of a later part, its own or that of a target', async () => {
  const find = async (search: string) =>
    (await testApp.call('GET', `/v1/posts?search=${search}`)).body.data.map(
      ({ id }: Post) => id,
    ) as string[]
  const thread = parts('Two', 'Zwetschgenkuchen')
  const { id } = await schedule({ text: newText(testApp), thread, targets: [target('threads')] })
  expect(await find('zwetschgen')).toEqual([id])
  await update(id, { targets: [target('threads', { thread: parts('Mohnschnecken') })] })
  expect(await find('mohnschnecken')).toEqual([id])
  await update(id, { thread: parts('Apfelstrudel') })
  expect([await find('zwetschgen'), await find('apfelstrudel')]).toEqual([[], [id]])
})

test('the size of a post in a list has the texts of all parts of the post and its targets', async () => {
  const sizeOf = async ({ id }: Post) => {
    const { rows } = await testApp.ctx.db.pool.query(
      'select content_bytes from post where id = $1',
      [id],
    )
    return rows[0].content_bytes as number
  }
  const draft = (input: object) => buildPost(testApp, { mode: 'draft', text: 'One', ...input })
  const targets = [target('threads')]
  const short = await sizeOf(await draft({ targets }))
  const text = 'x'.repeat(10_000)
  expect(await sizeOf(await draft({ targets, thread: parts(text, text) }))).toBeGreaterThan(
    short + 20_000,
  )
  const own = [target('threads', { thread: parts(text) })]
  expect(await sizeOf(await draft({ targets: own }))).toBeGreaterThan(short + 10_000)
})
