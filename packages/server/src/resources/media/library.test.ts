import { beforeAll, describe, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../test/build.ts'
import { buildMedia, imageFile, upload, videoFixture } from '../../../test/media-files.ts'
import { type ApiResponse, useTestApp } from '../../../test/test-app.ts'
import type { Media } from '../../schemas/media.ts'
import { fileNameOf } from './upload/file-name.ts'

const testApp = useTestApp()

type Options = Parameters<typeof testApp.call>[3]

const refusalOf = ({ status, body }: ApiResponse) => [status, body.error?.code, body.error?.param]

async function idsIn(query: Record<string, string>, options: Options = {}): Promise<string[]> {
  const path = `/v1/media?${new URLSearchParams(query)}`
  const { status, body } = await testApp.call('GET', path, undefined, options)
  expect(status).toBe(200)
  return body.data.map(({ id }: Media) => id)
}

const patch = (id: string, input: object, options: Options = {}) =>
  testApp.call('PATCH', `/v1/media/${id}`, input, options)

describe('the name of an upload', () => {
  test('is that of the file', async () => {
    const { body } = await upload(testApp, await imageFile())
    expect(body.name).toBe('photo.jpg')
  })

  test.each([
    ['a path of Windows', 'C:\\photos\\latte.jpg', 'latte.jpg'],
    ['a path of a URL', '/photos/latte.jpg', 'latte.jpg'],
    ['line breaks', 'a\nb\u2028c.jpg', 'a b c.jpg'],
    ['nothing', '/photos/', null],
    ['too many characters', 'x'.repeat(500), 'x'.repeat(100)],
  ])('of %s is one short line', (_, path, name) => expect(fileNameOf(path)).toBe(name))
})

describe('an update', () => {
  test('changes the fields that it has', async () => {
    const media = await buildMedia(testApp)
    const changed = { name: 'Latte', alt_text: 'A latte', tags: ['menu'] }
    expect((await patch(media.id, changed)).body).toEqual({ ...media, ...changed })
    const emptied = await patch(media.id, { alt_text: null })
    expect(emptied.body).toEqual({ ...media, ...changed, alt_text: null })
    expect((await testApp.call('GET', `/v1/media/${media.id}`)).body).toEqual(emptied.body)
  })

  test.each<[string, object, string]>([
    ['a name of two lines', { name: 'a\nb' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(201) }, 'name'],
    ['too many tags', { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, 'tags'],
    ['an alt text that is too long', { alt_text: 'x'.repeat(2_001) }, 'alt_text'],
    ['another field', { type: 'video' }, 'type'],
  ])('with %s returns 400 and names the field', async (_, input, param) => {
    const { id } = await buildMedia(testApp)
    expect(refusalOf(await patch(id, input))).toEqual([400, 'validation_failed', param])
  })

  test('does not change the alt text that a post has for the file', async () => {
    const { id } = await buildMedia(testApp)
    const body = { text: 'x', media: [{ id, alt_text: 'Of the post' }] }
    const post = await testApp.call('POST', '/v1/posts', body)
    await patch(id, { alt_text: 'Of the file' })
    const read = await testApp.call('GET', `/v1/posts/${post.body.id}`)
    expect(read.body.media[0].alt_text).toBe('Of the post')
  })
})

describe('the list', () => {
  let profile: { id: string }
  let latte: string
  let clip: string
  let options: { profile: string }

  beforeAll(async () => {
    profile = await buildProfile(testApp)
    options = { profile: profile.id }
    latte = (await buildMedia(testApp, { profile: profile.id })).id
    clip = (await upload(testApp, videoFixture('clip.mp4'), options)).body.id
    await patch(latte, { name: 'Kürbis-Latte.jpg', alt_text: 'Cinnamon', tags: ['menu', 'new'] })
    await patch(clip, { name: 'Oven.mp4', alt_text: 'Bread rises' })
  })

  test.each<[string, Record<string, string>, 'latte' | 'clip' | null]>([
    ['a part of the name, without its accent', { search: 'kurbis' }, 'latte'],
    ['words of name and alt text', { search: 'bread oven' }, 'clip'],
    ['words of different files', { search: 'bread latte' }, null],
    ['a tag', { tag: 'new' }, 'latte'],
    ['a part of a tag', { tag: 'ne' }, null],
    ['a type', { type: 'video' }, 'clip'],
    ['a search with another filter', { search: 'latte', type: 'video' }, null],
  ])('filtered by %s has what meets it', async (_, query, name) => {
    const expected = name === null ? [] : [name === 'latte' ? latte : clip]
    expect(await idsIn(query, options)).toEqual(expected)
  })

  test('of a search is paged, newest first', async () => {
    const { body } = await testApp.call('GET', '/v1/media?limit=1&search=r', undefined, options)
    expect(body.data.map(({ id }: Media) => id)).toEqual([clip])
    expect(body.has_more).toBe(false)
    const all = await testApp.call('GET', '/v1/media?limit=1', undefined, options)
    const next = { limit: '1', cursor: all.body.next_cursor }
    expect(await idsIn(next, options)).toEqual([latte])
  })

  test('of a search has no media of other profiles', async () => {
    const other = await buildKey(testApp, { profile_id: (await buildProfile(testApp)).id })
    expect(await idsIn({ search: 'latte' }, { key: other })).toEqual([])
    expect(await idsIn({ tag: 'new' }, { key: other })).toEqual([])
  })
})

describe('use', () => {
  test('by a post or a part of its thread is found until an update ends it', async () => {
    const { id: profile } = await buildProfile(testApp)
    const options = { profile }
    const build = async () => (await buildMedia(testApp, options)).id
    const [own, part, none] = [await build(), await build(), await build()]
    const body = { text: 'x', media: [{ id: own }], thread: [{ text: 'y', media: [{ id: part }] }] }
    const { body: post } = await testApp.call('POST', '/v1/posts', body, options)
    expect(await idsIn({ used: 'true' }, options)).toEqual([part, own])
    expect(await idsIn({ used: 'false' }, options)).toEqual([none])
    const postsWith = async (id: string) =>
      (await testApp.call('GET', `/v1/posts?media_id=${id}`, undefined, options)).body.data.map(
        (found: { id: string }) => found.id,
      )
    expect(await postsWith(part)).toEqual([post.id])
    expect(await postsWith(none)).toEqual([])
    await testApp.call(
      'PATCH',
      `/v1/posts/${post.id}`,
      { thread: [], media: [{ id: none }] },
      options,
    )
    expect(await idsIn({ used: 'true' }, options)).toEqual([none])
    expect(await postsWith(part)).toEqual([])
    expect(await postsWith(none)).toEqual([post.id])
    const { body: second } = await testApp.call(
      'POST',
      '/v1/posts',
      { text: 'z', media: [{ id: none }] },
      options,
    )
    await testApp.call('PATCH', `/v1/posts/${second.id}`, { media: [] }, options)
    expect(await idsIn({ used: 'true' }, options)).toEqual([none])
  })
})

describe('usage', () => {
  test('counts the files of a profile, or of all', async () => {
    const { id: profile } = await buildProfile(testApp)
    const files = [await buildMedia(testApp, { profile }), await buildMedia(testApp, { profile })]
    const usage = async (options: Options) =>
      (await testApp.call('GET', '/v1/media/usage', undefined, options)).body
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    const { mediaOwnerBytesMax, mediaProfileBytesMax } = testApp.ctx.config
    const ofProfile = {
      object: 'media_usage',
      profile_id: profile,
      count: 2,
      bytes,
      bytes_max: mediaProfileBytesMax,
    }
    expect(await usage({ profile })).toEqual(ofProfile)
    expect(await usage({ key: await buildKey(testApp, { profile_id: profile }) })).toEqual(
      ofProfile,
    )
    const all = await usage({})
    expect(all).toMatchObject({ profile_id: null, bytes_max: mediaOwnerBytesMax })
    expect(all.count).toBeGreaterThan(2)
  })
})
