import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../test/build.ts'
import { buildMedia, countRows, filesOnDisk, imageFile, upload } from '../../../test/media-files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Context } from '../../context.ts'
import { storeOf } from '../../storage/store.ts'
import { mediaChores } from './chores.ts'

const testApp = useTestApp()

async function runChores(): Promise<void> {
  for (const chore of mediaChores) await chore.run(testApp.ctx)
}

describe('deleting', () => {
  test('DELETE erases the row and both files; a second DELETE → media_not_found', async () => {
    const media = await buildMedia(testApp)
    const filesOfMedia = () => filesOnDisk(testApp).stored.filter((name) => name.includes(media.id))
    expect(filesOfMedia()).toHaveLength(2)
    const { status, body } = await testApp.call('DELETE', `/v1/media/${media.id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: media.id,
      object: 'media',
      profile_id: media.profile_id,
      deleted: true,
    })
    expect(filesOfMedia()).toEqual([])
    const again = await testApp.call('DELETE', `/v1/media/${media.id}`)
    expect([again.status, again.body.error.code]).toEqual([404, 'media_not_found'])
  })

  test.each([
    ['post', false],
    ['target', false],
    ['post', true],
    ['target', true],
  ] as const)(
    'DELETE → media_in_use until the %s (in a later part of its thread: %s) that uses the media is published',
    async (level, isLaterPart) => {
      const account = await buildAccount(testApp)
      const profile = account.profile_id
      const media = await buildMedia(testApp, { profile })
      const file = [{ id: media.id }]
      const content = isLaterPart ? { thread: [{ text: 'Two', media: file }] } : { media: file }
      const created = await testApp.call('POST', '/v1/posts', {
        text: `Look ${level}`,
        ...(level === 'post' ? content : {}),
        targets: [{ account_id: account.id, ...(level === 'target' ? content : {}) }],
      })
      expect(created.status).toBe(201)
      const refused = await testApp.call('DELETE', `/v1/media/${media.id}`)
      expect([refused.status, refused.body.error.code]).toEqual([409, 'media_in_use'])
      await testApp.ctx.db.pool.query(
        `update post_target set status = 'published' where post_id = $1`,
        [created.body.id],
      )
      await testApp.ctx.db.pool.query(`update post set status = 'published' where id = $1`, [
        created.body.id,
      ])
      expect((await testApp.call('DELETE', `/v1/media/${media.id}`)).status).toBe(200)
    },
  )

  test('deleting a profile erases its media and counts them', async () => {
    const profile = await buildProfile(testApp)
    const media = await buildMedia(testApp, { profile: profile.id })
    await buildMedia(testApp, { profile: profile.id })
    await testApp.call('DELETE', `/v1/profiles/${profile.id}`)
    const path = new URL(media.url).pathname
    expect((await testApp.app.request(path)).status).toBe(404)
    await testApp.work()
    expect(filesOnDisk(testApp).stored.filter((name) => name.includes(profile.id))).toEqual([])
    const { rows } = await testApp.ctx.db.pool.query(
      `select erase_counts from profile where id = $1`,
      [profile.id],
    )
    expect(rows[0].erase_counts).toMatchObject({ media: 2 })
  })
})

describe('a crash', () => {
  /** Uploads a file while the store fails before or after storing it, like a dead process. */
  async function uploadWithCrash(at: 'before' | 'after'): Promise<void> {
    const store = storeOf(testApp.ctx)
    const put = store.put
    store.put = async (key, path, mimeType) => {
      if (at === 'after') await put(key, path, mimeType)
      throw new Error('the process died')
    }
    const remove = store.remove
    store.remove = async () => {
      throw new Error('the process is dead')
    }
    try {
      expect((await upload(testApp, await imageFile())).status).toBe(500)
    } finally {
      store.put = put
      store.remove = remove
    }
  }

  test.each(['before', 'after'] as const)(
    '%s storing the file leaves no row, and the chore removes the file',
    async (at) => {
      const before = {
        rows: await countRows(testApp, 'media'),
        files: filesOnDisk(testApp).stored.length,
      }
      await uploadWithCrash(at)
      expect(await countRows(testApp, 'media')).toBe(before.rows)
      expect(filesOnDisk(testApp).stored.length).toBe(before.files + (at === 'after' ? 1 : 0))
      testApp.clock.advance(3_600_000)
      await runChores()
      expect(filesOnDisk(testApp).stored.length).toBe(before.files)
      expect(await countRows(testApp, 'media_removal')).toBe(0)
    },
  )

  test('a store that fails during DELETE → the chore removes the file later', async () => {
    const media = await buildMedia(testApp)
    const store = storeOf(testApp.ctx)
    const remove = store.remove
    store.remove = async () => {
      throw new Error('the store is unavailable')
    }
    try {
      expect((await testApp.call('DELETE', `/v1/media/${media.id}`)).status).toBe(200)
    } finally {
      store.remove = remove
    }
    expect(filesOnDisk(testApp).stored.some((name) => name.includes(media.id))).toBe(true)
    testApp.clock.advance(600_000)
    await runChores()
    expect(filesOnDisk(testApp).stored.some((name) => name.includes(media.id))).toBe(false)
  })

  test('files of an unfinished upload are deleted after three hours', async () => {
    const { mkdirSync, utimesSync, writeFileSync } = await import('node:fs')
    const directory = join(testApp.ctx.config.dataDir, 'media', 'incoming', 'in-left')
    mkdirSync(directory)
    writeFileSync(join(directory, 'file'), 'half a file')
    const ctx: Context = testApp.ctx
    const hours = (count: number) => new Date(ctx.clock.now().getTime() - count * 3_600_000)
    utimesSync(directory, hours(2), hours(2))
    await runChores()
    expect(filesOnDisk(testApp).incoming).toContain('in-left')
    utimesSync(directory, hours(4), hours(4))
    await runChores()
    expect(filesOnDisk(testApp).incoming).toEqual([])
  })
})
