import { expect, test } from 'vitest'
import { type Body, connect, form, graphError, openSandbox, type SandboxClient } from './client.ts'
import { jpeg, mp4, serveFiles, until } from './files.ts'

const open = '/tiktok/open/v2'
const upload = {
  source: 'FILE_UPLOAD',
  video_size: 1000,
  chunk_size: 1000,
  total_chunk_count: 1,
}
const info = { privacy_level: 'SELF_ONLY', brand_content_toggle: false }

async function callerOf(client: SandboxClient, input: Body = {}) {
  const authorization = `Bearer ${await connect(client, 'tiktok', input)}`
  return async (path: string, body: unknown, type = 'application/json') => {
    const headers = { authorization, 'content-type': type }
    const response = await client.call(`${open}/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const { code } = (response.body.error ?? {}) as Body
    return { ...response, code, data: (response.body.data ?? {}) as Body }
  }
}

test.each([
  ['threads', 'v1.0', 200],
  ['threads', 'v25.0', 400],
  ['instagram', 'v26.0', 200],
  ['instagram', 'v99.0', 400],
  ['facebook', 'v25.0', 200],
  ['facebook', 'v1.5', 400],
] as const)('%s: version %s of the API returns %i', async (platform, version, status) => {
  const client = await openSandbox()
  const token = await connect(client, platform)
  const response = await client.call(`/${platform}/graph/${version}/me?access_token=${token}`)
  expect(response.status).toBe(status)
  if (status === 400) expect(graphError(response.body).code).toBe(2500)
})

test('facebook: page metrics need v23.0 or later (facebook.md §5)', async () => {
  const client = await openSandbox()
  const user = await connect(client, 'facebook', { pages: ['135000000000001'] })
  const list = await client.call(`/facebook/graph/v25.0/me/accounts?access_token=${user}`)
  const [page] = list.body.data as Body[]
  const statusOf = async (version: string) => {
    const query = `metric=page_media_view&period=day&access_token=${page!.access_token}`
    return (await client.call(`/facebook/graph/${version}/${page!.id}/insights?${query}`)).status
  }
  expect([await statusOf('v22.0'), await statusOf('v23.0')]).toEqual([400, 200])
})

test('tiktok: a path without a trailing slash returns 404 (tiktok.md §1.4)', async () => {
  const client = await openSandbox()
  const call = await callerOf(client)
  expect((await call('post/publish/creator_info/query', {})).text).toBe('Unsupported path(Janus)')
  expect((await call('post/publish/creator_info/query/', {})).code).toBe('ok')
  expect((await client.call(`${open}/oauth/token`, form({}))).status).toBe(404)
})

test('tiktok: a body without a JSON Content-Type returns invalid_param (tiktok.md §5)', async () => {
  const call = await callerOf(await openSandbox())
  const body = { post_info: info, source_info: upload }
  expect((await call('post/publish/video/init/', body, 'text/plain')).code).toBe('invalid_param')
  expect((await call('post/publish/video/init/', body)).code).toBe('ok')
})

test('tiktok: features that the creator disabled must be sent as disabled (tiktok.md §5.1)', async () => {
  const call = await callerOf(await openSandbox(), { person: 'ben', account: 'benrides' })
  const init = async (more: object) => {
    const post_info = { ...info, ...more }
    return (await call('post/publish/video/init/', { post_info, source_info: upload })).code
  }
  expect(await init({})).toBe('invalid_param')
  expect(await init({ disable_duet: true })).toBe('invalid_param')
  expect(await init({ disable_duet: true, disable_stitch: true })).toBe('ok')
})

test('tiktok: brand_content_toggle is required, and branded content cannot be private (tiktok.md §5.2)', async () => {
  const call = await callerOf(await openSandbox())
  const init = async (brand_content_toggle: boolean | undefined, privacy_level: string) => {
    const post_info = { privacy_level, brand_content_toggle }
    return (await call('post/publish/video/init/', { post_info, source_info: upload })).code
  }
  expect(await init(undefined, 'SELF_ONLY')).toBe('invalid_param')
  expect(await init(true, 'SELF_ONLY')).toBe('invalid_param')
  expect(await init(true, 'PUBLIC_TO_EVERYONE')).toBe('ok')
})

test.each([
  ['a video of 301 seconds', 'duration_check_failed', mp4(301)],
  ['a video of 200 pixels', 'picture_size_check_failed', mp4(10, 0, [200, 400])],
  ['a video of 1080 pixels', null, mp4(10, 0, [1080, 1920])],
])('tiktok: %s has the fail_reason %s (tiktok.md §5.7)', async (_name, reason, file) => {
  const client = await openSandbox()
  const call = await callerOf(client)
  const files = await serveFiles({ 'v.mp4': file })
  await client.control('PUT', '/apps/tiktok', { url_prefixes: [`${files}/`] })
  const source_info = { source: 'PULL_FROM_URL', video_url: `${files}/v.mp4` }
  const created = await call('post/publish/video/init/', { post_info: info, source_info })
  expect(await failReasonOf(client, call, created.data)).toBe(reason)
})

test('tiktok: a photo has at most 1080 pixels on its short side (tiktok.md §5.5)', async () => {
  const client = await openSandbox()
  const call = await callerOf(client)
  const files = await serveFiles({ 'a.jpg': jpeg(1081, 1081), 'b.jpg': jpeg(1080, 1920) })
  await client.control('PUT', '/apps/tiktok', { url_prefixes: [`${files}/`] })
  const publish = async (name: string) => {
    const photo_images = [`${files}/${name}`]
    const created = await call('post/publish/content/init/', {
      post_info: info,
      source_info: { source: 'PULL_FROM_URL', photo_cover_index: 0, photo_images },
      post_mode: 'DIRECT_POST',
      media_type: 'PHOTO',
    })
    return await failReasonOf(client, call, created.data)
  }
  expect(await publish('a.jpg')).toBe('picture_size_check_failed')
  expect(await publish('b.jpg')).toBeNull()
})

test('tiktok: the sixth account of a day on an unaudited app gets reached_active_user_cap (tiktok.md §2)', async () => {
  const client = await openSandbox()
  await client.control('PUT', '/settings', { tiktok_audited: false })
  const codes: unknown[] = []
  for (let number = 1; number <= 6; number++) {
    const account = { platform: 'tiktok', username: `cook${number}`, is_private: true }
    await client.control('POST', '/people', { name: `Cook ${number}`, accounts: [account] })
    const call = await callerOf(client, { account: `cook${number}` })
    const post_info = { ...info, disable_duet: true, disable_stitch: true }
    codes.push((await call('post/publish/video/init/', { post_info, source_info: upload })).code)
  }
  expect(codes).toEqual([...Array(5).fill('ok'), 'reached_active_user_cap'])
})

test('threads: reply_control without threads_manage_replies returns code 10 (threads.md §1.3)', async () => {
  const client = await openSandbox()
  const access_token = await connect(client, 'threads')
  const post = { media_type: 'TEXT', text: 'Bread', reply_control: 'everyone', access_token }
  expect((await client.call('/threads/graph/v1.0/me/threads', form(post))).status).toBe(200)
  const grants = await client.control<{ data: { id: string }[] }>('GET', '/grants')
  const permission = 'threads_manage_replies'
  await client.control('POST', `/grants/${grants.data[0]!.id}/remove-permission`, { permission })
  const refused = await client.call('/threads/graph/v1.0/me/threads', form(post))
  expect(graphError(refused.body).code).toBe(10)
})

test('instagram: /me/stories lists a story for 24 hours', async () => {
  const client = await openSandbox()
  const access_token = await connect(client, 'instagram')
  const files = await serveFiles({ 'a.jpg': jpeg(1080, 1920), 'v.mp4': mp4(10) })
  const graph = '/instagram/graph/v25.0'
  const story = { media_type: 'STORIES', image_url: `${files}/a.jpg`, access_token }
  const created = await client.call(`${graph}/me/media`, form(story))
  client.sandbox.clock.advance(1000)
  const creation_id = String(created.body.id)
  const live = await client.call(`${graph}/me/media_publish`, form({ creation_id, access_token }))
  const list = async () =>
    (await client.call(`${graph}/me/stories?access_token=${access_token}`)).body.data
  expect(await list()).toEqual([{ id: live.body.id }])
  client.sandbox.clock.advance(24 * 3_600_000)
  expect(await list()).toEqual([])
  const video = { media_type: 'REELS', video_url: `${files}/v.mp4`, alt_text: 'x', access_token }
  expect(graphError((await client.call(`${graph}/me/media`, form(video))).body).code).toBe(100)
})

/** Waits for the end of a publication. Returns its fail_reason, or null. */
async function failReasonOf(
  client: SandboxClient,
  call: Awaited<ReturnType<typeof callerOf>>,
  { publish_id }: Body,
): Promise<unknown> {
  const settled = await until(
    () => {
      client.sandbox.clock.advance(70_000)
      return call('post/publish/status/fetch/', { publish_id })
    },
    ({ data }) => data.status === 'FAILED' || data.status === 'PUBLISH_COMPLETE',
  )
  return settled.data.fail_reason ?? null
}
