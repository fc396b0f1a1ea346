import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serverFetch } from '../../../../sandbox/test/server-fetch.ts'
import {
  type Draft,
  failureOf,
  inputOf,
  openPublishFixture,
} from '../../../test/platforms/publish-fixture.ts'
import { sampleImage } from '../../../test/platforms/publish-samples.ts'
import { wordpressPublishCase as platformCase } from '../../../test/platforms/wordpress-publish-case.ts'
import type { PlatformCall } from '../contract/platform.ts'
import type { PostContent } from '../contract/publish.ts'
import { siteApi } from './api.ts'
import { checkWordpress } from './check.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
let fixture: Awaited<ReturnType<typeof openPublishFixture>>

beforeAll(async () => {
  fixture = await openPublishFixture(start)
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

const text = 'Rye bread'
const draftOf = (content: Partial<PostContent> = { text }) => fixture.draft(platformCase, content)
const prepared = async (content?: Partial<PostContent>) => {
  const draft = await draftOf(content)
  await fixture.prepare(draft)
  return draft
}
const settings = (values: object) => fixture.control('PUT', '/settings', values)
const calls = async () => (await fixture.listCalls()).map(({ name }) => name).reverse()
const idOf = ({ progress }: Draft) => String(progress.postId)

/** What the author does at the site with another program. */
function siteOf({ tokens }: Draft) {
  const call: PlatformCall = async ({ method, url, headers = {}, json }) => {
    const body = json ? { body: JSON.stringify(json) } : {}
    const response = await serverFetch(url.href, { method, headers, ...body })
    return { status: response.status, headers: {}, text: await response.text() }
  }
  return siteApi({ call }, tokens)
}

describe('the draft', () => {
  test('whose creation had no response is found by its slug, not made again', async () => {
    const draft = await draftOf()
    await fixture.fail(draft, 'draft', 'after_accepting_timeout')
    expect((await failureOf(draft, fixture.prepare(draft))).kind).toBe('unavailable')
    await fixture.publish(draft)
    expect(await fixture.posts(draft)).toHaveLength(1)
    expect(await siteOf(draft).findDraft('postern-tgt-1')).toBeNull()
  })

  test.each([true, false])(
    'that somebody deleted (for good: %s) before the commit is made again',
    async (isForever) => {
      const draft = await prepared()
      await siteOf(draft).deletePost(idOf(draft), isForever)
      const first = idOf(draft)
      await fixture.publish(draft)
      expect(await fixture.posts(draft)).toMatchObject([{ text }])
      expect(idOf(draft)).not.toBe(first)
    },
  )

  test('that is deleted at the moment of the commit is not ready', async () => {
    const draft = await prepared()
    await siteOf(draft).deletePost(idOf(draft), true)
    expect((await failureOf(draft, fixture.commit(draft))).kind).toBe('not_ready')
  })

  test('never has its working slug in public', async () => {
    const draft = await draftOf({ text: 'Rolls & rye. Fresh!' })
    const { permalink } = await fixture.publish(draft)
    expect(new URL(permalink!).pathname).toBe('/rolls-rye/')
  })

  test('of a post that is given up is deleted with its files', async () => {
    const draft = await prepared({ text, media: [fixture.files.jpeg()] })
    await fixture.control('DELETE', '/calls')
    await draft.ability.discard!(inputOf(draft))
    expect(await calls()).toEqual(['post', 'delete', 'media_delete'])
    await draft.ability.discard!(inputOf(draft))
    expect(await siteOf(draft).findDraft('postern-tgt-1')).toBeNull()
  })

  test('that is public is kept when the post is given up', async () => {
    const draft = await prepared({ text, media: [fixture.files.jpeg()] })
    await fixture.commit(draft)
    await draft.ability.discard!(inputOf(draft))
    expect(await fixture.posts(draft)).toHaveLength(1)
  })
})

describe('a lost commit', () => {
  test.each([true, false])(
    'of a post that was deleted since (for good: %s) is not certain',
    async (isForever) => {
      const draft = await prepared()
      await fixture.commit(draft)
      await siteOf(draft).deletePost(idOf(draft), isForever)
      const found = await draft.ability.find({ ...inputOf(draft), committedAt: start })
      expect(found).toEqual({ state: 'absent', certain: false })
    },
  )

  test('with a password that was revoked throws instead of finding nothing', async () => {
    const draft = await prepared()
    await fixture.act('revoke')
    for (const progress of [draft.progress, {}]) {
      const input = { ...inputOf({ ...draft, progress }), committedAt: start, isProgressOld: true }
      const err = await failureOf(draft, draft.ability.find(input as never))
      expect(err.kind).toBe('disconnected')
    }
  })

  test('of two posts with the same text is not certain without progress', async () => {
    const [first, second] = [await draftOf(), await draftOf()]
    for (const draft of [first, second]) await fixture.publish(draft)
    const input = {
      ...inputOf({ ...first, progress: {} }),
      committedAt: start,
      isProgressOld: true,
    }
    const found = await first.ability.find(input as never)
    expect(found).toEqual({ state: 'absent', certain: false })
  })
})

describe('categories and tags', () => {
  test('a category that the site does not have is refused before anything is written', async () => {
    const draft = await draftOf({ text, options: { categories: ['Cakes'] } })
    const err = await failureOf(draft, fixture.prepare(draft))
    expect(err).toMatchObject({ kind: 'rejected', reason: 'content_invalid' })
    expect(err.platformMessage).toContain('“Cakes”')
    expect(await calls()).toEqual(['categories'])
  })

  test('a tag is used again by name, whatever its case', async () => {
    await fixture.publish(await draftOf({ text: 'One', options: { tags: ['Rye & oats'] } }))
    const draft = await draftOf({ text: 'Two', options: { tags: ['rye & OATS'] } })
    await fixture.publish(draft)
    const posts = await fixture.posts(draft)
    const tags = posts.map(({ facts }) => (facts as { tags: string }).tags)
    expect(tags[0]).toMatch(/^\d+$/)
    expect(tags[1]).toBe(tags[0])
  })

  test('a tag that a search does not show is the one that the site names', async () => {
    const draft = await draftOf({ text, options: { tags: ['Rye'] } })
    await fixture.prepare(draft)
    await fixture.control('POST', '/faults', {
      platform: 'wordpress',
      match: 'tags',
      kind: 'answer',
      answer: { status: 200, body: [] },
    })
    const again = await draftOf({ text: 'Two', options: { tags: ['Rye'] } })
    await fixture.prepare(again)
    expect(again.progress.tags).toEqual(draft.progress.tags)
  })
})

describe('a file', () => {
  test('that is too large for the site is refused with that reason', async () => {
    await settings({ wordpress_upload_bytes_max: 100 })
    const draft = await draftOf({ media: [fixture.files.jpeg()] })
    const err = await failureOf(draft, fixture.prepare(draft))
    expect(err).toMatchObject({
      kind: 'rejected',
      reason: 'media_invalid',
      platformCode: 'http_413',
    })
    expect(err.platformMessage).toBe('The file is too large for this site.')
  })

  test('of a type that the site does not take is refused, not repeated', async () => {
    const read = async () => Buffer.from('no picture at all')
    const draft = await draftOf({ media: [sampleImage({ size: 17, read })] })
    const err = await failureOf(draft, fixture.prepare(draft))
    expect(err).toMatchObject({ kind: 'rejected', reason: 'media_invalid' })
  })

  test.each([
    [true, 2],
    [false, 3],
  ])('is the featured image instead of one in the text: %s', async (featured_image, inText) => {
    const media = [
      fixture.files.mp4(),
      fixture.files.jpeg({ altText: 'A loaf' }),
      fixture.files.jpeg(),
    ]
    const draft = await draftOf({ text, media, options: { featured_image } })
    await fixture.publish(draft)
    const [post] = await fixture.posts(draft)
    const ids = (draft.progress.files as { id: string }[]).map(({ id }) => id)
    const { content, featured_media } = post!.facts as Record<string, string>
    expect(featured_media).toBe(featured_image ? ids[1] : '0')
    expect(content!.match(/<figure/g)).toHaveLength(inText)
    expect(post!.media_ids).toHaveLength(3)
  })
})

test.each([
  ['a login page with 200', { wordpress_login_page: true }, 'unavailable'],
  ['a header that is taken away', { wordpress_strips_authorization: true }, 'disconnected'],
  [
    'application passwords switched off',
    { wordpress_application_passwords: false },
    'disconnected',
  ],
  [
    'a plug-in that checks passwords early',
    { wordpress_application_passwords: false, wordpress_checks_passwords_early: true },
    'disconnected',
  ],
  [
    'a closed API',
    { wordpress_api_closed: true, wordpress_strips_authorization: true },
    'disconnected',
  ],
])('%s never counts as published', async (_name, values, kind) => {
  const draft = await prepared()
  await settings(values)
  expect((await failureOf(draft, fixture.commit(draft))).kind).toBe(kind)
  expect((await failureOf(draft, fixture.prepare(draft))).kind).toBe(kind)
})

test('errors are told apart in any language', async () => {
  await settings({ wordpress_language: 'de' })
  const draft = await prepared()
  await siteOf(draft).deletePost(idOf(draft), true)
  expect((await failureOf(draft, fixture.commit(draft))).kind).toBe('not_ready')
})

test.each([
  ['nothing', {}, ['error text text_required']],
  ['only a title', { options: { title: 'Bread' } }, ['error text text_required']],
  ['a slug with spaces', { text, options: { slug: 'a b' } }, ['error options.slug option_invalid']],
  ['an empty tag', { text, options: { tags: [' '] } }, ['error options.tags.0 option_invalid']],
  [
    '21 files',
    { media: Array.from({ length: 21 }, () => sampleImage()) },
    ['error media media_count'],
  ],
  ['an image and a video', { media: [sampleImage()] }, []],
])('%s is checked', (_name, content, expected) => {
  const findings = checkWordpress({ text: '', media: [], options: {}, ...content }, null)
  expect(findings.map(({ level, path, code }) => `${level} ${path} ${code}`)).toEqual(expected)
})
