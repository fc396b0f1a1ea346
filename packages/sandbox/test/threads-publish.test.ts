import { expect, test } from 'vitest'
import { type Body, connect, form, graphError, openSandbox, type SandboxClient } from './client.ts'
import { jpeg, mp4, serveFiles, until } from './files.ts'

const graph = '/threads/graph/v1.0'

async function start(options = {}) {
  const client = await openSandbox(options)
  const token = await connect(client, 'threads')
  const post = (path: string, params: Record<string, string>) =>
    client.call(`${graph}/${path}`, form({ ...params, access_token: token }))
  const get = (path: string) =>
    client.call(`${graph}/${path}${path.includes('?') ? '&' : '?'}access_token=${token}`)
  const publish = async (text: string, more: Record<string, string> = {}) => {
    const created = await post('me/threads', { media_type: 'TEXT', text, ...more })
    client.sandbox.clock.advance(1000)
    const response = await post('me/threads_publish', { creation_id: String(created.body.id) })
    return String(response.body.id)
  }
  return { client, token, post, get, publish }
}

const settled = (
  get: (path: string) => Promise<{ body: Body }>,
  id: unknown,
  client: SandboxClient,
) =>
  until(
    () => {
      client.sandbox.clock.advance(1000)
      return get(`${id}?fields=status,error_message`)
    },
    ({ body }) => body.status !== 'IN_PROGRESS',
  )

test('threads: a container is published once, and the post has a different id (threads.md §3.3)', async () => {
  const { client, post, get } = await start()
  const created = await post('me/threads', { media_type: 'TEXT', text: 'Fresh bread' })
  const early = await post('me/threads_publish', { creation_id: String(created.body.id) })
  expect(graphError(early.body)).toMatchObject({ code: 24, error_subcode: 4279009 })
  client.sandbox.clock.advance(1000)
  expect((await get(`${created.body.id}?fields=id,status`)).body).toEqual({
    id: created.body.id,
    status: 'FINISHED',
  })
  const live = await post('me/threads_publish', { creation_id: String(created.body.id) })
  expect(live.body.id).not.toBe(created.body.id)
  const again = await post('me/threads_publish', { creation_id: String(created.body.id) })
  expect(graphError(again.body)).toMatchObject({ code: 24 })
  expect((await get(`${created.body.id}?fields=status`)).body.status).toBe('PUBLISHED')
  const wrong = await get(`${live.body.id}?fields=status`)
  expect(graphError(wrong.body)).toMatchObject({
    code: 100,
    type: 'THApiException',
    message: 'Tried accessing nonexisting field (status)',
  })
  const list = await get('me/threads?fields=id,text,permalink,media_type')
  expect(list.body.data).toMatchObject([
    { id: live.body.id, text: 'Fresh bread', media_type: 'TEXT_POST' },
  ])
})

test('threads: an unpublished container expires after 24 hours (threads.md §3.2)', async () => {
  const { client, post, get } = await start()
  const created = await post('me/threads', { media_type: 'TEXT', text: 'Old' })
  client.sandbox.clock.advance(24 * 3_600_000)
  expect((await get(`${created.body.id}?fields=status`)).body.status).toBe('EXPIRED')
})

test('threads: with publish_lag_ms a FINISHED container cannot be published yet (threads.md §3.3)', async () => {
  const { client, post } = await start()
  await client.control('PUT', '/settings', { text_ms: 0, publish_lag_ms: 5000 })
  const created = await post('me/threads', { media_type: 'TEXT', text: 'Soon' })
  const early = await post('me/threads_publish', { creation_id: String(created.body.id) })
  expect(graphError(early.body)).toMatchObject({ code: 24 })
  client.sandbox.clock.advance(5000)
  const live = await post('me/threads_publish', { creation_id: String(created.body.id) })
  expect(live.status).toBe(200)
})

test('threads: more than 500 bytes or 5 links return code 100 (threads.md §3.6)', async () => {
  const { post } = await start()
  const long = await post('me/threads', { media_type: 'TEXT', text: 'ä'.repeat(251) })
  expect(graphError(long.body)).toMatchObject({
    code: 100,
    message: 'Param text must be at most 500 characters long',
  })
  const links = [1, 2, 3, 4, 5, 6].map((n) => `https://e.example/${n}`).join(' ')
  const many = await post('me/threads', { media_type: 'TEXT', text: links })
  expect(String(graphError(many.body).message)).toContain('THREADS_API__LINK_LIMIT_EXCEEDED')
})

test('threads: media are downloaded, and unusable files fail (threads.md §3.2, §7)', async () => {
  const { client, post, get } = await start()
  const files = await serveFiles({ 'a.jpg': jpeg(800, 600), 'v.mp4': mp4(10), 'x.mp4': jpeg(2, 2) })
  const missing = await post('me/threads', { media_type: 'IMAGE', image_url: `${files}/none.jpg` })
  expect(graphError(missing.body)).toMatchObject({ code: 1, error_subcode: 2207052 })
  const statusOf = async (name: string) => {
    const created = await post('me/threads', { media_type: 'VIDEO', video_url: `${files}/${name}` })
    return (await settled(get, created.body.id, client)).body
  }
  expect(await statusOf('v.mp4')).toMatchObject({ status: 'FINISHED' })
  expect(await statusOf('none.mp4')).toMatchObject({
    status: 'ERROR',
    error_message: 'FAILED_DOWNLOADING_VIDEO',
  })
  expect(await statusOf('x.mp4')).toMatchObject({ error_message: 'FAILED_PROCESSING_VIDEO' })
})

test('threads: a carousel of 2 to 20 items is published as one post (threads.md §3.4)', async () => {
  const { client, post, get } = await start()
  const files = await serveFiles({ 'a.jpg': jpeg(800, 600), 'b.jpg': jpeg(600, 600) })
  const item = async (name: string, more = {}) => {
    const params = { media_type: 'IMAGE', image_url: `${files}/${name}`, ...more }
    return String((await post('me/threads', params)).body.id)
  }
  const alone = await item('a.jpg', { is_carousel_item: 'true' })
  const one = await post('me/threads', { media_type: 'CAROUSEL', children: alone })
  expect(graphError(one.body)).toMatchObject({ code: 100 })
  const notItem = await item('b.jpg')
  const mixed = await post('me/threads', {
    media_type: 'CAROUSEL',
    children: `${alone},${notItem}`,
  })
  expect(graphError(mixed.body)).toMatchObject({ code: 100 })
  const second = await item('b.jpg', { is_carousel_item: 'true' })
  const early = await post('me/threads', {
    media_type: 'CAROUSEL',
    children: `${alone},${second}`,
  })
  expect(graphError(early.body)).toMatchObject({ code: 100 })
  client.sandbox.clock.advance(1000)
  const created = await post('me/threads', {
    media_type: 'CAROUSEL',
    children: `${alone},${second}`,
    text: 'Two',
  })
  client.sandbox.clock.advance(5000)
  const live = await post('me/threads_publish', { creation_id: String(created.body.id) })
  const read = await get(`${live.body.id}?fields=media_type,children{media_type,media_url}`)
  expect(read.body).toMatchObject({ media_type: 'CAROUSEL_ALBUM' })
  const children = (read.body.children as { data: { media_url: string }[] }).data
  expect(children).toHaveLength(2)
  expect((await client.call(children[0]!.media_url)).headers.get('content-type')).toBe('image/jpeg')
  const quota = await get('me/threads_publishing_limit?fields=quota_usage,config')
  expect(quota.body.data).toEqual([
    { quota_usage: 1, config: { quota_total: 250, quota_duration: 86_400 } },
  ])
})

test('threads: replies are one level; conversation is flat and for root posts only (threads.md §4.1)', async () => {
  const { client, get, publish } = await start()
  const root = await publish('What do you think?')
  const first = await client.control('POST', '/comments', {
    post: root,
    text: 'Nice',
    author: 'rita',
  })
  const nested = await client.control('POST', '/comments', {
    post: root,
    text: 'Very',
    parent: first.id,
    author_private: true,
  })
  await client.control('POST', '/comments', { post: root, text: 'Old', hours_ago: 30 })
  const ownReply = await publish('Thanks', { reply_to_id: String(first.id) })
  const top = await get(`${root}/replies?fields=text`)
  expect((top.body.data as Body[]).map((reply) => reply.text)).toEqual(['Nice', 'Old'])
  const flat = await get(
    `${root}/conversation?fields=id,text,username,is_reply_owned_by_me,replied_to&reverse=false`,
  )
  expect(flat.body.data).toMatchObject([
    { text: 'Old' },
    { text: 'Nice', username: 'rita', replied_to: { id: root } },
    { text: 'Very', replied_to: { id: first.id } },
    { text: 'Thanks', id: ownReply, is_reply_owned_by_me: true },
  ])
  expect((flat.body.data as Body[])[2]).not.toHaveProperty('username')
  expect((await get(`${nested.id}/conversation`)).status).toBe(500)
})

test('threads: a reply within five seconds of the post is refused with 24/4279009 (threads.md §4.2)', async () => {
  const { client, get, post, publish } = await start()
  const root = await publish('Fresh bread')
  const reply = { media_type: 'TEXT', text: 'From seven', reply_to_id: root }
  const early = await post('me/threads', { ...reply, auto_publish_text: 'true' })
  expect([early.status, graphError(early.body)]).toMatchObject([400, { error_subcode: 4279009 }])
  client.sandbox.clock.advance(5_000)
  const sent = await post('me/threads', { ...reply, auto_publish_text: 'true' })
  expect((await get(`${root}/replies`)).body.data).toEqual([{ id: sent.body.id }])
})

test('threads: a reply to a reply of one’s own is refused for five seconds too (threads.md §4.2)', async () => {
  const { client, get, post, publish } = await start()
  const root = await publish('One')
  client.sandbox.clock.advance(5_000)
  const second = await publish('Two', { reply_to_id: root })
  const third = { media_type: 'TEXT', text: 'Three', reply_to_id: second }
  expect(graphError((await post('me/threads', third)).body)).toMatchObject({
    error_subcode: 4279009,
  })
  client.sandbox.clock.advance(5_000)
  const created = await post('me/threads', third)
  client.sandbox.clock.advance(1_000)
  const live = await post('me/threads_publish', { creation_id: String(created.body.id) })
  expect((await get(`${second}/replies`)).body.data).toEqual([{ id: live.body.id }])
})

test('threads: replies of the account are in their own list, with their files and options (threads.md §4.1)', async () => {
  const { client, get, post, publish } = await start()
  const files = await serveFiles({ 'a.jpg': jpeg(800, 600) })
  const root = await publish('One')
  client.sandbox.clock.advance(5_000)
  const item = { media_type: 'IMAGE', image_url: `${files}/a.jpg`, is_carousel_item: 'true' }
  const items = [await post('me/threads', item), await post('me/threads', item)]
  client.sandbox.clock.advance(5_000)
  const created = await post('me/threads', {
    media_type: 'CAROUSEL',
    children: items.map(({ body }) => body.id).join(),
    text: 'Two',
    reply_to_id: root,
    reply_control: 'mentioned_only',
  })
  client.sandbox.clock.advance(5_000)
  const live = await post('me/threads_publish', { creation_id: String(created.body.id) })
  const fields = 'media_type,text,replied_to,reply_audience'
  const reply = {
    id: live.body.id,
    media_type: 'CAROUSEL_ALBUM',
    text: 'Two',
    replied_to: { id: root },
    reply_audience: 'MENTIONED_ONLY',
  }
  expect((await get(`me/replies?fields=id,${fields}`)).body.data).toEqual([reply])
  expect((await get('me/threads')).body.data).toEqual([{ id: root }])
  const later = Math.floor(client.sandbox.clock.ms() / 1_000) + 60
  expect((await get(`me/replies?since=${later}`)).body.data).toEqual([])
  const quota = await get('me/threads_publishing_limit?fields=quota_usage,reply_quota_usage')
  expect(quota.body.data).toEqual([{ quota_usage: 1, reply_quota_usage: 1 }])
})

test('threads: a reply whose post was deleted is refused with code 100, also at publish (threads.md §4.2)', async () => {
  const { client, post, publish } = await start()
  const root = await publish('One')
  client.sandbox.clock.advance(5_000)
  const reply = { media_type: 'TEXT', text: 'Two', reply_to_id: root }
  const created = await post('me/threads', reply)
  client.sandbox.clock.advance(1_000)
  await client.control('DELETE', `/posts/${root}`)
  const refused = [
    await post('me/threads', reply),
    await post('me/threads_publish', { creation_id: String(created.body.id) }),
  ]
  for (const { status, body } of refused) {
    expect([status, graphError(body)]).toMatchObject([500, { code: 100 }])
  }
})

test('threads: refusals have HTTP 500 and code 100 (threads.md §7)', async () => {
  const { get, post } = await start()
  const refused = [
    await post('me/threads', { media_type: 'TEXT', text: 'ä'.repeat(251) }),
    await post('me/threads', { media_type: 'IMAGE', image_url: 'no url' }),
    await post('me/threads', { media_type: 'TEXT', text: 'Hi', reply_to_id: '1' }),
    await get('me/threads_insights?metric=impressions'),
    await get('me?fields=followers'),
  ]
  for (const { status, body } of refused) {
    expect([status, graphError(body)]).toMatchObject([500, { code: 100, type: 'THApiException' }])
  }
})

test('threads: a carousel with an unfinished item is refused with 100/4279004 (threads.md §3.4)', async () => {
  const { post } = await start()
  const files = await serveFiles({ 'a.jpg': jpeg(800, 600) })
  const item = { media_type: 'IMAGE', image_url: `${files}/a.jpg`, is_carousel_item: 'true' }
  const ids = [await post('me/threads', item), await post('me/threads', item)]
  const children = ids.map(({ body }) => body.id).join()
  const refused = await post('me/threads', { media_type: 'CAROUSEL', children })
  expect([refused.status, graphError(refused.body)]).toMatchObject([
    400,
    { error_subcode: 4279004 },
  ])
})

test('threads: hiding a top-level reply hides nested ones, which cannot be hidden alone (threads.md §4.3)', async () => {
  const { client, get, post, publish } = await start()
  const root = await publish('Hello')
  const first = await client.control('POST', '/comments', { post: root, text: 'Spam' })
  const nested = await client.control('POST', '/comments', {
    post: root,
    text: 'More',
    parent: first.id,
  })
  const status = async (id: unknown) => (await get(`${id}?fields=hide_status`)).body.hide_status
  expect(await status(first.id)).toBe('NOT_HUSHED')
  expect((await post(`${first.id}/manage_reply`, { hide: 'true' })).body).toEqual({ success: true })
  expect([await status(first.id), await status(nested.id)]).toEqual(['HIDDEN', 'HIDDEN'])
  await post(`${first.id}/manage_reply`, { hide: 'false' })
  expect(await status(first.id)).toBe('UNHUSHED')
  const refused = await post(`${nested.id}/manage_reply`, { hide: 'true' })
  expect(graphError(refused.body)).toMatchObject({ code: 100 })
})

test('threads: replies to a post with reply approvals are pending until approved (threads.md §4.4)', async () => {
  const { client, get, post, publish } = await start()
  const root = await publish('Careful', { enable_reply_approvals: 'true' })
  const reply = await client.control('POST', '/comments', { post: root, text: 'Hm' })
  expect((await get(`${root}/replies`)).body.data).toEqual([])
  const pending = await get(`${root}/pending_replies?fields=reply_approval_status`)
  expect(pending.body.data).toEqual([{ reply_approval_status: 'pending', id: reply.id }])
  await post(`${reply.id}/manage_pending_reply`, { approve: 'true' })
  expect((await get(`${root}/replies`)).body.data).toHaveLength(1)
})

test('threads: a removed permission returns code 10, and the token stays valid (threads.md §7)', async () => {
  const { client, get } = await start()
  const grants = await client.control<{ data: { id: string }[] }>('GET', '/grants')
  const path = `/grants/${grants.data[0]?.id}/remove-permission`
  await client.control('POST', path, { permission: 'threads_manage_insights' })
  const response = await get('me/threads_insights?metric=views')
  expect(graphError(response.body)).toMatchObject({ code: 10 })
  expect((await get('me')).status).toBe(200)
})
