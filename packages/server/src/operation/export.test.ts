import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildProfile } from '../../test/build.ts'
import { buildMedia } from '../../test/media-files.ts'
import { useTestApp } from '../../test/test-app.ts'
import { ownerScope } from '../cli/owner.ts'
import { storeOf } from '../storage/store.ts'
import { exportProfile } from './export.ts'

const testApp = useTestApp()

test('a media file that the store does not have → its ID is returned, the others are exported', async () => {
  const { ctx } = testApp
  const { id: profile } = await buildProfile(testApp)
  const lost = await buildMedia(testApp, { profile })
  await buildMedia(testApp, { profile })
  const { storage_key } = await ctx.db.query
    .selectFrom('media')
    .select('storage_key')
    .where('id', '=', lost.id)
    .executeTakeFirstOrThrow()
  await storeOf(ctx).remove(storage_key)
  const folder = mkdtempSync(join(tmpdir(), 'postern-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const done = await exportProfile(ctx, await ownerScope(ctx), profile, join(folder, 'e.tar.gz'))
  expect([done.counts.media, done.missingMedia]).toEqual([2, [lost.id]])
})

test('the export has the saved texts of the profile, and not those for all profiles', async () => {
  const { ctx } = testApp
  const { id: profile_id } = await buildProfile(testApp)
  const text = { kind: 'reply', name: 'Thanks', text: 'Thank you!' }
  await testApp.call('POST', '/v1/saved-texts', text)
  await testApp.call('POST', '/v1/saved-texts', { ...text, profile_id })
  const folder = mkdtempSync(join(tmpdir(), 'postern-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'e.tar.gz')
  const { counts } = await exportProfile(ctx, await ownerScope(ctx), profile_id, file)
  expect(counts.saved_texts).toBe(1)
})
