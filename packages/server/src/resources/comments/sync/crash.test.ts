import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWebhook } from '../../../../test/build.ts'
import {
  advanceMinutes,
  crashingContext,
  endLeases,
  type Inbox,
  openInbox,
} from '../../../../test/inbox.ts'
import { openReceiver, type Receiver } from '../../../../test/receiver.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { createWorkLoop } from '../../../jobs/loop.ts'
import { commentPolling, createCommentPolling } from './poll.ts'

const stepsMax = 60

let testApp: TestApp
let receiver: Receiver
let inbox: Inbox

beforeAll(async () => {
  testApp = await openTestApp()
  receiver = await openReceiver()
  await buildWebhook(testApp, { url: receiver.url })
  inbox = await openInbox(testApp)
  await testApp.work()
})
afterAll(async () => {
  await testApp.close()
  await receiver.close()
})

/** New comments, each with the owner's reply and a reply to that. Returns other people's ids. */
async function addConversation(size: number, post = inbox.post): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < size; number += 1) {
    const top = await inbox.addComment({ post })
    const ownReply = await inbox.addComment({ post, parent: top.id, by_owner: true })
    const nested = await inbox.addComment({ post, parent: ownReply.id })
    ids.push(top.id, nested.id)
  }
  return ids
}

async function expectAllOnce(ids: readonly string[]): Promise<void> {
  const comments = (await inbox.list()).filter((each) => ids.includes(each.platform_comment_id))
  expect(comments).toHaveLength(ids.length)
  const expected = new Set(comments.map((comment) => comment.id))
  const announced = (await inbox.events())
    .map((event) => event.data.comment_id as string)
    .filter((id) => expected.has(id))
  expect(announced.toSorted()).toEqual([...expected].sort())
}

test('a crash at any step loses no comment and announces none twice', async () => {
  let steps = 0
  const other = await inbox.publish(0)
  for (let crashAtStep = 1; crashAtStep <= stepsMax; crashAtStep += 1) {
    const ids = [...(await addConversation(1)), ...(await addConversation(1, other))]
    testApp.clock.advance(61 * 60_000)
    const { ctx, progress } = crashingContext(testApp, 'threads', crashAtStep)
    await createWorkLoop(ctx, [commentPolling]).runUntilIdle()
    await endLeases(testApp)
    await advanceMinutes(testApp, 10)
    await expectAllOnce(ids)
    steps = progress.steps
    if (steps < crashAtStep) break
  }
  expect(steps).toBeGreaterThan(12)
  expect(steps).toBeLessThan(stepsMax)
}, 120_000)

test('a platform failure at any call loses no comment and announces none twice', async () => {
  for (const kind of ['http_500', 'transient', 'connection_reset', 'rate_limited']) {
    for (const match of ['posts', 'conversation']) {
      for (const times of [1, 2]) {
        const ids = await addConversation(1)
        await testApp.sandbox.control('POST', '/faults', {
          platform: 'threads',
          match,
          kind,
          times,
        })
        await advanceMinutes(testApp, 61)
        for (let run = 0; run < 4; run += 1) await advanceMinutes(testApp, 61)
        await testApp.sandbox.control('DELETE', '/faults')
        await advanceMinutes(testApp, 61)
        await expectAllOnce(ids)
      }
    }
  }
}, 120_000)

test('a sync longer than one run continues in the next and announces each comment once', async () => {
  const ids: string[] = []
  for (let number = 0; number < 230; number += 1) ids.push((await inbox.addComment()).id)
  testApp.clock.advance(61 * 60_000)
  await createWorkLoop(testApp.ctx, [createCommentPolling({ callsPerRunMax: 2 })]).runUntilIdle()
  await expectAllOnce(ids)
}, 60_000)

test('two workers that sync one account concurrently announce nothing twice', async () => {
  const ids = await addConversation(5)
  testApp.clock.advance(61 * 60_000)
  const first = createWorkLoop(testApp.ctx, [commentPolling])
  const second = createWorkLoop(testApp.ctx, [commentPolling])
  const running = first.runUntilIdle()
  // The lease of the first expires while it works, as after a pause of its machine.
  await endLeases(testApp)
  await Promise.all([running, second.runUntilIdle()])
  await advanceMinutes(testApp, 10)
  await expectAllOnce(ids)
})
