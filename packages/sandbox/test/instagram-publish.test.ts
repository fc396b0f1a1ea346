import { expect, test } from 'vitest'
import { type Body, connect, form, graphError, openSandbox } from './client.ts'
import { jpeg, mp4, png, serveFiles, until } from './files.ts'

const graph = '/instagram/graph/v25.0'

async function start() {
  const client = await openSandbox()
  const token = await connect(client, 'instagram')
  const files = await serveFiles({
    'a.jpg': jpeg(1080, 1080),
    'b.jpg': jpeg(1080, 1350),
    'wide.jpg': jpeg(2000, 500),
    'a.png': png(800, 800),
    'v.mp4': mp4(20),
    'short.mp4': mp4(1),
  })
  const post = (path: string, params: Record<string, string>) =>
    client.call(`${graph}/${path}`, form({ ...params, access_token: token }))
  const get = (path: string) =>
    client.call(`${graph}/${path}${path.includes('?') ? '&' : '?'}access_token=${token}`)
  const publish = async (params: Record<string, string>) => {
    const created = await post('me/media', params)
    await until(
      () => {
        client.sandbox.clock.advance(3000)
        return get(`${created.body.id}?fields=status_code`)
      },
      ({ body }) => body.status_code === 'FINISHED',
    )
    const live = await post('me/media_publish', { creation_id: String(created.body.id) })
    return String(live.body.id)
  }
  return { client, token, post, get, publish, files }
}

test('instagram: a photo is published; publishing too early fails with 9007/2207027 (instagram.md §3)', async () => {
  const { client, post, get, files } = await start()
  const created = await post('me/media', { image_url: `${files}/a.jpg`, caption: 'Bread #fresh' })
  const early = await post('me/media_publish', { creation_id: String(created.body.id) })
  expect(graphError(early.body)).toMatchObject({ code: 9007, error_subcode: 2207027 })
  client.sandbox.clock.advance(1000)
  const ready = await get(`${created.body.id}?fields=status_code,status`)
  expect(ready.body).toMatchObject({
    status_code: 'FINISHED',
    status: expect.stringMatching(/^Finished:/),
  })
  const live = await post('me/media_publish', { creation_id: String(created.body.id) })
  const read = await get(`${live.body.id}?fields=caption,media_type,media_product_type,permalink`)
  expect(read.body).toMatchObject({
    caption: 'Bread #fresh',
    media_type: 'IMAGE',
    media_product_type: 'FEED',
  })
  expect((await client.call(String(read.body.permalink))).text).toContain('Bread #fresh')
})

test('instagram: each kind of invalid file has its own code (instagram.md §7)', async () => {
  const { post, files } = await start()
  const codeOf = async (params: Record<string, string>) => {
    const { code, error_subcode } = graphError((await post('me/media', params)).body)
    return [code, error_subcode]
  }
  expect(await codeOf({ image_url: `${files}/none.jpg` })).toEqual([9004, 2207052])
  expect(await codeOf({ image_url: `${files}/a.png` })).toEqual([36001, 2207005])
  expect(await codeOf({ image_url: `${files}/wide.jpg` })).toEqual([36003, 2207009])
  expect(await codeOf({ image_url: `${files}/a.jpg`, caption: 'x'.repeat(2201) })).toEqual([
    36004, 2207010,
  ])
  expect(await codeOf({ media_type: 'CAROUSEL', children: '1' })).toEqual([100, 2207028])
  expect(await codeOf({ caption: 'text only' })).toEqual([100, undefined])
})

test('instagram: a reel is VIDEO/REELS; a too short one fails with 2207026 (instagram.md §3.6)', async () => {
  const { client, post, get, publish, files } = await start()
  const reel = await publish({ media_type: 'REELS', video_url: `${files}/v.mp4` })
  const read = await get(`${reel}?fields=media_type,media_product_type,permalink`)
  expect(read.body).toMatchObject({ media_type: 'VIDEO', media_product_type: 'REELS' })
  expect(read.body.permalink).toContain('/reel/')
  const short = await post('me/media', { media_type: 'REELS', video_url: `${files}/short.mp4` })
  const failed = await until(
    () => {
      client.sandbox.clock.advance(3000)
      return get(`${short.body.id}?fields=status_code,status`)
    },
    ({ body }) => body.status_code === 'ERROR',
  )
  expect(failed.body.status).toContain('2207026')
})

test('instagram: comments have one level of replies, and lists have a next URL (instagram.md §4)', async () => {
  const { client, get, post, publish, files } = await start()
  const media = await publish({ image_url: `${files}/a.jpg` })
  const first = await client.control('POST', '/comments', {
    post: media,
    text: 'One',
    author: 'fan',
  })
  await client.control('POST', '/comments', { post: media, text: 'Two', hours_ago: 2 })
  const reply = await post(`${first.id}/replies`, { message: 'Thanks' })
  const deeper = await post(`${reply.body.id}/replies`, { message: 'Again' })
  expect((await get(`${deeper.body.id}?fields=parent_id`)).body.parent_id).toBe(first.id)
  const page = await get(
    `${media}/comments?fields=id,text,from,hidden,replies{text,parent_id}&limit=1`,
  )
  expect(page.body.data).toMatchObject([
    {
      text: 'One',
      hidden: false,
      from: { username: 'fan' },
      replies: { data: [{ text: 'Thanks', parent_id: first.id }, { text: 'Again' }] },
    },
  ])
  const next = await client.call(String((page.body.paging as Body).next))
  expect(next.body.data).toMatchObject([{ text: 'Two' }])
})

test('instagram: the next URL has no token when the token came in a header (instagram.md §0)', async () => {
  const { client, token, publish, files } = await start()
  await publish({ image_url: `${files}/a.jpg` })
  await publish({ image_url: `${files}/b.jpg` })
  const list = await client.call(`${graph}/me/media?limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(String((list.body.paging as Body).next)).not.toContain('access_token')
})

test('instagram: hiding affects other people’s comments only; replying to a hidden one returns 400 (instagram.md §4.2, §4.3)', async () => {
  const { client, get, post, publish, files } = await start()
  const media = await publish({ image_url: `${files}/a.jpg` })
  const spam = await client.control('POST', '/comments', { post: media, text: 'Spam' })
  const ownComment = await client.control('POST', '/comments', {
    post: media,
    text: 'Mine',
    by_owner: true,
  })
  for (const id of [spam.id, ownComment.id]) {
    expect((await post(String(id), { hide: 'true' })).body).toEqual({ success: true })
  }
  expect((await get(`${spam.id}?fields=hidden`)).body.hidden).toBe(true)
  expect((await get(`${ownComment.id}?fields=hidden`)).body.hidden).toBe(false)
  expect((await post(`${spam.id}/replies`, { message: 'Hi' })).status).toBe(400)
})

test('instagram: a reply with fields returns 400 although it is written (instagram.md §4.2)', async () => {
  const { client, get, post, publish, files } = await start()
  const media = await publish({ image_url: `${files}/a.jpg` })
  const comment = await client.control('POST', '/comments', { post: media, text: 'Hi' })
  expect((await post(`${comment.id}/replies`, { message: 'Hello', fields: 'id' })).status).toBe(400)
  expect((await get(`${comment.id}/replies`)).body.data).toHaveLength(1)
})

test('instagram: account insights need metric_type and a range of at most 30 days (instagram.md §5.1)', async () => {
  const { get } = await start()
  const day = 86_400
  const now = Math.floor(Date.now() / 1000)
  const type = await get('me/insights?metric=views&period=day')
  expect(String(graphError(type.body).message)).toContain(
    'should be specified with parameter metric_type=total_value',
  )
  const long = await get(`me/insights?metric=reach&period=day&since=${now - 31 * day}&until=${now}`)
  expect(String(graphError(long.body).message)).toContain('more than 30 days (2592000 s)')
  const old = await get(
    `me/insights?metric=reach&period=day&since=${now - 200 * day}&until=${now - 180 * day}`,
  )
  expect(old.body.data).toEqual([])
  const series = await get(
    `me/insights?metric=reach&period=day&metric_type=time_series&since=${now - 20 * day}&until=${now}`,
  )
  expect(series.body.data).toMatchObject([{ name: 'reach', values: expect.any(Array) }])
  const total = await get(
    `me/insights?metric=likes&period=day&metric_type=total_value&breakdown=media_product_type&since=${now - 20 * day}&until=${now}`,
  )
  expect(total.body.data).toMatchObject([
    { total_value: { breakdowns: [{ dimension_keys: ['media_product_type'] }] } },
  ])
})

test('instagram: metrics depend on the media type; too few story viewers return code 10 (instagram.md §5.2)', async () => {
  const { client, get, publish, files } = await start()
  const photo = await publish({ image_url: `${files}/a.jpg` })
  const good = await get(
    `${photo}/insights?metric=views,reach,likes,comments,saved,shares,total_interactions`,
  )
  expect(good.body.data).toHaveLength(7)
  expect((await get(`${photo}/insights?metric=saves`)).status).toBe(400)
  const story = await publish({ media_type: 'STORIES', image_url: `${files}/a.jpg` })
  await client.control('PUT', `/posts/${story}/numbers`, { reach: 4 })
  const few = await get(`${story}/insights?metric=views`)
  expect(graphError(few.body)).toMatchObject({
    code: 10,
    message: '(#10) Not enough viewers for the media to show insights',
  })
})
