import { expect, test } from 'vitest'
import type { SandboxClient } from './client.ts'
import { jpeg, mp4 } from './files.ts'
import { anna, bakery, caller, logIn, market, openLinkedin, postOf } from './linkedin-client.ts'

const now = () => new Date('2026-11-21T09:00:00.000Z')

async function open() {
  const client = await openLinkedin({ now })
  const call = caller(client, (await logIn(client)).access_token)
  const create = (author: string, commentary: string, more?: object) =>
    call('POST', '/rest/posts', { json: postOf(author, commentary, more) })
  return { client, call, create }
}

async function postsOf(client: SandboxClient, account = bakery) {
  const path = `/posts?account=${encodeURIComponent(account)}`
  return (await client.control<{ data: Record<string, unknown>[] }>('GET', path)).data
}

type Opened = Awaited<ReturnType<typeof open>>

async function upload(
  { call }: Opened,
  owner: string,
  bytes = new Uint8Array(jpeg(100, 100)),
): Promise<string> {
  const json = { initializeUploadRequest: { owner } }
  const { body } = await call('POST', '/rest/images?action=initializeUpload', { json })
  const { uploadUrl, image } = body.value as { uploadUrl: string; image: string }
  expect(await call('PUT', uploadUrl, { bytes })).toMatchObject({ status: 201 })
  return image
}

test('a post has no body, its id in a header, and its time in its number', async () => {
  const { create } = await open()
  const { status, headers, body } = await create(bakery, 'Fresh bread')
  expect([status, body]).toEqual([201, {}])
  const number = headers.get('x-restli-id')!.replace('urn:li:share:', '')
  expect(new Date(Number(BigInt(number) >> 22n))).toEqual(now())
})

test('from an unescaped reserved sign on, the text is lost without an error', async () => {
  const { client, create } = await open()
  expect(await create(bakery, 'Bread (rye) at seven')).toMatchObject({ status: 201 })
  await create(
    bakery,
    'Bread \\(rye\\) #seven {hashtag|\\#|brot} @[Bergmann](urn:li:organization:1)',
  )
  expect((await postsOf(client)).map(({ text }) => text)).toEqual([
    'Bread ',
    'Bread (rye) #seven #brot Bergmann',
  ])
})

test('only an own page with a role that may publish is an author', async () => {
  const { create } = await open()
  expect(await create(anna, 'Hello')).toMatchObject({ status: 201 })
  for (const author of [market, 'urn:li:organization:2414031', 'urn:li:person:benSandbox2']) {
    expect(await create(author, 'Hello')).toMatchObject({ status: 403 })
  }
})

test('the same content is refused with the first post, also when that is deleted', async () => {
  const { client, call, create } = await open()
  const urn = (await create(bakery, 'Closed')).headers.get('x-restli-id')!
  const refusal = {
    status: 422,
    body: {
      message: `Content is a duplicate of ${urn}`,
      errorDetails: { inputErrors: [{ code: 'DUPLICATE_POST' }] },
    },
  }
  expect(await create(bakery, 'Closed')).toMatchObject(refusal)
  expect(await create(anna, 'Closed')).toMatchObject({ status: 201 })
  const path = `/rest/posts/${encodeURIComponent(urn)}`
  expect(await call('DELETE', path)).toMatchObject({ status: 204 })
  expect(await call('DELETE', path)).toMatchObject({ status: 204 })
  expect(await create(bakery, 'Closed')).toMatchObject(refusal)
  await client.control('POST', '/clock', { advance_seconds: 48 * 3_600 })
  expect(await create(bakery, 'Closed')).toMatchObject({ status: 201 })
})

test('posts of a page can be read, those of a person cannot', async () => {
  const { call, create } = await open()
  const read = async (author: string) => {
    const urn = (await create(author, 'Hi \\#1')).headers.get('x-restli-id')!
    return await call('GET', `/rest/posts/${encodeURIComponent(urn)}?viewContext=AUTHOR`)
  }
  expect(await read(bakery)).toMatchObject({ status: 200, body: { commentary: 'Hi \\#1' } })
  expect(await read(anna)).toMatchObject({ status: 403, body: { serviceErrorCode: 100 } })
  const list = (author: string) =>
    call('GET', `/rest/posts?q=author&author=${encodeURIComponent(author)}`)
  expect((await list(bakery)).body.elements).toHaveLength(1)
  expect(await list(anna)).toMatchObject({ status: 403 })
})

test('URNs in a path have to be encoded', async () => {
  const { call } = await open()
  const answer = await call('GET', '/rest/posts/urn:li:share:1')
  expect(answer).toMatchObject({ status: 400, body: { code: 'ILLEGAL_ARGUMENT' } })
})

test('an image belongs to the author and is processed before it can be posted', async () => {
  const opened = await open()
  const { client, call, create } = opened
  const image = await upload(opened, bakery)
  const media = { content: { media: { id: image, altText: 'A loaf' } } }
  const codeOf = async (author: string) => {
    const { body } = await create(author, 'Bread', media)
    const details = body.errorDetails as { inputErrors: { code: string }[] }
    return details.inputErrors[0]!.code
  }
  expect(await codeOf(anna)).toBe('INVALID_VALUE_FOR_FIELD')
  expect(await codeOf(bakery)).toBe('MEDIA_ASSET_PROCESSING')
  await client.control('POST', '/clock', { advance_seconds: 1 })
  const status = await call('GET', `/rest/images/${encodeURIComponent(image)}`)
  expect(status.body).toMatchObject({ owner: bakery, status: 'AVAILABLE' })
  expect(await create(bakery, 'Bread', media)).toMatchObject({ status: 201 })
  const [post] = await postsOf(client)
  expect(post).toMatchObject({ media_type: 'IMAGE', facts: { alt_text: 'A loaf' } })
})

test('what is no image fails while it is processed', async () => {
  const opened = await open()
  const image = await upload(opened, bakery, new Uint8Array([1, 2, 3]))
  await opened.client.control('POST', '/clock', { advance_seconds: 1 })
  const { body } = await opened.call('GET', `/rest/images/${encodeURIComponent(image)}`)
  expect(body.status).toBe('PROCESSING_FAILED')
})

test('several images are 2 to 20', async () => {
  const opened = await open()
  const image = await upload(opened, bakery)
  await opened.client.control('POST', '/clock', { advance_seconds: 1 })
  const create = (count: number) => {
    const images = Array.from({ length: count }, () => ({ id: image }))
    return opened.create(bakery, String(count), { content: { multiImage: { images } } })
  }
  for (const [count, status] of [
    [1, 400],
    [2, 201],
    [20, 201],
    [21, 400],
  ] as const) {
    expect(await create(count)).toMatchObject({ status })
  }
})

test('a day has a limit of calls, until midnight UTC', async () => {
  const { client, create } = await open()
  await client.control('PUT', '/settings', { linkedin_calls_per_day: 1 })
  expect(await create(bakery, 'One')).toMatchObject({ status: 201 })
  expect(await create(bakery, 'Two')).toMatchObject({ status: 429 })
  await client.control('POST', '/clock', { advance_seconds: 15 * 3_600 })
  expect(await create(bakery, 'Two')).toMatchObject({ status: 201 })
})

async function startVideo({ call }: Opened, owner: string, size: number) {
  const json = { initializeUploadRequest: { owner, fileSizeBytes: size } }
  const { body } = await call('POST', '/rest/videos?action=initializeUpload', { json })
  return body.value as {
    video: string
    uploadToken: string
    uploadInstructions: { uploadUrl: string; firstByte: number; lastByte: number }[]
  }
}

async function finalize({ call }: Opened, video: string, uploadToken: string, ids: string[]) {
  const json = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds: ids } }
  return await call('POST', '/rest/videos?action=finalizeUpload', { json })
}

test('the parts of a video are sent without the token, exactly, and may be sent again', async () => {
  const opened = await open()
  const { client, call, create } = opened
  await client.control('PUT', '/settings', { linkedin_part_bytes: 100 })
  const file = new Uint8Array(mp4(10))
  const started = await startVideo(opened, anna, file.length)
  const { video, uploadToken, uploadInstructions } = started
  expect(uploadInstructions.at(-1)!.lastByte).toBeGreaterThanOrEqual(file.length)
  const etags: string[] = []
  for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
    const bytes = file.slice(firstByte, lastByte + 1)
    expect(await call('PUT', uploadUrl, { bytes })).toMatchObject({ status: 400 })
    const send = (part: Uint8Array<ArrayBuffer>) =>
      call('PUT', uploadUrl, { bytes: part, headers: { authorization: '' } })
    expect(await send(bytes.slice(1))).toMatchObject({ status: 400 })
    const etag = (await send(bytes)).headers.get('etag')!
    expect((await send(bytes)).headers.get('etag')).toBe(etag)
    etags.push(etag.replaceAll('"', ''))
  }
  const missing = await finalize(opened, video, uploadToken, etags.slice(1))
  expect(missing).toMatchObject({ status: 400 })
  expect(await finalize(opened, video, uploadToken, etags)).toMatchObject({ status: 200 })
  const media = { content: { media: { id: video } } }
  expect(await create(anna, 'Kneading', media)).toMatchObject({ status: 400 })
  await client.control('POST', '/clock', { advance_seconds: 2 })
  const { body } = await call('GET', `/rest/videos/${encodeURIComponent(video)}`)
  expect(body.status).toBe('AVAILABLE')
  expect(await create(anna, 'Kneading', media)).toMatchObject({ status: 201 })
  expect(await postsOf(client, anna)).toMatchObject([{ media_type: 'VIDEO' }])
})

test('parts in another order are no error, but no video', async () => {
  const opened = await open()
  await opened.client.control('PUT', '/settings', { linkedin_part_bytes: 100 })
  const file = new Uint8Array(mp4(10))
  const started = await startVideo(opened, bakery, file.length)
  const etags: string[] = []
  for (const { uploadUrl, firstByte, lastByte } of started.uploadInstructions) {
    const bytes = file.slice(firstByte, lastByte + 1)
    const { headers } = await opened.call('PUT', uploadUrl, {
      bytes,
      headers: { authorization: '' },
    })
    etags.push(headers.get('etag')!.replaceAll('"', ''))
  }
  const { video, uploadToken } = started
  const scrambled = await finalize(opened, video, uploadToken, etags.toReversed())
  expect(scrambled).toMatchObject({ status: 200 })
  await opened.client.control('POST', '/clock', { advance_seconds: 2 })
  const { body } = await opened.call('GET', `/rest/videos/${encodeURIComponent(video)}`)
  expect(body.status).toBe('PROCESSING_FAILED')
})
