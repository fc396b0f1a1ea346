import { afterAll, beforeAll, expect, test } from 'vitest'
import { mastodonPublishCase } from '../../../test/platforms/mastodon-publish-case.ts'
import {
  failureOf,
  inputOf,
  openPublishFixture,
  type PublishFixture,
} from '../../../test/platforms/publish-fixture.ts'

let fixture: PublishFixture

beforeAll(async () => {
  fixture = await openPublishFixture(new Date('2026-11-21T09:00:00.000Z'))
  await fixture.reset()
})
afterAll(() => fixture.close())

test('a file that is still processed, of a person whose language is German → not_ready', async () => {
  const draft = await fixture.draft(mastodonPublishCase, { media: [fixture.files.mp4()] })
  const { progress } = await draft.ability.prepare(inputOf(draft))
  const [upload] = progress.uploads as [{ id: string; isReady: boolean }]
  expect(upload.isReady).toBe(false)
  draft.progress = { uploads: [{ ...upload, isReady: true }] }
  const failure = await failureOf(draft, draft.ability.commit(inputOf(draft)))
  expect(failure).toMatchObject({ kind: 'not_ready' })
})
