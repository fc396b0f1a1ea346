import { expect, test } from 'vitest'
import { type Body, connect, form, graphError, openSandbox } from './client.ts'
import { jpeg, mp4, serveFiles, until } from './files.ts'

const graph = '/facebook/graph/v25.0'
const page = '135000000000001'

async function start() {
  const client = await openSandbox()
  const user = await connect(client, 'facebook')
  const list = await client.call(`${graph}/me/accounts?access_token=${user}`)
  const token = String((list.body.data as Body[])[0]?.access_token)
  const post = (path: string, params: Record<string, string>) =>
    client.call(`${graph}/${path}`, form({ access_token: token, ...params }))
  const get = (path: string) =>
    client.call(`${graph}/${path}${path.includes('?') ? '&' : '?'}access_token=${token}`)
  return { client, user, token, post, get }
}

test('facebook: publishing needs a page token and returns PAGEID_POSTID (facebook.md §3)', async () => {
  const { user, post, get } = await start()
  const created = await post(`${page}/feed`, { message: 'Open on Sunday' })
  expect(created.body.id).toMatch(new RegExp(`^${page}_\\d+$`))
  const twice = await post(`${page}/feed`, { message: 'Open on Sunday' })
  expect(graphError(twice.body)).toMatchObject({ code: 506 })
  const wrong = await post(`${page}/feed`, { message: 'As a person', access_token: user })
  expect(graphError(wrong.body)).toMatchObject({ code: 200 })
  const feed = await get(`${page}/feed?fields=id,message,permalink_url`)
  expect(feed.body.data).toMatchObject([{ id: created.body.id, message: 'Open on Sunday' }])
})

test('facebook: photos are published singly or staged for one post (facebook.md §3)', async () => {
  const { post, get } = await start()
  const files = await serveFiles({ 'a.jpg': jpeg(800, 600), 'b.jpg': jpeg(700, 600) })
  const single = await post(`${page}/photos`, { url: `${files}/a.jpg`, caption: 'One' })
  expect(single.body.post_id).toMatch(new RegExp(`^${page}_`))
  const staged = await Promise.all(
    ['a.jpg', 'b.jpg'].map((name) =>
      post(`${page}/photos`, { url: `${files}/${name}`, published: 'false' }),
    ),
  )
  const album = await post(`${page}/feed`, {
    message: 'Two',
    'attached_media[0]': JSON.stringify({ media_fbid: staged[0]?.body.id }),
    'attached_media[1]': JSON.stringify({ media_fbid: staged[1]?.body.id }),
  })
  expect(album.status).toBe(200)
  expect((await get(`${page}/feed`)).body.data).toHaveLength(2)
})

test('facebook: a video becomes a post after processing (facebook.md §3)', async () => {
  const { client, post, get } = await start()
  const files = await serveFiles({ 'v.mp4': mp4(12) })
  const created = await post(`${page}/videos`, {
    file_url: `${files}/v.mp4`,
    description: 'Kneading',
  })
  const read = () => get(`${created.body.id}?fields=post_id,status`)
  expect((await read()).body.status).toMatchObject({
    video_status: 'processing',
    publishing_phase: { status: 'not_started' },
  })
  const ready = await until(
    () => {
      client.sandbox.clock.advance(3000)
      return read()
    },
    ({ body }) => (body.status as Body).video_status === 'ready',
  )
  expect(ready.body.post_id).toMatch(new RegExp(`^${page}_`))
  expect((await get(`${created.body.id}?fields=published,status`)).body).toMatchObject({
    published: true,
    status: { publishing_phase: { status: 'complete', publish_status: 'published' } },
  })
})

test('facebook: a file that cannot be fetched or used has its own code (facebook.md §3.2)', async () => {
  const { post } = await start()
  const files = await serveFiles({ 'a.txt': Buffer.from('no media') })
  const photo = async (name: string) =>
    graphError((await post(`${page}/photos`, { url: `${files}/${name}` })).body)
  const video = async (name: string) =>
    graphError((await post(`${page}/videos`, { file_url: `${files}/${name}` })).body)
  const unreachable = { code: 324, error_subcode: 2069019, is_transient: true }
  expect(await photo('gone.jpg')).toMatchObject(unreachable)
  expect(await photo('a.txt')).toMatchObject({ code: 324, is_transient: false })
  expect(await video('gone.mp4')).toMatchObject({ code: 389, error_subcode: 1363057 })
  expect(await video('a.txt')).toMatchObject({ code: 6000, error_subcode: 1363019 })
})

test('facebook: an unpublished post is not in the feed until it is published, once (facebook.md §3.1)', async () => {
  const { client, token, post, get } = await start()
  const files = await serveFiles({ 'a.jpg': jpeg(800, 600) })
  const photo = await post(`${page}/photos`, { url: `${files}/a.jpg`, published: 'false' })
  const photoId = String(photo.body.id)
  const story = await get(`${photoId}?fields=page_story_id`)
  expect(story.body.page_story_id).toBe(`${page}_${photoId}`)
  const created = await post(`${page}/feed`, {
    published: 'false',
    'attached_media[0]': JSON.stringify({ media_fbid: photoId }),
  })
  const id = String(created.body.id)
  expect((await get(`${page}/feed`)).body.data).toEqual([])
  expect((await get(`${id}?fields=is_published`)).body.is_published).toBe(false)
  for (const _ of [1, 2])
    expect((await post(id, { is_published: 'true' })).body).toEqual({ success: true })
  const feed = await get(`${page}/feed?fields=id,attachments{target,subattachments{target}}`)
  expect(feed.body.data).toEqual([{ id, attachments: { data: [{ target: { id: photoId } }] } }])
  const remove = (object: string) =>
    client.call(`${graph}/${object}?access_token=${token}`, { method: 'DELETE' })
  expect(graphError((await remove(photoId)).body)).toMatchObject({ code: 100, error_subcode: 33 })
  expect((await remove(id)).body).toEqual({ success: true })
  expect((await get(photoId)).status).toBe(400)
})

test('facebook: comments have two levels and can be hidden and deleted (facebook.md §4)', async () => {
  const { client, post, get } = await start()
  const created = await post(`${page}/feed`, { message: 'Hello' })
  const comment = await client.control('POST', '/comments', {
    post: created.body.id,
    text: 'Looks good',
    author: 'Rita',
  })
  const reply = await post(`${comment.id}/comments`, { message: 'Thank you' })
  expect((await post(`${reply.body.id}/comments`, { message: 'Too deep' })).status).toBe(400)
  expect((await post(String(comment.id), { is_hidden: 'true' })).body).toEqual({ success: true })
  const fields = 'id,from{id,name},message,is_hidden,can_hide,comment_count,parent{id}'
  const list = await get(`${created.body.id}/comments?fields=${fields}&filter=stream`)
  expect(list.body.data).toMatchObject([
    { from: { name: 'Rita' }, is_hidden: true, can_hide: true, comment_count: 1 },
    { from: { id: page }, can_hide: false, parent: { id: comment.id } },
  ])
  const deleted = await client.call(
    `${graph}/${comment.id}?access_token=${await tokenOf(client)}`,
    {
      method: 'DELETE',
    },
  )
  expect(deleted.body).toEqual({ success: true })
  expect((await get(`${created.body.id}/comments`)).body).toEqual({ data: [] })
})

async function tokenOf(client: Awaited<ReturnType<typeof openSandbox>>): Promise<string> {
  for (const token of client.sandbox.state.tokens.values())
    if (token.page_id === page) return token.id
  throw new Error('no page token')
}

test('facebook: old metrics return an error; pages under 100 followers have no insights (facebook.md §5)', async () => {
  const { client, get } = await start()
  const old = await get(`${page}/insights?metric=page_impressions`)
  expect(graphError(old.body).message).toBe('(#100) The value must be a valid insights metric')
  const now = Math.floor(Date.now() / 1000)
  const range = `since=${now - 30 * 86_400}&until=${now}`
  const good = await get(`${page}/insights?metric=page_media_view&period=day&${range}`)
  expect((good.body.data as { values: unknown[] }[])[0]?.values.length).toBeGreaterThan(20)
  await client.control('PATCH', `/accounts/${page}`, { followers: 99 })
  expect((await get(`${page}/insights?metric=page_media_view&${range}`)).body).toEqual({ data: [] })
})

test('facebook: page_follows has the followers at the end of each day (facebook.md §5)', async () => {
  const { client, get } = await start()
  const { followers, created_at } = client.sandbox.state.accounts.get(page)!
  const now = Math.floor(client.sandbox.clock.ms() / 1000)
  const read = async (since: number, until: number) => {
    const query = `metric=page_follows&period=day&since=${since}&until=${until}`
    const { body } = await get(`${page}/insights?${query}`)
    const [metric] = body.data as { values: { value: number }[] }[]
    return metric!.values.map(({ value }) => value)
  }
  const values = await read(now - 30 * 86_400, now)
  expect(values).toEqual(values.toSorted((a, b) => a - b))
  expect(values[0]).toBeLessThan(followers)
  expect(values.at(-1)).toBeLessThanOrEqual(followers)
  const birth = Math.floor(created_at / 1000) - 30 * 86_400
  expect(await read(birth, birth + 20 * 86_400)).toEqual([])
})

test('facebook: a reel is published in three phases (facebook.md §3)', async () => {
  const { client, token, post, get } = await start()
  const files = await serveFiles({ 'v.mp4': mp4(12) })
  const started = await post(`${page}/video_reels`, { upload_phase: 'start' })
  const early = await post(`${page}/video_reels`, {
    upload_phase: 'finish',
    video_id: String(started.body.video_id),
  })
  expect(early.status).toBe(400)
  const uploaded = await client.call(String(started.body.upload_url), {
    method: 'POST',
    headers: { authorization: `OAuth ${token}`, file_url: `${files}/v.mp4` },
  })
  expect(uploaded.body).toEqual({ success: true })
  const done = await post(`${page}/video_reels`, {
    upload_phase: 'finish',
    video_id: String(started.body.video_id),
    video_state: 'PUBLISHED',
    description: 'Kneading',
  })
  expect(done.body).toMatchObject({ success: true })
  client.sandbox.clock.advance(3000)
  const read = await get(`${started.body.video_id}?fields=status,post_id`)
  expect(read.body).toMatchObject({ status: { video_status: 'ready' } })
})

test('facebook: a page deselected in a later dialog returns code 10 (facebook.md §1.4)', async () => {
  const { client, get } = await start()
  await connect(client, 'facebook', { pages: ['Bergmann Catering'] })
  expect(graphError((await get(`${page}/feed`)).body)).toMatchObject({ code: 10 })
})
