import { expect, test } from 'vitest'
import { png } from './files.ts'
import { allow, openWordpress, type WordpressClient } from './wordpress-client.ts'

const published = async ({ control }: WordpressClient) =>
  (await control<{ data: { id: string; text: string }[] }>('GET', '/posts')).data

test('wordpress: a draft becomes public once, however often it is published (wordpress.md §3)', async () => {
  const client = await openWordpress()
  const call = await client.as('anna')
  const draft = await call('posts', {
    title: 'Rye',
    content: '<p>Bread &amp; more</p>',
    slug: 'work',
  })
  expect(draft).toMatchObject({ status: 201, body: { status: 'draft', slug: 'work' } })
  expect(draft.body.link).toContain(`?p=${draft.body.id}`)
  expect(await published(client)).toEqual([])
  client.sandbox.clock.advance(60_000)
  const route = `posts/${draft.body.id}`
  const first = await call(route, { status: 'publish', slug: '' })
  expect(first.body).toMatchObject({
    status: 'publish',
    slug: 'rye',
    link: `${client.origin()}/rye/`,
    date_gmt: '2026-11-03T12:01:00',
    date: '2026-11-03T14:01:00',
  })
  client.sandbox.clock.advance(60_000)
  expect((await call(route, { status: 'publish' })).body).toEqual(first.body)
  expect(await published(client)).toMatchObject([
    { id: String(draft.body.id), text: 'Bread & more' },
  ])
})

test('wordpress: a draft is found by its slug, only by who may edit it (wordpress.md §3)', async () => {
  const client = await openWordpress()
  const [anna, ben] = [await client.as('anna'), await client.as('ben')]
  const { body } = await ben('posts', { title: 'Rye', slug: 'work' })
  const find = 'posts?status=draft&slug=work&context=edit'
  for (const call of [anna, ben]) expect((await call(find)).body).toMatchObject([{ id: body.id }])
  expect((await (await client.as('chiara'))(find)).body).toEqual([])
  expect((await anna('posts?slug=work')).body).toEqual([])
  expect((await anna('posts', { title: 'Rye', slug: 'work' })).body.slug).toBe('work-2')
})

test('wordpress: a slug comes from the person, the title or the number (wordpress.md §3)', async () => {
  const client = await openWordpress()
  const call = await client.as('anna')
  const slugOf = async (draft: object, commit: object) => {
    const { body } = await call('posts', { content: 'x', ...draft })
    const done = await call(`posts/${body.id}`, { status: 'publish', ...commit })
    return String(done.body.slug).replace(String(done.body.id), 'number')
  }
  expect(await slugOf({ title: 'Crème & Brot!' }, {})).toBe('creme-brot')
  expect(await slugOf({ title: 'Rye', slug: 'work' }, { slug: 'Fresh Bread' })).toBe('fresh-bread')
  expect(await slugOf({ slug: 'work' }, { slug: '' })).toBe('number')
  expect(await slugOf({ slug: 'work' }, {})).toBe('work')
})

test('wordpress: the trash, and what leaves it again (wordpress.md §3)', async () => {
  const client = await openWordpress()
  const call = await client.as('anna')
  const { body } = await call('posts', { title: 'Rye', status: 'publish' })
  const route = `posts/${body.id}`
  const remove = async (query = '') => {
    const answer = await call(route + query, undefined, 'DELETE')
    return [answer.status, answer.body.code ?? answer.body.status ?? answer.body.deleted]
  }
  expect(await remove()).toEqual([200, 'trash'])
  expect(await published(client)).toEqual([])
  expect(await remove()).toEqual([410, 'rest_already_trashed'])
  expect((await call(`${route}?context=edit`)).body).toMatchObject({ slug: 'rye__trashed' })
  expect((await call(route, { status: 'publish' })).body).toMatchObject({ slug: 'rye' })
  expect(await remove('?force=true')).toEqual([200, true])
  expect(await remove()).toEqual([404, 'rest_post_invalid_id'])
})

test.each([
  ['chiara', { title: 'A', status: 'publish' }, [403, 'rest_cannot_publish']],
  ['chiara', { title: 'A' }, [201, undefined]],
  ['anna', {}, [400, 'empty_content']],
  ['anna', { title: 'A', status: 'later' }, [400, 'rest_invalid_param']],
  ['anna', { title: 'x'.repeat(70_000) }, [500, 'db_insert_error']],
  [null, { title: 'A' }, [401, 'rest_cannot_create']],
])('wordpress: %s writes %j → %j (wordpress.md §5)', async (person, json, expected) => {
  const client = await openWordpress()
  const { status, body } = await (await client.as(person))('posts', json)
  expect([status, body.code]).toEqual(expected)
})

test('wordpress: others’ posts are for editors (wordpress.md §5)', async () => {
  const client = await openWordpress()
  const [anna, ben] = [await client.as('anna'), await client.as('ben')]
  const { body } = await anna('posts', { title: 'Rye' })
  const route = `posts/${body.id}`
  const codes = async (call: typeof ben) => [
    (await call(route)).body.code,
    (await call(route, { title: 'Mine' })).body.code,
    (await call(route, undefined, 'DELETE')).body.code,
  ]
  expect(await codes(ben)).toEqual(['rest_forbidden', 'rest_cannot_edit', 'rest_cannot_delete'])
  const { body: bens } = await ben('posts', { title: 'Wheat' })
  expect((await anna(`posts/${bens.id}`, { title: 'Spelt' })).status).toBe(200)
})

test('wordpress: a list has totals, and ends with its last page (wordpress.md §2)', async () => {
  const client = await openWordpress()
  for (let hours_ago = 1; hours_ago <= 12; hours_ago++) {
    await client.control('POST', '/posts', {
      account: 'anna@blog',
      text: `${hours_ago}`,
      hours_ago,
    })
  }
  const call = await client.as(null)
  const { headers, body } = await call('posts?author=711001&per_page=5&page=3&_fields=id,slug')
  expect([headers.get('x-wp-total'), headers.get('x-wp-totalpages')]).toEqual(['12', '3'])
  expect(body).toEqual([
    { id: expect.any(Number), slug: '11' },
    { id: expect.any(Number), slug: '12' },
  ])
  expect((await call('posts?per_page=5&page=4')).body.code).toBe('rest_post_invalid_page_number')
  expect((await call('posts?per_page=101')).status).toBe(400)
})

test('wordpress: categories and tags by number, unknown ones are dropped (wordpress.md §3)', async () => {
  const client = await openWordpress()
  const call = await client.as('chiara')
  expect((await call('categories?search=butter')).body).toMatchObject([
    { id: 3, name: 'Bread &amp; Butter' },
  ])
  const tag = await call('tags', { name: 'Rye' })
  expect(tag.status).toBe(201)
  const again = await call('tags', { name: 'RYE' })
  expect(again).toMatchObject({
    status: 400,
    body: { code: 'term_exists', data: { term_id: tag.body.id } },
  })
  const { body } = await call('posts', { title: 'A', categories: [2, 99], tags: [tag.body.id, 1] })
  expect(body).toMatchObject({ categories: [2], tags: [tag.body.id] })
})

test('wordpress: files of the media library (wordpress.md §3.1)', async () => {
  const client = await openWordpress()
  const call = await client.as('ben')
  const { login } = await allow(client, 'ben')
  const upload = (bytes: Uint8Array, headers: Record<string, string>) =>
    client.request('/wp-json/wp/v2/media', {
      method: 'POST',
      body: Buffer.from(bytes),
      headers: {
        authorization: `Basic ${Buffer.from(login).toString('base64')}`,
        'content-type': 'image/png',
        ...headers,
      },
    })
  const named = { 'content-disposition': 'attachment; filename="a.png"' }
  const codeOf = async (answer: ReturnType<typeof upload>) => {
    const { status, body } = await answer
    return [status, body.code]
  }
  expect(await codeOf(upload(png(4, 4), {}))).toEqual([400, 'rest_upload_no_content_disposition'])
  expect(await codeOf(upload(new Uint8Array(), named))).toEqual([400, 'rest_upload_no_data'])
  const text = new TextEncoder().encode('no picture at all')
  expect(await codeOf(upload(text, named))).toEqual([500, 'rest_upload_sideload_error'])
  const { status, body } = await upload(png(4, 4), named)
  expect([status, body.media_type, body.mime_type]).toEqual([201, 'image', 'image/png'])
  expect((await client.request(String(body.source_url))).headers.get('content-type')).toBe(
    'image/png',
  )
  const route = `media/${body.id}`
  const described = await call(route, { alt_text: 'A "loaf" <b>' })
  expect(described.body.alt_text).toBe('A "loaf"')
  expect((await call(route, undefined, 'DELETE')).status).toBe(501)
  expect((await call(`${route}?force=true`, undefined, 'DELETE')).body).toMatchObject({
    deleted: true,
  })
  expect((await call(`${route}?force=true`, undefined, 'DELETE')).status).toBe(404)
  await client.control('PUT', '/settings', { wordpress_upload_bytes_max: 10 })
  const large = await upload(png(4, 4), named)
  expect([large.status, large.text]).toEqual([413, expect.stringContaining('<h1>')])
})

test('wordpress: messages are in the site’s language, codes are not (wordpress.md §5)', async () => {
  const client = await openWordpress()
  await client.control('PUT', '/settings', { wordpress_language: 'de' })
  const { body } = await (await client.as('anna'))('posts/1')
  expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Ungültige Beitrags-ID.' })
})

test('wordpress: post and author in a browser lead to the feed', async () => {
  const client = await openWordpress()
  const { id } = await client.control('POST', '/posts', { account: 'anna@blog', text: 'Fresh rye' })
  const at = async (path: string) =>
    (await client.request(path, { redirect: 'manual' })).headers.get('location')
  expect(await at('/fresh-rye/')).toContain(`/feed/711001#post-${id}`)
  expect(await at('/author/anna/')).toContain('/feed/711001')
})
