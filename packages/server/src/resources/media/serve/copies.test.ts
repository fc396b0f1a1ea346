import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { buildProfile } from '../../../../test/build.ts'
import { buildMedia, countRows, filesOnDisk, imageFile } from '../../../../test/media-files.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { PostMedia, RenditionLimits } from '../../../platforms/contract/publish.ts'
import type { Media } from '../../../schemas/media.ts'
import { storeOf } from '../../../storage/store.ts'
import { mediaChores } from '../chores.ts'
import { loadPostMedia } from './post-media.ts'

const limits: RenditionLimits = { bytesMax: 1_000_000, sideMax: 4_096, isJpeg: true }

const testApp = useTestApp({ poolMax: 3 })

const uploadPng = async (profile?: string) =>
  await buildMedia(testApp, { bytes: await imageFile('png'), ...(profile ? { profile } : {}) })

async function copy({ id }: Pick<Media, 'id'>, within = limits): Promise<PostMedia> {
  const [media] = await loadPostMedia(testApp.ctx, [{ id, alt_text: 'A loaf' }])
  return await media!.copy!(within)
}

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await testApp.app.request(new URL(url).pathname, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}
const filesOf = ({ id }: Pick<Media, 'id'>) =>
  filesOnDisk(testApp).stored.filter((name) => name.includes(id))

describe('a copy', () => {
  test('has its own public URL with a JPEG, a length and byte ranges', async () => {
    const media = await uploadPng()
    const made = await copy(media)
    expect(made).toMatchObject({
      id: media.id,
      mimeType: 'image/jpeg',
      width: 300,
      height: 200,
      altText: 'A loaf',
    })
    expect(made.url).toMatch(/\.jpg$/)
    const response = await get(made.url)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('content-length')).toBe(String(made.size))
    const { bytes } = response
    expect((await sharp(bytes).metadata()).format).toBe('jpeg')
    expect(await made.read(0, made.size - 1)).toEqual(bytes)
    const part = await get(made.url, { range: 'bytes=2-5' })
    expect([part.status, part.bytes]).toEqual([206, bytes.subarray(2, 6)])
    const unchanged = { 'if-none-match': response.headers.get('etag')! }
    expect((await get(made.url, unchanged)).status).toBe(304)
  })

  test('leaves the original as it is', async () => {
    const media = await uploadPng()
    await copy(media)
    expect((await testApp.call('GET', `/v1/media/${media.id}`)).body).toEqual(media)
    expect((await get(media.url)).headers.get('content-type')).toBe('image/png')
  })

  test('is made once for the same limits, also by two targets at the same time', async () => {
    const media = await uploadPng()
    const [one, two] = await Promise.all([copy(media), copy(media)])
    const three = await copy(media)
    expect([two.url, three.url]).toEqual([one.url, one.url])
    const smaller = await copy(media, { ...limits, sideMax: 100 })
    expect(smaller).toMatchObject({ width: 100, height: 67 })
    expect(filesOf(media)).toHaveLength(4)
  })

  test('needs the secret of its media', async () => {
    const { url } = await copy(await uploadPng())
    const [, , token, name] = new URL(url).pathname.split('/')
    const [id] = token!.split('.')
    const [, secret] = new URL((await uploadPng()).url).pathname.split('/')[2]!.split('.')
    const statusOf = async (path: string) =>
      (await get(`http://localhost/media/${path}/${name}`)).status
    expect([await statusOf(token!), await statusOf(`${id}.${secret}`)]).toEqual([200, 404])
  })
})

describe('erasing', () => {
  test('DELETE of the media deletes its copies', async () => {
    const media = await uploadPng()
    const { url } = await copy(media)
    expect(filesOf(media)).toHaveLength(3)
    expect((await testApp.call('DELETE', `/v1/media/${media.id}`)).status).toBe(200)
    expect(filesOf(media)).toEqual([])
    expect((await get(url)).status).toBe(404)
  })

  test('deleting the profile hides its copies at once and erases them', async () => {
    const profile = await buildProfile(testApp)
    const media = await uploadPng(profile.id)
    const { url } = await copy(media)
    await testApp.call('DELETE', `/v1/profiles/${profile.id}`)
    expect((await get(url)).status).toBe(404)
    await testApp.work()
    expect(filesOf(media)).toEqual([])
  })
})

describe('a failure', () => {
  /** Makes a copy while the store fails after storing it, and cannot remove it, like a dead process. */
  async function copyWithCrash(media: Media, at: 'before' | 'after'): Promise<void> {
    const store = storeOf(testApp.ctx)
    const { put, remove } = store
    store.put = async (key, path, mimeType) => {
      if (at === 'after') await put(key, path, mimeType)
      throw new Error('the process died')
    }
    store.remove = async () => {
      throw new Error('the process is dead')
    }
    try {
      await expect(copy(media)).rejects.toThrow('the process died')
    } finally {
      Object.assign(store, { put, remove })
    }
  }

  test.each(['before', 'after'] as const)(
    '%s storing the copy → the chore removes the file, and the next try makes another',
    async (at) => {
      const media = await uploadPng()
      await copyWithCrash(media, at)
      expect(filesOf(media)).toHaveLength(at === 'after' ? 3 : 2)
      testApp.clock.advance(3_600_000)
      for (const chore of mediaChores) await chore.run(testApp.ctx)
      expect(filesOf(media)).toHaveLength(2)
      expect(await countRows(testApp, 'media_removal')).toBe(0)
      expect((await get((await copy(media)).url)).status).toBe(200)
    },
  )

  test('a profile that is erased while its image is copied keeps no file', async () => {
    const profile = await buildProfile(testApp)
    const media = await uploadPng(profile.id)
    const store = storeOf(testApp.ctx)
    const { put } = store
    store.put = async (...args) => {
      await testApp.call('DELETE', `/v1/profiles/${profile.id}`)
      await testApp.work()
      await put(...args)
    }
    try {
      await expect(copy(media)).rejects.toThrow('deleted')
    } finally {
      store.put = put
    }
    expect(filesOf(media)).toEqual([])
    expect(await countRows(testApp, 'media_removal')).toBe(0)
  })

  test('limits that no image meets → media_invalid, without a file', async () => {
    const media = await uploadPng()
    await expect(copy(media, { ...limits, bytesMax: 10 })).rejects.toMatchObject({
      code: 'media_invalid',
    })
    expect(filesOf(media)).toHaveLength(2)
  })
})
