import { expect, test } from 'vitest'
import { type Body, connect, openSandbox } from './client.ts'
import { jpeg, mp4, png, serveFiles, until } from './files.ts'

const open = '/tiktok/open/v2'

async function start() {
  const client = await openSandbox()
  const token = await connect(client, 'tiktok')
  const post = (path: string, body: unknown = {}) =>
    client.call(`${open}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const init = (source: Body, info: Body = {}) =>
    post('post/publish/video/init/', {
      post_info: {
        title: 'Bread',
        privacy_level: 'PUBLIC_TO_EVERYONE',
        brand_content_toggle: false,
        ...info,
      },
      source_info: source,
    })
  const status = (id: unknown) => post('post/publish/status/fetch/', { publish_id: id })
  return { client, token, post, init, status }
}

const data = (response: { body: Body }) => (response.body.data ?? {}) as Body
const code = (response: { body: Body }) => (response.body.error as Body).code

function put(url: string, bytes: Buffer, range: string): Promise<Response> {
  return fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'video/mp4', 'content-range': range },
    body: new Uint8Array(bytes),
  })
}

test.each([
  [4_194_304, 4_194_304, 1, undefined],
  [15_000_000, 15_000_000, 1, undefined],
  [15_000_000, 10_000_000, 1, 'The chunk size is invalid'],
  [25_000_000, 10_000_000, 2, undefined],
  [25_000_000, 10_000_000, 3, 'The total chunk count is invalid'],
  [25_000_000, 4_000_000, 6, 'The chunk size is invalid'],
  [64_000_000, 64_000_000, 1, undefined],
  [64_000_001, 10_000_000, 6, undefined],
  [66_259_900, 64_000_000, 1, 'The chunk size is invalid'],
])('tiktok: %s bytes in chunks of %s, %s of them (tiktok.md §5.3)', async (...vector) => {
  const [video_size, chunk_size, total_chunk_count, message] = vector
  const { init } = await start()
  const { body } = await init({ source: 'FILE_UPLOAD', video_size, chunk_size, total_chunk_count })
  expect(body.error).toMatchObject(message ? { code: 'invalid_params', message } : { code: 'ok' })
})

test('tiktok: chunks are checked strictly, and the last one has the remainder (tiktok.md §5.3)', async () => {
  const { client, init, status } = await start()
  const size = 12_000_123
  const file = mp4(10, size)
  const wrong = await init({
    source: 'FILE_UPLOAD',
    video_size: size,
    chunk_size: 5_000_000,
    total_chunk_count: 3,
  })
  expect([wrong.status, code(wrong)]).toEqual([400, 'invalid_params'])
  const created = await init({
    source: 'FILE_UPLOAD',
    video_size: size,
    chunk_size: 5_000_000,
    total_chunk_count: 2,
  })
  const url = String(data(created).upload_url)
  const first = file.subarray(0, 5_000_000)
  const rest = file.subarray(5_000_000)
  expect((await put(url, rest, `bytes 5000000-12000122/${size}`)).status).toBe(416)
  expect((await put(url, first, `bytes 0-4999999/${size + 1}`)).status).toBe(400)
  const stored = await put(url, first, `bytes 0-4999999/${size}`)
  expect([stored.status, stored.headers.get('content-range')]).toEqual([
    206,
    `bytes 0-4999999/${size}`,
  ])
  expect((await put(url, first, `bytes 0-4999999/${size}`)).status).toBe(416)
  expect((await put(url, rest, `bytes 5000000-12000122/${size}`)).status).toBe(201)
  expect((await put(`${url}x`, rest, 'bytes 0-1/2')).status).toBe(404)
  const { publish_id } = data(created)
  expect(data(await status(publish_id))).toMatchObject({
    status: 'PROCESSING_UPLOAD',
    uploaded_bytes: size,
  })
  client.sandbox.clock.advance(1500)
  const live = await status(publish_id)
  expect(live.text).toContain('"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[]')
  client.sandbox.clock.advance(1500)
  expect((await status(publish_id)).text).toMatch(/"publicaly_available_post_id":\[\d{19}\]/)
})

test('tiktok: an upload URL expires after one hour (tiktok.md §5.2)', async () => {
  const { client, init } = await start()
  const created = await init({
    source: 'FILE_UPLOAD',
    video_size: 1000,
    chunk_size: 1000,
    total_chunk_count: 1,
  })
  client.sandbox.clock.advance(3_600_000)
  const late = await put(String(data(created).upload_url), mp4(3, 1000), 'bytes 0-999/1000')
  expect(late.status).toBe(403)
})

test('tiktok: PULL_FROM_URL needs a verified prefix and downloads the file (tiktok.md §5.4)', async () => {
  const { client, init, status } = await start()
  const files = await serveFiles({ 'v.mp4': mp4(10), 'a.jpg': jpeg(9, 9) })
  const source = { source: 'PULL_FROM_URL', video_url: `${files}/v.mp4` }
  expect(code(await init(source))).toBe('url_ownership_unverified')
  await client.control('PUT', '/apps/tiktok', { url_prefixes: [`${files}/`] })
  await client.control('PUT', '/settings', { tiktok_rate_limits: false })
  const settle = async (created: { body: Body }) =>
    until(
      () => {
        client.sandbox.clock.advance(4000)
        return status(data(created).publish_id)
      },
      (response) => !String(data(response).status).startsWith('PROCESSING'),
    )
  expect(data(await settle(await init(source)))).toMatchObject({ status: 'PUBLISH_COMPLETE' })
  const missing = await settle(await init({ ...source, video_url: `${files}/none.mp4` }))
  expect(data(missing)).toMatchObject({ status: 'FAILED', fail_reason: 'video_pull_failed' })
  const picture = await settle(await init({ ...source, video_url: `${files}/a.jpg` }))
  expect(data(picture)).toMatchObject({ fail_reason: 'file_format_check_failed' })
})

test('tiktok: a privacy_level outside the options of creator_info returns 403 (tiktok.md §5.1)', async () => {
  const { post, init } = await start()
  const info = data(await post('post/publish/creator_info/query/'))
  expect(info.privacy_level_options).toEqual([
    'PUBLIC_TO_EVERYONE',
    'MUTUAL_FOLLOW_FRIENDS',
    'SELF_ONLY',
  ])
  const source = { source: 'FILE_UPLOAD', video_size: 1000, chunk_size: 1000, total_chunk_count: 1 }
  const wrong = await init(source, { privacy_level: 'FOLLOWER_OF_CREATOR' })
  expect([wrong.status, code(wrong)]).toEqual([403, 'privacy_level_option_mismatch'])
})

test('tiktok: the seventh init in a minute returns rate_limit_exceeded (tiktok.md §2)', async () => {
  const { client, init } = await start()
  const source = { source: 'FILE_UPLOAD', video_size: 1000, chunk_size: 1000, total_chunk_count: 1 }
  const codes: unknown[] = []
  for (let time = 0; time < 7; time++) codes.push(code(await init(source)))
  expect(codes.at(-2)).toBe('ok')
  expect(codes.at(-1)).toBe('rate_limit_exceeded')
  client.sandbox.clock.advance(60_000)
  expect(code(await init(source))).toBe('ok')
})

test('tiktok: video/list pages public videos, newest first, by a millisecond cursor (tiktok.md §4)', async () => {
  const { client, post } = await start()
  for (const hours_ago of [3, 1, 2]) {
    await client.control('POST', '/posts', {
      account: 'tiktok:bergmannbakery',
      text: `v${hours_ago}`,
      hours_ago,
    })
  }
  const first = data(
    await post('video/list/?fields=id,video_description,view_count', { max_count: 2 }),
  )
  expect((first.videos as Body[]).map((video) => video.video_description)).toEqual(['v1', 'v2'])
  expect(first.has_more).toBe(true)
  const second = data(await post('video/list/?fields=id', { max_count: 2, cursor: first.cursor }))
  expect(second.videos).toHaveLength(1)
  const id = (first.videos as Body[])[0]?.id
  const query = await post('video/query/?fields=id', {
    filters: { video_ids: [id, '7000000000000000001'] },
  })
  expect(data(query).videos).toEqual([{ id }])
})

test('tiktok: removing the app during processing fails with auth_removed (tiktok.md §5.7)', async () => {
  const { client, init } = await start()
  const created = await init({
    source: 'FILE_UPLOAD',
    video_size: 1000,
    chunk_size: 1000,
    total_chunk_count: 1,
  })
  await put(String(data(created).upload_url), mp4(3, 1000), 'bytes 0-999/1000')
  const grants = await client.control<{ data: { id: string }[] }>('GET', '/grants')
  await client.control('POST', `/grants/${grants.data[0]?.id}/revoke`)
  client.sandbox.clock.advance(5000)
  const [publication] = [...client.sandbox.state.publications.values()]
  expect(publication).toMatchObject({ outcome: 'failed', fail_reason: 'auth_removed' })
})

test('tiktok: a ban is HTTP 200 in creator_info and 403 in init (tiktok.md §2)', async () => {
  const { client, post, init } = await start()
  await client.control('PUT', '/settings', {
    tiktok_creator_problem: 'spam_risk_user_banned_from_posting',
  })
  const info = await post('post/publish/creator_info/query/')
  expect([info.status, code(info)]).toEqual([200, 'spam_risk_user_banned_from_posting'])
  const source = { source: 'FILE_UPLOAD', video_size: 9, chunk_size: 9, total_chunk_count: 1 }
  const refused = await init(source)
  expect([refused.status, code(refused)]).toEqual([403, 'spam_risk_user_banned_from_posting'])
})

test('tiktok: up to 35 photos are downloaded, as JPEG or WebP (tiktok.md §5.5)', async () => {
  const { client, post, status } = await start()
  const files = await serveFiles({ '1.jpg': jpeg(9, 9), '2.png': png(9, 9) })
  await client.control('PUT', '/apps/tiktok', { url_prefixes: [`${files}/`] })
  const publish = async (photo_images: string[]) => {
    const created = await post('post/publish/content/init/', {
      post_info: {
        title: 'Bread',
        privacy_level: 'PUBLIC_TO_EVERYONE',
        brand_content_toggle: false,
      },
      source_info: { source: 'PULL_FROM_URL', photo_cover_index: 0, photo_images },
      post_mode: 'DIRECT_POST',
      media_type: 'PHOTO',
    })
    if (code(created) !== 'ok') return { status: code(created) }
    const settled = await until(
      () => {
        client.sandbox.clock.advance(70_000)
        return status(data(created).publish_id)
      },
      (response) => data(response).status !== 'PROCESSING_DOWNLOAD',
    )
    return data(settled)
  }
  expect(await publish([`${files}/1.jpg`])).toMatchObject({ status: 'PUBLISH_COMPLETE' })
  expect(await publish([`${files}/2.png`])).toMatchObject({
    fail_reason: 'file_format_check_failed',
  })
  expect(await publish([`${files}/3.jpg`])).toMatchObject({ fail_reason: 'photo_pull_failed' })
  expect(await publish(Array(36).fill(`${files}/1.jpg`))).toMatchObject({ status: 'invalid_param' })
})
