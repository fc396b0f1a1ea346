import { expect, test } from 'vitest'
import { openWordpress, type WordpressClient } from './wordpress-client.ts'

async function postOf({ control }: WordpressClient, account = 'anna@blog', facts = {}) {
  return String((await control('POST', '/posts', { account, text: 'Bread', facts })).id)
}

async function commentOn({ control }: WordpressClient, post: string, more: object = {}) {
  return String((await control('POST', '/comments', { post, text: 'Lovely', ...more })).id)
}

test('wordpress: states of comments and who lists them (wordpress.md §4)', async () => {
  const client = await openWordpress()
  const post = await postOf(client)
  for (const status of ['hold', 'spam', 'trash'])
    await commentOn(client, post, { facts: { status } })
  await commentOn(client, post)
  const list = async (person: string | null, status: string) => {
    const { body } = await (await client.as(person))(`comments?post=${post}&status=${status}`)
    return Array.isArray(body) ? body.map((each) => each.status) : body.code
  }
  expect(await list('anna', 'all')).toEqual(['approved', 'hold'])
  expect(await list('anna', 'spam')).toEqual(['spam'])
  expect(await list('anna', 'approved')).toEqual([])
  expect(await list(null, 'approve')).toEqual(['approved'])
  expect(await list('ben', 'all')).toEqual(['approved'])
  expect(await list(null, 'all')).toBe('rest_forbidden_param')
})

test('wordpress: the stored text and the writer’s data are for those who moderate (wordpress.md §4)', async () => {
  const client = await openWordpress()
  const post = await postOf(client, 'ben@blog')
  await commentOn(client, post, { text: 'a < b & "c"\n\n<b>bold</b> <script>x</script>' })
  const edit = `comments?post=${post}&context=edit`
  const { body } = await (await client.as('anna'))(edit)
  expect(body).toMatchObject([
    {
      author_ip: expect.any(String),
      content: { raw: 'a &lt; b &amp; "c"\n\n<b>bold</b> x' },
    },
  ])
  const ben = await client.as('ben')
  expect((await ben(edit)).body.code).toBe('rest_forbidden_context')
  const [shown] = (await ben(`comments?post=${post}`)).body as unknown as Record<string, unknown>[]
  expect(shown).not.toHaveProperty('author_ip')
  expect(shown!.content).toEqual({
    rendered: '<p>a &lt; b &amp; &#8220;c&#8221;</p>\n<p><b>bold</b> x</p>\n',
  })
})

test.each([
  ['a second time', async () => ({}), [409, 'comment_duplicate']],
  [
    'too fast',
    async (client: WordpressClient) => {
      await client.control('PUT', '/settings', { wordpress_comment_flood: true })
      return { content: 'again' }
    },
    [400, 'comment_flood'],
  ],
  ['without a text', async () => ({ content: ' ' }), [400, 'rest_comment_content_invalid']],
  [
    'that is too long',
    async () => ({ content: 'x'.repeat(65_526) }),
    [400, 'comment_content_column_length'],
  ],
  ['to no post', async () => ({ post: 1 }), [403, 'rest_comment_invalid_post_id']],
  [
    'to a closed post',
    async (client: WordpressClient) => ({
      post: await postOf(client, 'anna@blog', { comment_status: 'closed' }),
    }),
    [403, 'rest_comment_closed'],
  ],
  ['to a comment that is gone', async () => ({ parent: 1 }), [201, undefined]],
])('wordpress: a comment %s (wordpress.md §4)', async (_name, change, expected) => {
  const client = await openWordpress()
  const call = await client.as('anna')
  const post = await postOf(client)
  const json = { post, content: 'Thanks' }
  expect((await call('comments', json)).status).toBe(201)
  const { status, body } = await call('comments', { ...json, ...(await change(client)) })
  expect([status, body.code]).toEqual(expected)
})

test('wordpress: an author moderates the comments of their own posts (wordpress.md §4)', async () => {
  const client = await openWordpress()
  const ben = await client.as('ben')
  const own = await commentOn(client, await postOf(client, 'ben@blog'))
  const other = await commentOn(client, await postOf(client))
  const change = async (id: string, status: string) => {
    const { body } = await ben(`comments/${id}`, { status })
    return body.code ?? body.status
  }
  expect(await change(own, 'hold')).toBe('hold')
  expect(await change(own, 'hold')).toBe('hold')
  expect(await change(own, 'approve')).toBe('approved')
  expect(await change(other, 'hold')).toBe('rest_cannot_edit')
  await client.control('PUT', '/settings', { wordpress_refuses_same_status: true })
  expect(await change(own, 'approved')).toBe('rest_comment_failed_edit')
})

test('wordpress: comments of visitors wait where the site asks for it (wordpress.md §4)', async () => {
  const client = await openWordpress()
  await client.control('PUT', '/settings', { wordpress_moderates_comments: true })
  const post = await postOf(client)
  const anna = await client.as('anna')
  const waiting = await commentOn(client, post)
  await commentOn(client, post, { by_owner: true })
  const { body } = await anna(`comments?post=${post}&status=hold`)
  expect(body).toMatchObject([{ id: Number(waiting), author: 0 }])
  const visitor = await client.as(null)
  expect((await visitor(`comments/${waiting}`)).body.code).toBe('rest_cannot_read')
})

test('wordpress: deleting a comment, and one that is gone (wordpress.md §4)', async () => {
  const client = await openWordpress()
  const call = await client.as('anna')
  const route = `comments/${await commentOn(client, await postOf(client))}`
  const remove = async (query = '') => {
    const { status, body } = await call(route + query, undefined, 'DELETE')
    return [status, body.code ?? body.status ?? body.deleted]
  }
  expect(await remove()).toEqual([200, 'trash'])
  expect(await remove()).toEqual([410, 'rest_already_trashed'])
  expect(await remove('?force=true')).toEqual([200, true])
  expect((await call(route)).body.code).toBe('rest_comment_invalid_id')
})

test('wordpress: 120 comments over pages, in both orders (wordpress.md §4)', async () => {
  const client = await openWordpress()
  const post = await postOf(client)
  for (let hours_ago = 120; hours_ago > 0; hours_ago--) {
    await commentOn(client, post, { text: `${hours_ago}`, hours_ago })
  }
  const call = await client.as('anna')
  const read = async (query: string) => {
    const { headers, body } = await call(`comments?post=${post}&context=edit&${query}`)
    const list = body as unknown as { content: { raw: string } }[]
    return [headers.get('x-wp-totalpages'), list.length, list[0]?.content.raw]
  }
  expect(await read('per_page=100')).toEqual(['2', 100, '1'])
  expect(await read('per_page=100&page=2')).toEqual(['2', 20, '101'])
  expect(await read('per_page=100&page=3')).toEqual(['2', 0, undefined])
  expect(await read('order=asc')).toEqual(['12', 10, '120'])
})
