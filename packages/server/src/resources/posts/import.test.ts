import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/build.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import type { Topic } from '../../core/topics.ts'
import { importPosts, type PlatformPost } from './import.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

/** What open pages of the profile are told of this, by a word that is said after it at the latest. */
async function toldOf(profileId: string, work: () => Promise<unknown>): Promise<Topic[]> {
  const { changes } = testApp.ctx.db
  const topics: Topic[] = []
  const heard = Promise.withResolvers<void>()
  const stop = changes.listen({
    notify: (told) => {
      for (const change of told) if (change.profileId === profileId) topics.push(...change.topics)
      if (topics.includes('insights')) heard.resolve()
    },
    end: () => {},
  })
  await work()
  changes.note('insights', { ownerId: testApp.ownerId, profileId })
  await heard.promise
  stop()
  return topics.filter((topic) => topic !== 'insights')
}

test('open pages are told of a post made elsewhere when it is found and when it changed', async () => {
  const { id } = await buildAccount(testApp)
  const { body } = await testApp.call('GET', `/v1/accounts/${id}`)
  const account = {
    id,
    owner_id: testApp.ownerId,
    profile_id: body.profile_id,
    platform: body.platform,
  }
  const publishedAt = testApp.clock.now()
  const stub = { platformPostId: '17', text: '', permalink: null, publishedAt: null }
  const whole = { ...stub, text: 'Made elsewhere', publishedAt }
  const edited = { ...whole, text: 'Edited elsewhere' }
  const told = (post: PlatformPost) =>
    toldOf(account.profile_id, () =>
      testApp.ctx.db.transact((tx) => importPosts(tx, account, [post], testApp.clock.now())),
    )
  expect(await told(stub)).toEqual(['posts'])
  expect(await told(stub)).toEqual([])
  expect(await told(whole)).toEqual(['posts'])
  expect(await told(whole)).toEqual([])
  expect(await told(edited)).toEqual(['posts'])
})
