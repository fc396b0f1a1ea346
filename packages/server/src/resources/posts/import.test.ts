import { expect, test } from 'vitest'
import { buildAccount } from '../../../test/build.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { limits } from '../../core/limits.ts'
import type { Topic } from '../../core/topics.ts'
import { importPosts, type PlatformPost } from './import.ts'

const testApp = useTestApp()

/** The topics sent to open pages of the profile during `work`; a marker topic ends the wait. */
async function topicsDuring(profileId: string, work: () => Promise<unknown>): Promise<Topic[]> {
  const { changes } = testApp.ctx.db
  const topics: Topic[] = []
  const heard = Promise.withResolvers<void>()
  const stop = changes.listen({
    notify: (batch) => {
      for (const change of batch) if (change.profileId === profileId) topics.push(...change.topics)
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

test('an external post notifies open pages when it is imported and when it changes', async () => {
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
  const complete = { ...stub, text: 'Made elsewhere', publishedAt }
  const edited = { ...complete, text: 'Edited elsewhere' }
  const topicsOfImport = (post: PlatformPost) =>
    topicsDuring(account.profile_id, () =>
      testApp.ctx.db.transact((tx) => importPosts(tx, account, [post], testApp.clock.now())),
    )
  expect(await topicsOfImport(stub)).toEqual(['posts'])
  expect(await topicsOfImport(stub)).toEqual([])
  expect(await topicsOfImport(complete)).toEqual(['posts'])
  expect(await topicsOfImport(complete)).toEqual([])
  expect(await topicsOfImport(edited)).toEqual(['posts'])
})

test('beyond the limit of an account posts are not imported, those that are stored change', async () => {
  const { id, profile_id, platform } = await buildAccount(testApp)
  const account = { id, owner_id: testApp.ownerId, profile_id, platform }
  const post = (platformPostId: string, text = 'Made elsewhere') => {
    return { platformPostId, text, permalink: null, publishedAt: testApp.clock.now() }
  }
  const run = (...posts: PlatformPost[]) =>
    testApp.ctx.db.transact((tx) => importPosts(tx, account, posts, testApp.clock.now()))
  const { importedPerAccountMax } = limits.post
  Object.assign(limits.post, { importedPerAccountMax: 2 })
  try {
    expect([...(await run(post('1'))).keys()]).toEqual(['1'])
    expect([...(await run(post('1', 'Edited'), post('2'), post('3'))).keys()]).toEqual(['1', '2'])
    expect([...(await run(post('4'))).keys()]).toEqual([])
  } finally {
    Object.assign(limits.post, { importedPerAccountMax })
  }
  const { body } = await testApp.call('GET', `/v1/posts?account_id=${id}`)
  expect(body.data.map(({ text }: { text: string }) => text).sort()).toEqual([
    'Edited',
    'Made elsewhere',
  ])
})
