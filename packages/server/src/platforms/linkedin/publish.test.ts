import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linkedinPublishCase } from '../../../test/platforms/linkedin-publish-case.ts'
import {
  type Draft,
  failureOf,
  inputOf,
  openPublishFixture,
  type PublishFixture,
} from '../../../test/platforms/publish-fixture.ts'
import { scriptedSetup } from '../../../test/platforms/scripted.ts'
import type { PostContent } from '../contract/publish.ts'
import { linkedinPublish } from './publish.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const person = 'urn:li:person:annaSandbox1'
const minutesAfter = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
let fixture: PublishFixture

beforeAll(async () => {
  fixture = await openPublishFixture(start)
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

const pageDraft = (content: Partial<PostContent>) => fixture.draft(linkedinPublishCase, content)

async function personDraft(content: Partial<PostContent>): Promise<Draft> {
  const draft = await pageDraft(content)
  return { ...draft, account: { ...draft.account, platformAccountId: person } }
}

describe('a person', () => {
  test('an image that is still processed makes the commit wait, and publishes nothing', async () => {
    const draft = await personDraft({ text: 'Rye', media: [fixture.files.jpeg()] })
    await fixture.prepare(draft)
    const err = await failureOf(draft, fixture.commit(draft))
    expect(err).toMatchObject({ kind: 'not_ready', platformCode: 'MEDIA_ASSET_PROCESSING' })
    expect(await fixture.posts(draft)).toEqual([])
    await fixture.advance(1)
    await fixture.publish(draft)
    expect(await fixture.posts(draft)).toMatchObject([{ media_type: 'IMAGE' }])
  })

  test.each(['after_accepting_500', 'after_accepting_timeout'])(
    'a commit that ended with %s is repeated, and returns the post that is there',
    async (kind) => {
      const draft = await personDraft({ text: 'Rye bread' })
      await fixture.prepare(draft)
      await fixture.fail(draft, 'post_create', kind)
      await failureOf(draft, fixture.commit(draft))
      const find = { ...inputOf(draft), committedAt: start }
      expect(await draft.ability.find(find)).toEqual({ state: 'absent', certain: true })
      const { platformPostId } = await fixture.follow(draft, await fixture.commit(draft))
      expect(await fixture.posts(draft)).toMatchObject([{ id: platformPostId }])
    },
  )

  test('a post of which the preparation was lost is not repeated', async () => {
    const draft = await personDraft({ text: 'Rye bread' })
    await fixture.publish(draft)
    const find = (progress: Draft['progress']) => {
      const input = inputOf({ ...draft, progress })
      return draft.ability.find({ ...input, committedAt: start, isProgressOld: true })
    }
    expect(await find({})).toEqual({ state: 'absent', certain: false })
    expect(await find(draft.progress)).toEqual({ state: 'absent', certain: true })
  })

  test('a deletion is not preceded by a read, which people’s tokens are refused', async () => {
    const draft = await personDraft({ text: 'Rye bread' })
    const { platformPostId } = await fixture.publish(draft)
    const { tokens, account } = inputOf(draft)
    expect(await draft.ability.remove!({ tokens, account, platformPostId })).toBe('removed')
    expect(await fixture.posts(draft)).toEqual([])
  })
})

describe('the same content', () => {
  test('as an earlier post is refused, and not taken for it', async () => {
    const first = await pageDraft({ text: 'Closed today' })
    await fixture.publish(first)
    const second = await pageDraft({ text: 'Closed today' })
    second.progress = { preparedAt: minutesAfter(2).toISOString() }
    const err = await failureOf(second, fixture.publish(second))
    expect(err).toMatchObject({ kind: 'rejected', reason: 'duplicate' })
    expect(await fixture.posts(second)).toHaveLength(1)
  })

  test('as a deleted post is refused, too', async () => {
    const first = await pageDraft({ text: 'Closed today' })
    const { platformPostId } = await fixture.publish(first)
    const { tokens, account } = inputOf(first)
    await first.ability.remove!({ tokens, account, platformPostId })
    const second = await pageDraft({ text: 'Closed today' })
    second.progress = { preparedAt: minutesAfter(2).toISOString() }
    const err = await failureOf(second, fixture.publish(second))
    expect(err).toMatchObject({ kind: 'rejected', reason: 'duplicate' })
  })

  test('two equal posts since the commit are not told apart', async () => {
    await fixture.control('PUT', '/settings', { linkedin_duplicate_hours: 0 })
    const draft = await pageDraft({ text: 'Closed today' })
    await fixture.publish(draft)
    await fixture.commit(draft)
    const found = await draft.ability.find({ ...inputOf(draft), committedAt: start })
    expect(found.state).toBe('absent')
  })
})

test('a page’s post is found behind a short page of the list', async () => {
  await fixture.control('PUT', '/settings', { linkedin_page_size: 1 })
  const draft = await pageDraft({ text: 'First' })
  const { platformPostId } = await fixture.publish(draft)
  await fixture.advance(5)
  const later = await pageDraft({ text: 'Second' })
  await fixture.publish(later)
  const found = await draft.ability.find({ ...inputOf(draft), committedAt: start })
  expect(found).toMatchObject({ state: 'published', platformPostId })
})

test('no sign of a text is lost', async () => {
  const text = 'A (b) {c} [d] <e@f> #g_h |i| *j* ~k~ \\l\nhttps://x.example/_(m)?n=#o #p'
  const draft = await pageDraft({ text })
  await fixture.publish(draft)
  expect(await fixture.posts(draft)).toMatchObject([{ text }])
})

test('the picture of a link is uploaded, and a refused one leaves a card without it', async () => {
  const data = await fixture.files.jpeg().read(0, 10_000_000)
  const image = { type: 'image/jpeg', data, width: 1_080, height: 1_080 } as const
  for (const [picture, count] of [
    [image, 1],
    [null, 0],
  ] as const) {
    const draft = await pageDraft({ options: { link: `https://x.example/${count}` } })
    const input = () => ({ ...inputOf(draft), readLinkImage: async () => picture })
    for (let isReady = false; !isReady; await fixture.advance(1)) {
      const { state, progress } = await draft.ability.prepare(input())
      draft.progress = progress
      isReady = state === 'ready'
    }
    await fixture.follow(draft, await draft.ability.commit(input()))
    const [post] = (await fixture.posts(draft)).slice(-1)
    expect(post).toMatchObject({ title: 'x.example', media_ids: { length: count } })
  }
})

test('an image that LinkedIn cannot process is rejected', async () => {
  await fixture.control('PUT', '/settings', { linkedin_image_fails: true })
  for (const draft of [
    await pageDraft({ media: [fixture.files.jpeg()] }),
    await personDraft({ media: [fixture.files.jpeg()] }),
  ]) {
    const run = async () => {
      await fixture.prepare(draft)
      await fixture.advance(1)
      await fixture.commit(draft)
    }
    const err = await failureOf(draft, run())
    expect(err).toMatchObject({ kind: 'rejected', reason: 'media_invalid' })
  }
})

describe('a video', () => {
  const sendAll = async (draft: Draft, until: (video: Sent) => boolean) => {
    for (;;) {
      const { progress } = await draft.ability.prepare(inputOf(draft))
      draft.progress = progress
      if (until(progress.video as Sent)) return progress.video as Sent
    }
  }
  type Sent = { urn: string; parts: object[]; etags: string[]; state: string }

  test('of a person is published, as its status can be read', async () => {
    const draft = await personDraft({ text: 'Kneading', media: [fixture.files.mp4()] })
    await fixture.publish(draft)
    expect(await fixture.posts(draft)).toMatchObject([{ media_type: 'VIDEO' }])
  })

  test.each(['connection_reset', 'http_500', 'after_accepting_timeout'])(
    'that is cut in any part with %s goes on with that part, and is whole',
    async (kind) => {
      const file = fixture.files.mp4()
      const draft = await pageDraft({ media: [file] })
      const { urn, parts } = await sendAll(draft, () => true)
      expect(parts.length).toBeGreaterThan(2)
      for (let index = 0; index < parts.length; index += 1) {
        await fixture.fail(draft, 'video_part', kind)
        const cut = draft.ability.prepare(inputOf(draft))
        expect((await failureOf(draft, cut)).kind).toBe('unavailable')
        await sendAll(draft, ({ etags }) => etags.length === index + 1)
      }
      await fixture.publish(draft)
      expect((draft.progress.video as Sent).urn).toBe(urn)
      const [post] = await fixture.posts(draft)
      expect(post).toMatchObject({ media_type: 'VIDEO', media_ids: { length: 1 } })
    },
  )

  test('whose addresses expired is begun again, once', async () => {
    const draft = await pageDraft({ media: [fixture.files.mp4()] })
    const { urn } = await sendAll(draft, ({ etags }) => etags.length === 1)
    await fixture.advance(25 * 3_600)
    await fixture.publish(draft)
    expect((draft.progress.video as Sent).urn).not.toBe(urn)
    expect(draft.progress.restarts).toBe(1)
    expect(await fixture.posts(draft)).toHaveLength(1)
  })

  test('that LinkedIn cannot process is rejected', async () => {
    await fixture.control('PUT', '/settings', { linkedin_video_fails: true })
    const draft = await pageDraft({ media: [fixture.files.mp4()] })
    const err = await failureOf(draft, fixture.publish(draft))
    expect(err).toMatchObject({ kind: 'rejected', reason: 'media_invalid' })
    expect(await fixture.posts(draft)).toEqual([])
  })
})

test('a lost role on the page is a missing permission', async () => {
  const draft = await pageDraft({ text: 'Rye bread' })
  await fixture.prepare(draft)
  await fixture.act('remove-page-role', { page: draft.account.platformAccountId })
  const err = await failureOf(draft, fixture.commit(draft))
  expect(err).toMatchObject({ kind: 'permission_missing', platformCode: 'ACCESS_DENIED' })
})

test('the limit of a day ends at midnight UTC', async () => {
  const draft = await pageDraft({ text: 'Rye bread' })
  await fixture.prepare(draft)
  await fixture.control('PUT', '/settings', { linkedin_calls_per_day: 0 })
  const err = await failureOf(draft, fixture.commit(draft))
  expect(err).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 15 * 3_600 })
  expect(await fixture.posts(draft)).toEqual([])
})

describe('responses', () => {
  const urn = 'urn:li:organization:1'
  const input = (preparedAt: Date | null, media: PostContent['media'] = []) => ({
    tokens: {
      access: 'the-token',
      refresh: null,
      accessExpiresAt: null,
      refreshExpiresAt: null,
      issuedAt: start.toISOString(),
    },
    key: { id: 'tgt_1', createdAt: start },
    account: { platformAccountId: urn, username: 'bakery' },
    facts: null,
    answers: null,
    content: { text: 'Rye', media, options: {} },
    progress: preparedAt ? { preparedAt: preparedAt.toISOString() } : {},
  })

  test.each(['x-restli-id', 'x-linkedin-id'])('the id is in the header %s', async (name) => {
    const headers = { [name]: 'urn:li:ugcPost:7243000000000000000' }
    const { setup } = scriptedSetup({ 'POST /rest/posts': { status: 201, headers, text: '' } })
    expect(await linkedinPublish(setup).commit(input(start))).toMatchObject({
      platformPostId: 'urn:li:ugcPost:7243000000000000000',
      permalink: 'https://www.platform.example/feed/update/urn:li:ugcPost:7243000000000000000/',
    })
  })

  test('a success without an id is searched for', async () => {
    const { setup } = scriptedSetup({ 'POST /rest/posts': { status: 201, headers: {}, text: '' } })
    const commit = linkedinPublish(setup).commit(input(start))
    await expect(commit).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test('the post of a refusal is ours only if its number is not older than the first attempt', async () => {
    const refusal = (id: string) => ({
      status: 422,
      text: JSON.stringify({
        message: `Content is a duplicate of urn:li:share:${id}`,
        errorDetails: { inputErrors: [{ code: 'DUPLICATE_POST' }] },
      }),
    })
    const at = new Date('2023-08-09T09:48:26.187Z')
    const commit = (minutes: number) => {
      const script = { 'POST /rest/posts': refusal('7094977717598625792') }
      const { setup } = scriptedSetup(script)
      return linkedinPublish(setup).commit(input(new Date(at.getTime() + minutes * 60_000)))
    }
    expect(await commit(1)).toMatchObject({ platformPostId: 'urn:li:share:7094977717598625792' })
    await expect(commit(1.1)).rejects.toMatchObject({ kind: 'rejected', reason: 'duplicate' })
  })

  test.each([
    [403, '', 'unavailable'],
    [403, '{"status":403}', 'unavailable'],
    [403, '{"serviceErrorCode":100,"message":"Not enough permissions"}', 'permission_missing'],
    [401, '{"serviceErrorCode":65601}', 'access_expired'],
    [401, '{"message":"Unauthorized"}', 'access_expired'],
    [401, '{"code":"EMPTY_ACCESS_TOKEN"}', 'unavailable'],
    [409, '{"code":"CONFLICT"}', 'unavailable'],
    [426, '{"status":426}', 'unavailable'],
    [400, '{"code":"VERSION_MISSING"}', 'unavailable'],
    [400, '{"code":"MISSING_FIELD"}', 'rejected'],
    [999, '<html>blocked</html>', 'unavailable'],
    [302, '', 'unavailable'],
  ])('%s %s is %s', async (status, text, kind) => {
    const { setup } = scriptedSetup({ 'POST /rest/posts': { status, text } })
    await expect(linkedinPublish(setup).commit(input(start))).rejects.toMatchObject({ kind })
  })

  test.each([
    [
      [0, 3],
      [5, 9],
    ],
    [
      [0, 9],
      [5, 9],
    ],
    [[0, 8]],
    [[1, 9]],
    [],
  ])('parts %j %j that are not the whole file are not sent', async (...ranges) => {
    const uploadInstructions = ranges.map(([firstByte, lastByte]) => ({
      uploadUrl: 'https://www.platform.example/part',
      firstByte,
      lastByte,
    }))
    const value = { video: 'urn:li:video:1', uploadToken: '', uploadInstructions }
    const { setup } = scriptedSetup({ 'POST /rest/videos': JSON.stringify({ value }) })
    const prepare = linkedinPublish(setup).prepare(input(null, [fixture.files.mp4({ size: 10 })]))
    await expect(prepare).rejects.toMatchObject({ platformCode: 'unexpected_upload_parts' })
  })

  test('a part is sent without the token, and its name without quotation marks', async () => {
    const parts = [{ url: 'https://www.platform.example/part', first: 0, last: 9 }]
    const video = { urn: 'urn:li:video:1', uploadToken: '', parts, etags: [], state: 'sending' }
    const script = { 'PUT /part': { status: 200, headers: { etag: '"/ambry-video/a"' }, text: '' } }
    const { setup, requests } = scriptedSetup(script)
    const draft = input(null, [fixture.files.mp4({ size: 10 })])
    const { progress } = await linkedinPublish(setup).prepare({ ...draft, progress: { video } })
    expect(progress.video).toMatchObject({ etags: ['/ambry-video/a'] })
    expect(requests[0]!.headers).toBeUndefined()
  })

  test.each([
    'https://elsewhere.example/upload',
    'http://www.linkedin.com/upload',
    'https://linkedin.com.elsewhere.example/upload',
    'not a url',
  ])('neither the token nor the file is sent to %s', async (uploadUrl) => {
    const value = { uploadUrl, image: 'urn:li:image:1' }
    const { setup, requests } = scriptedSetup({
      'POST /rest/images': JSON.stringify({ value }),
    })
    const prepare = linkedinPublish(setup).prepare(input(null, [fixture.files.jpeg()]))
    await expect(prepare).rejects.toMatchObject({ platformCode: 'unexpected_upload_url' })
    expect(requests).toHaveLength(1)
  })
})
