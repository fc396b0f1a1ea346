import { beforeAll, expect, test } from 'vitest'
import { type Inbox, openInbox } from '../../../../test/inbox.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { Context } from '../../../context.ts'
import { createWorkLoop } from '../../../jobs/loop.ts'
import { OutboundError } from '../../../outbound/outbound.ts'
import type { CommentsAbility } from '../../../platforms/contract/comments.ts'
import { PlatformError } from '../../../platforms/contract/errors.ts'
import { commentPolling } from './poll.ts'

const testApp = useTestApp()
let inbox: Inbox

beforeAll(async () => {
  inbox = await openInbox(testApp, 'threads', { hoursAgo: 2 })
  await testApp.work()
})

/** Runs what is due with this way of reading comments; returns how many posts each run read. */
async function countReadsPerRun(listComments: CommentsAbility['listComments']): Promise<number[]> {
  const reads: number[] = []
  const platform = testApp.ctx.platforms.get('threads')!
  const comments: CommentsAbility = {
    ...platform.comments!,
    listComments: (input) => {
      reads.push(reads.pop()! + 1)
      return listComments(input)
    },
  }
  const platforms = new Map(testApp.ctx.platforms).set('threads', { ...platform, comments })
  const ctx: Context = { ...testApp.ctx, platforms }
  const run: typeof commentPolling.run = async (context, claim) => {
    reads.push(0)
    await commentPolling.run(context, claim)
  }
  await createWorkLoop(ctx, [{ ...commentPolling, run }]).runUntilIdle()
  return reads.filter((count) => count > 0)
}

test('a run that has lasted a minute continues in the next', async () => {
  await inbox.publish(2)
  await inbox.publish(2)
  testApp.clock.advance(11 * 60_000)
  const reads = await countReadsPerRun(async () => {
    testApp.clock.advance(61_000)
    return { items: [], next: null }
  })
  expect(reads).toEqual([1, 1, 1])
})

test('a post whose comments are too large to read does not stop the other posts', async () => {
  testApp.clock.advance(11 * 60_000)
  const cause = new OutboundError('too_large', true)
  const reads = await countReadsPerRun(async () => {
    throw new PlatformError('unavailable', { cause })
  })
  expect(reads).toEqual([3])
})
