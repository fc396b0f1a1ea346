import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile } from '../../../../test/build.ts'
import { signInOwner } from '../../../../test/dashboard.ts'
import { imageFile, pixelBomb, truncated, videoFixture } from '../../../../test/media-files.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { limits } from '../../../core/limits.ts'

let testApp: TestApp
const settingsPath = '/v1/connect/settings'

beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(() => change({ logo_url: null }))

const change = (body: unknown) => testApp.call('PATCH', settingsPath, body)
const upload = (bytes: Buffer) => send({ data: bytes.toString('base64') })
const send = (body: unknown) => testApp.call('POST', `${settingsPath}/logo`, body)
const settings = async () => (await testApp.call('GET', settingsPath)).body
const fetchLogo = (url: string) => testApp.app.request(url)
const uploadPng = async () => (await upload(await imageFile('png'))).body.logo_url as string

describe('an uploaded logo', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('%s → logo_url is its public URL', async (format) => {
    const { status, body } = await upload(await imageFile(format, { width: 600, height: 300 }))
    expect(status).toBe(200)
    expect(body.logo_url).toMatch(/^http:\/\/localhost:4000\/logos\/[0-9a-f]{64}\.webp$/)
    expect(await settings()).toEqual(body)
    const response = await fetchLogo(body.logo_url)
    expect(response.status).toBe(200)
    const image = await sharp(await response.arrayBuffer()).metadata()
    expect(image).toMatchObject({ format: 'webp', width: 480, height: 240 })
  })

  test('is turned upright and keeps no metadata, but its transparency', async () => {
    const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } }
    const turned = await sharp(await imageFile('png', { width: 300, height: 100 }))
      .ensureAlpha(0.5)
      .withExif(gps)
      .withMetadata({ orientation: 6 })
      .webp()
      .toBuffer()
    const { body } = await upload(turned)
    const bytes = await (await fetchLogo(body.logo_url)).arrayBuffer()
    const image = await sharp(bytes).metadata()
    expect(image).toMatchObject({ width: 100, height: 300, hasAlpha: true })
    expect(image.exif).toBeUndefined()
  })

  test('is served so that no browser runs it and every browser keeps it', async () => {
    const { headers } = await fetchLogo(await uploadPng())
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; sandbox`,
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })

  test('is on the hosted page, whose policy allows images of this service', async () => {
    const url = await uploadPng()
    const profile = await buildProfile(testApp)
    const link = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
      redirect_url: (await settings()).default_redirect_url,
    })
    const page = await testApp.app.request(link.body.url)
    expect(await page.text()).toContain(`<img src="${url}"`)
    expect(page.headers.get('content-security-policy')).toContain(`img-src 'self'`)
  })

  test('is in the preview of the owner', async () => {
    const url = await uploadPng()
    const owner = await signInOwner(testApp)
    const query = new URLSearchParams({ logo_url: url })
    const { body } = await owner.call('GET', `/connect/preview?${query}`)
    expect(body).toContain(`<img src="${url}"`)
  })
})

describe('a logo is erased', () => {
  const isGone = async (url: string) => expect((await fetchLogo(url)).status).toBe(404)

  test('when another one is uploaded', async () => {
    const first = await uploadPng()
    const second = await uploadPng()
    await isGone(first)
    expect((await fetchLogo(second)).status).toBe(200)
  })

  test.each([null, 'https://www.example.com/logo.png'])('when logo_url becomes %j', async (url) => {
    const uploaded = await uploadPng()
    expect((await change({ logo_url: url })).body.logo_url).toBe(url)
    await isGone(uploaded)
    const { rows } = await testApp.ctx.db.pool.query('select logo from connect_settings')
    expect(rows).toEqual([{ logo: null }])
  })

  test('but not when other settings change', async () => {
    const url = await uploadPng()
    expect((await change({ brand_name: 'Acme' })).body).toMatchObject({ logo_url: url })
    expect((await fetchLogo(url)).status).toBe(200)
  })

  test('but not when its own URL is sent back', async () => {
    const secure = await openTestApp({ env: { PUBLIC_URL: 'https://posts.example.com' } })
    const data = (await imageFile('png')).toString('base64')
    const { body } = await secure.call('POST', `${settingsPath}/logo`, { data })
    const again = await secure.call('PATCH', settingsPath, { logo_url: body.logo_url })
    expect(again.body.logo_url).toBe(body.logo_url)
    expect((await secure.app.request(body.logo_url)).status).toBe(200)
    await secure.close()
  })
})

test('a logo takes the place of a logo_url', async () => {
  await change({ logo_url: 'https://www.example.com/logo.png' })
  expect(await uploadPng()).toContain('/logos/')
})

describe('a refused file changes nothing', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

  test.each([
    ['an SVG', () => svg, 415, 'media_type_not_supported'],
    ['an HTML page', () => Buffer.from('<!doctype html><p>x'), 415, 'media_type_not_supported'],
    ['a GIF', () => imageFile('gif'), 415, 'media_type_not_supported'],
    ['a video', () => videoFixture('clip.mp4'), 415, 'media_type_not_supported'],
    ['a truncated PNG', async () => truncated(await imageFile('png')), 422, 'media_invalid'],
    ['a decompression bomb', pixelBomb, 422, 'media_invalid'],
  ])('%s', async (_what, build, status, code) => {
    const url = await uploadPng()
    const response = await upload(await build())
    expect([response.status, response.body.error.code]).toEqual([status, code])
    expect((await settings()).logo_url).toBe(url)
  })

  test.each(['', 'not base64!', 'data:image/png;base64,eA==', 'eA', 'eA==\n', 7, null])(
    'data %j is refused with param data',
    async (data) => {
      const { status, body } = await send({ data })
      expect([status, body.error.code, body.error.param]).toEqual([
        400,
        'validation_failed',
        'data',
      ])
    },
  )

  test('an image of 1 MiB is accepted, a larger one is not', async () => {
    const png = await imageFile('png')
    const padded = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)])
    expect((await upload(padded(1_048_576))).status).toBe(200)
    expect((await upload(padded(1_048_577 + 2))).body.error.param).toBe('data')
    const { body } = await upload(padded(limits.body.logoBytesMax))
    expect(body.error.code).toBe('payload_too_large')
  })
})

test.each(['x.webp', `${'0'.repeat(64)}.webp`, `${'0'.repeat(64)}.svg`, '..%2fx'])(
  'the URL /logos/%s is 404',
  async (name) => {
    const response = await testApp.app.request(`/logos/${name}`)
    expect(response.status).toBe(404)
  },
)
