import { expect, test } from 'vitest'
import {
  type Answer,
  type Body,
  type Client,
  call,
  login,
  openBluesky,
  putPost,
  type Session,
} from './bluesky-client.ts'
import { jpeg, mp4, png } from './files.ts'

const RKEY = '3jzfcijpj2z2a'
const OTHER = '3jzfcijpj2z2b'

function upload(client: Client, session: Session, bytes: Buffer, type = 'image/png') {
  return call(client, session, 'com.atproto.repo.uploadBlob', { bytes, type })
}

async function uploaded(client: Client, session: Session, bytes: Buffer, type?: string) {
  return (await upload(client, session, bytes, type)).body.blob as Body
}

function putImage(client: Client, session: Session, image: Body, rkey = RKEY): Promise<Answer> {
  const embed = { $type: 'app.bsky.embed.images', images: [{ image, alt: 'Bread' }] }
  return putPost(client, session, rkey, { text: '', embed })
}

async function open(): Promise<{ client: Client; session: Session }> {
  const client = await openBluesky()
  return { client, session: await login(client) }
}

test('an upload returns a blob whose type was read from the bytes', async () => {
  const { client, session } = await open()
  const bytes = jpeg(64, 48)
  const { status, body } = await upload(client, session, bytes, 'image/png')
  expect([status, body]).toEqual([
    200,
    {
      blob: {
        $type: 'blob',
        ref: { $link: expect.stringMatching(/^bafkrei[a-z2-7]{52}$/) },
        mimeType: 'image/jpeg',
        size: bytes.length,
      },
    },
  ])
  expect((await upload(client, session, bytes)).body).toEqual(body)
})

test('a file of an unknown kind has the type of the header', async () => {
  const { client, session } = await open()
  const blob = await uploaded(client, session, Buffer.from('WEBVTT'), 'text/vtt; charset=utf-8')
  expect(blob.mimeType).toBe('text/vtt')
})

test('an upload above the server’s limit returns 413, which is lower on an own server', async () => {
  const { client, session } = await open()
  const bytes = mp4(3, 5_242_881)
  expect((await upload(client, session, bytes, 'video/mp4')).status).toBe(200)
  const ben = await login(client, 'ben')
  const large = await upload(client, ben, bytes, 'video/mp4')
  expect([large.status, large.body.error]).toEqual([413, 'PayloadTooLarge'])
  await client.settings({ bluesky_upload_bytes_max: 10 })
  expect((await upload(client, session, png(8, 8))).status).toBe(413)
})

test('a post with an uploaded image shows it in the feed', async () => {
  const { client, session } = await open()
  const image = await uploaded(client, session, png(8, 8))
  expect((await putImage(client, session, image)).status).toBe(200)
  const { data } = await client.control<{ data: Body[] }>('GET', '/posts')
  const [post] = data
  expect(post).toMatchObject({ media_ids: [expect.any(String)], facts: { alt_text: 'Bread' } })
  const file = await fetch(`${client.url}/media/${(post!.media_ids as string[])[0]}`)
  expect(Buffer.from(await file.arrayBuffer())).toEqual(png(8, 8))
})

test('a video with captions and a link card with a picture are accepted', async () => {
  const { client, session } = await open()
  const video = await uploaded(client, session, mp4(3), 'video/mp4')
  const file = await uploaded(client, session, Buffer.from('WEBVTT'), 'text/vtt')
  const captions = [{ lang: 'en', file }]
  const film = { $type: 'app.bsky.embed.video', video, captions, alt: 'Oven' }
  expect((await putPost(client, session, RKEY, { text: 'a', embed: film })).status).toBe(200)
  const thumb = await uploaded(client, session, png(8, 8))
  const external = { uri: 'https://bakery.example/', title: 'Bakery', description: '', thumb }
  const card = { $type: 'app.bsky.embed.external', external }
  expect((await putPost(client, session, OTHER, { text: 'b', embed: card })).status).toBe(200)
  const { data } = await client.control<{ data: Body[] }>('GET', '/posts')
  expect(data[1]).toMatchObject({ facts: { link: 'https://bakery.example/' } })
})

test('a blob that was not uploaded by the account returns BlobNotFound', async () => {
  const { client, session } = await open()
  const chiara = await login(client, 'chiara')
  const image = await uploaded(client, chiara, png(8, 8))
  const { status, body } = await putImage(client, session, image)
  const { $link } = image.ref as { $link: string }
  expect([status, body]).toEqual([
    400,
    { error: 'BlobNotFound', message: `Could not find blob: ${$link}` },
  ])
})

test('an unused blob is swept after an hour, a used one stays, and an upload repairs it', async () => {
  const { client, session } = await open()
  const used = await uploaded(client, session, png(8, 8))
  const unused = await uploaded(client, session, png(9, 9))
  await putImage(client, session, used)
  await client.advance(3600)
  session.access = (await login(client)).access
  const again = await login(client)
  expect((await putImage(client, again, used, OTHER)).status).toBe(200)
  expect((await putImage(client, again, unused, '3jzfcijpj2z2c')).body.error).toBe('BlobNotFound')
  await uploaded(client, again, png(9, 9))
  expect((await putImage(client, again, unused, '3jzfcijpj2z2c')).status).toBe(200)
})

test('an image above the limit of records is refused, also one that may be uploaded', async () => {
  const { client, session } = await open()
  const bytes = Buffer.concat([png(8, 8), Buffer.alloc(1_500_000)])
  const image = await uploaded(client, session, bytes)
  await client.settings({ bluesky_image_bytes_max: 1_000_000 })
  const { status, body } = await putImage(client, session, image)
  expect([status, body.error]).toEqual([400, 'InvalidRequest'])
  expect(body.message).toContain('blob too big (maximum 1000000, got 1500056) at $.record.embed')
  await client.settings({ bluesky_image_bytes_max: 2_000_000 })
  expect((await putImage(client, session, image)).status).toBe(200)
})

test.each<[string, Body, string]>([
  ['another type', { mimeType: 'image/webp' }, 'InvalidMimeType'],
  ['another size', { size: 3 }, 'InvalidSize'],
])('a blob with %s than uploaded is refused', async (_what, changes, error) => {
  const { client, session } = await open()
  const image = await uploaded(client, session, png(8, 8))
  expect((await putImage(client, session, { ...image, ...changes })).body.error).toBe(error)
})

test('a video as an image is refused', async () => {
  const { client, session } = await open()
  const video = await uploaded(client, session, mp4(3), 'video/mp4')
  const { body } = await putImage(client, session, video)
  expect(body.error).toBe('InvalidRequest')
  expect(body.message).toContain(
    'Expected "image/*" (got "video/mp4") at $.record.embed.images[0].image.mimeType',
  )
})

test('five images are too many', async () => {
  const { client, session } = await open()
  const image = await uploaded(client, session, png(8, 8))
  const images = Array(5).fill({ image, alt: '' })
  const embed = { $type: 'app.bsky.embed.images', images }
  const { body } = await putPost(client, session, RKEY, { text: '', embed })
  expect(body.message).toContain('array too big (maximum 4, got 5) at $.record.embed.images')
})
