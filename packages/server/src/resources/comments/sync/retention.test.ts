import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceMinutes, type Inbox, openInbox } from '../../../../test/inbox.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { limits } from '../../../core/limits.ts'

let testApp: TestApp
let inbox: Inbox

beforeAll(async () => {
  testApp = await openTestApp()
  inbox = await openInbox(testApp)
  await testApp.work()
})
afterAll(() => testApp.close())

/** Runs `work` with smaller limits of stored comments. */
async function withLimits(
  smaller: Partial<Record<'perAccountMax' | 'repliesPerCommentMax', number>>,
  work: () => Promise<void>,
): Promise<void> {
  const { perAccountMax, repliesPerCommentMax } = limits.comment
  Object.assign(limits.comment, smaller)
  try {
    await work()
  } finally {
    Object.assign(limits.comment, { perAccountMax, repliesPerCommentMax })
  }
}

const texts = async () => (await inbox.list()).map(({ text }) => text)

test('beyond the limit of an account its oldest comments are deleted, and not read again', async () => {
  await inbox.addComment({ text: 'first', hours_ago: 5 })
  const second = await inbox.addComment({ text: 'second', hours_ago: 4 })
  await advanceMinutes(testApp, 61)
  await inbox.addComment({ text: 'reply', parent: second.id, hours_ago: 1 })
  await inbox.addComment({ text: 'third', hours_ago: 2 })
  await withLimits({ perAccountMax: 2 }, async () => {
    await advanceMinutes(testApp, 61)
    expect(await texts()).toEqual(['reply', 'third'])
    await inbox.addComment({ text: 'older than all', hours_ago: 9 })
    const answered = await inbox.addComment({ text: 'newest' })
    await inbox.addComment({ text: 'Thanks!', parent: answered.id, by_owner: true })
    await advanceMinutes(testApp, 61)
    expect(await texts()).toEqual(['newest', 'reply'])
  })
  const [newest, reply] = await inbox.list()
  expect(newest!.replies).toMatchObject([{ text: 'Thanks!' }])
  expect(reply!.parent_comment_id).toBeNull()
  expect((await inbox.events()).map(({ data }) => data.text).sort()).toEqual(
    ['first', 'newest', 'reply', 'second', 'third'].sort(),
  )
})

test('beyond the limit of a comment, replies of the account are not stored', async () => {
  const posted = await inbox.addComment({ text: 'popular' })
  await advanceMinutes(testApp, 61)
  for (const text of ['one', 'two', 'three']) {
    await inbox.addComment({ parent: posted.id, by_owner: true, text })
  }
  await withLimits({ repliesPerCommentMax: 2 }, async () => {
    await advanceMinutes(testApp, 61)
    await advanceMinutes(testApp, 61)
    expect((await inbox.find(posted))!.replies.map(({ text }) => text)).toEqual(['one', 'two'])
  })
})
