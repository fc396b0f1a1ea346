import { beforeAll, expect, test } from 'vitest'
import { buildMedia, imageFile, upload } from '../../../test/media-files.ts'
import { advanceUntilIdle, buildPost, connectAccount, newText } from '../../../test/publishing.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Account } from '../../schemas/account.ts'

const testApp = useTestApp()
let account: Account

beforeAll(async () => {
  account = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
})

const inMinutes = (minutes: number) =>
  new Date(testApp.clock.now().getTime() + minutes * 60_000).toISOString()

test('the same file uploaded again, or the same text in other code points → duplicate_content', async () => {
  const bytes = await imageFile('jpeg', { width: 600, height: 600 })
  const uploadAgain = async () =>
    (await buildMedia(testApp, { bytes, profile: account.profile_id })).id
  const text = `Käsebrötchen ${testApp.nextNumber()}`
  const target = { account_id: account.id }
  const send = async (content: Record<string, unknown>) => {
    const input = { text, mode: 'now', targets: [target], ...content }
    return (await testApp.call('POST', '/v1/posts', input)).status
  }
  expect(await send({ media: [{ id: await uploadAgain() }] })).toBe(201)
  expect(await send({ media: [{ id: await uploadAgain() }] })).toBe(409)
  const own = { ...target, media: [{ id: await uploadAgain() }] }
  expect(await send({ targets: [own] })).toBe(409)
  expect(await send({ text: text.normalize('NFD'), media: [{ id: await uploadAgain() }] })).toBe(
    409,
  )
  expect(await send({ media: [] })).toBe(201)
  await advanceUntilIdle(testApp)
})

test('an alternative text that the post takes from its media is checked', async () => {
  const media = await upload(testApp, await imageFile(), {
    alt_text: 'a'.repeat(1_200),
    profile: account.profile_id,
  })
  const file = { id: media.body.id }
  const target = { account_id: account.id }
  const tooLong = { code: 'alt_text_too_long', limit: 1_000, actual: 1_200 }
  for (const content of [{ media: [file] }, { targets: [{ ...target, media: [file] }] }]) {
    const input = { text: newText(testApp), mode: 'now', targets: [target], ...content }
    const validated = await testApp.call('POST', '/v1/posts/validate', input)
    expect(validated.body.targets[0].errors).toMatchObject([
      { ...tooLong, path: 'media.0.alt_text' },
    ])
    const created = await testApp.call('POST', '/v1/posts', input)
    expect([created.status, created.body.error.details]).toMatchObject([422, [tooLong]])
  }
  const scheduled = await buildPost(testApp, {
    mode: 'schedule',
    scheduled_at: inMinutes(60),
    targets: [target],
  })
  const path = `/v1/posts/${scheduled.id}`
  const changed = await testApp.call('PATCH', path, { media: [file] })
  expect([changed.status, changed.body.error.details]).toMatchObject([422, [tooLong]])
  const short = { ...file, alt_text: 'A loaf' }
  expect((await testApp.call('PATCH', path, { media: [short] })).status).toBe(200)
  await testApp.call('DELETE', path)
})
