import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyStatuses } from '../../src/schemas/event.ts'
import { advanceMinutes, type Inbox, openInbox, type SandboxComment } from '../inbox.ts'
import { propertyRuns } from '../property-runs.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import { commandsWith, runMsMax } from './command.ts'

type Status = (typeof replyStatuses)[number]

/** contract.md §7: the owner can set any status; a reply sets `replied` and exists once. */
type Model = { status: Status; hidden: boolean; replies: string[]; unpolled: string[] }
type Real = { id: string; platformComment: SandboxComment }

let testApp: TestApp
let inbox: Inbox
let count = 0

beforeAll(async () => {
  testApp = await openTestApp()
  inbox = await openInbox(testApp, 'threads')
  await testApp.work()
})
afterAll(() => testApp.close())

async function compare(model: Model, real: Real): Promise<void> {
  const { body } = await testApp.call('GET', `/v1/comments/${real.id}`)
  expect(body).toMatchObject({ reply_status: model.status, hidden: model.hidden })
  const texts = body.replies.map(({ text }: { text: string }) => text)
  expect(texts.sort()).toEqual([...model.replies].sort())
  const platformReplies = (await inbox.listOnPlatform()).filter(
    ({ parent_id }) => parent_id === real.platformComment.id,
  )
  const replies = [...model.replies, ...model.unpolled]
  expect(platformReplies.map(({ text }) => text).sort()).toEqual(replies.sort())
  const onPlatform = (await inbox.listOnPlatform()).find(
    ({ id }) => id === real.platformComment.id,
  )!
  expect(onPlatform.hidden).toBe(model.hidden)
  const filtered = await testApp.call('GET', `/v1/comments?reply_status=${model.status}&limit=100`)
  expect(filtered.body.data.map(({ id }: { id: string }) => id)).toContain(real.id)
}

const command = commandsWith(compare)

const setStatus = (status: Status) =>
  command(`mark ${status}`, async (model, real) => {
    const { status: code, body } = await testApp.call('PATCH', `/v1/comments/${real.id}`, {
      reply_status: status,
    })
    expect([code, body.reply_status]).toEqual([200, status])
    model.status = status
  })

const reply = command('reply', async (model, real) => {
  count += 1
  const text = `Reply ${count}`
  const { status } = await testApp.call('POST', `/v1/comments/${real.id}/reply`, { text })
  expect(status).toBe(201)
  model.replies.push(text)
  model.status = 'replied'
})

const replyOnPlatform = command('the owner replies in the platform’s app', async (model, real) => {
  count += 1
  const text = `Platform reply ${count}`
  await inbox.addComment({ text, by_owner: true, parent: real.platformComment.id })
  model.unpolled.push(text)
})

const poll = command('an hour passes', async (model) => {
  await advanceMinutes(testApp, 61)
  if (model.unpolled.length > 0) model.status = 'replied'
  model.replies.push(...model.unpolled.splice(0))
})

const hide = (hidden: boolean) =>
  command(hidden ? 'hide' : 'unhide', async (model, real) => {
    const { status, body } = await testApp.call('POST', `/v1/comments/${real.id}/hide`, { hidden })
    expect([status, body.hidden]).toEqual([200, hidden])
    model.hidden = hidden
  })

const commands = [
  fc.constantFrom(...replyStatuses).map(setStatus),
  fc.constant(reply),
  fc.constant(replyOnPlatform),
  fc.constant(poll),
  fc.boolean().map(hide),
]

test(
  'a comment has the status and replies of the contract after any order of actions',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.commands(commands, { maxCommands: 10, size: 'max' }),
        async (sequence) => {
          const platformComment = await inbox.addComment()
          await advanceMinutes(testApp, 61)
          const comment = await inbox.find(platformComment)
          const model: Model = { status: 'unreplied', hidden: false, replies: [], unpolled: [] }
          const real: Real = { id: comment!.id, platformComment }
          await fc.asyncModelRun(() => ({ model, real }), sequence)
        },
      ),
      propertyRuns(6, 'replies'),
    )
  },
  runMsMax,
)
