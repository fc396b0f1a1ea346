import { expect, test } from 'vitest'
import type { SandboxClient } from './client.ts'
import { jpeg } from './files.ts'
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
