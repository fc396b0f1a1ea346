import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Account } from '../../src/schemas/account.ts'
import type { Post } from '../../src/schemas/post.ts'
import { buildProfile } from '../build.ts'
import { openBrowser } from '../client.ts'
import { propertyRuns } from '../property-runs.ts'
import { advanceUntilIdle, connectNewPerson, readPost } from '../publishing.ts'
import { useTestApp } from '../test-app.ts'
import { commandsWith, runMsMax } from './command.ts'

type Approval = 'awaiting' | 'approved' | 'changes_requested'
type State = {
  id: string
  text: string
  /** All that the post ever had. */
  texts: string[]
  /** `null` needs none. */
  approval: Approval | null
  ifLate: 'hold' | 'publish'
  /** Texts that were public when the post was last compared. */
  public: Set<string>
}
type Model = { posts: State[] }
type Real = { account: Account }

const testApp = useTestApp({ poolMax: 6 })
const reached = new Set<string>()
let count = 0

const mayPublish = ({ approval, ifLate }: State) =>
  approval === null || approval === 'approved' || (approval === 'awaiting' && ifLate === 'publish')

/** No text becomes public of a post that, at that moment, lacks the approval of its client. */
async function compare(model: Model, { account }: Real): Promise<void> {
  const { data } = await testApp.sandbox.control(
    'GET',
    `/posts?account=threads:${account.username}`,
  )
  const texts = (data as { text: string }[]).map(({ text }) => text)
  for (const state of model.posts) {
    const post = await readPost(testApp, state.id)
    expect(post.approval?.status ?? null).toBe(state.approval)
    reached.add(`${state.approval} ${post.status}`)
    const own = texts.filter((text) => state.texts.includes(text))
    for (const text of own.filter((each) => !state.public.has(each))) {
      expect([text, mayPublish(state)]).toEqual([state.text, true])
      state.public.add(text)
    }
  }
}

const command = commandsWith(compare)
const newText = () => {
  count += 1
  return `Approval ${count}`
}

function setText(state: State, text: string): void {
  state.text = text
  state.texts.push(text)
}

const create = (mode: Post['mode'], minutes: number, asked: boolean, ifLate: State['ifLate']) =>
  command(`create ${mode} ${asked ? `asking, ${ifLate}` : ''}`, async (model, real) => {
    const text = newText()
    const late = mode === 'now' ? 'hold' : ifLate
    const at = new Date(testApp.clock.now().getTime() + minutes * 60_000).toISOString()
    const { status, body } = await testApp.call('POST', '/v1/posts', {
      text,
      mode,
      ...(mode === 'schedule' ? { scheduled_at: at } : {}),
      targets: [{ account_id: real.account.id }],
      ...(asked ? { approval: { if_late: late } } : {}),
    })
    expect(status).toBe(201)
    const approval = asked ? 'awaiting' : null
    model.posts.push({
      id: body.id,
      text,
      texts: [text],
      approval,
      ifLate: late,
      public: new Set(),
    })
  })

const act = (name: string, index: number, run: (state: State) => Promise<void>) =>
  command(
    `${name} ${index}`,
    async (model) => await run(model.posts[index % model.posts.length]!),
    (model) => model.posts.length > 0,
  )

async function update({ id }: State, body: object): Promise<boolean> {
  return (await testApp.call('PATCH', `/v1/posts/${id}`, body)).status === 200
}

const edit = (index: number) =>
  act('edit', index, async (state) => {
    const text = newText()
    if (!(await update(state, { text }))) return
    setText(state, text)
    if (state.approval) state.approval = 'awaiting'
  })
const ask = (index: number) =>
  act('ask', index, async (state) => {
    if (!(await update(state, { approval: {} }))) return
    if (state.approval !== 'approved') state.approval = 'awaiting'
  })
const withdraw = (index: number) =>
  act('withdraw', index, async (state) => {
    if (!(await update(state, { approval: null }))) return
    state.approval = null
    state.ifLate = 'hold'
  })
const reschedule = (index: number, minutes: number) =>
  act('reschedule', index, async (state) => {
    const at = new Date(testApp.clock.now().getTime() + minutes * 60_000).toISOString()
    await update(state, { scheduled_at: at })
  })
const publishNow = (index: number) =>
  act('publish now', index, async (state) => {
    await update(state, { mode: 'now' })
  })
const retry = (index: number) =>
  act('retry', index, async ({ id }) => {
    await testApp.call('POST', `/v1/posts/${id}/retry`)
  })
const cancel = (index: number) =>
  act('cancel', index, async ({ id }) => {
    await testApp.call('DELETE', `/v1/posts/${id}`)
  })

/** The client decides; `isStale`: on a page that was opened before an edit. */
const decide = (index: number, decision: 'approved' | 'changes_requested', isStale: boolean) =>
  act(`${decision}${isStale ? ' after an edit' : ''}`, index, async (state) => {
    const path = `/v1/posts/${state.id}/approval-links`
    const { status, body } = await testApp.call('POST', path, {})
    if (status !== 201) return expect(body.error.code).toBe('post_not_editable')
    state.approval ??= 'awaiting'
    const browser = openBrowser(testApp)
    const page = (await browser.visit('GET', new URL(body.url).pathname)).text
    const text = newText()
    const isEdited = isStale && (await update(state, { text }))
    if (isEdited) {
      setText(state, text)
      state.approval = 'awaiting'
    }
    const answer = await browser.decideOn(body.url, state.id, decision, 'Why not', page)
    expect(answer.status).toBe(isEdited ? 409 : 303)
    if (!isEdited) state.approval = decision
  })

const pass = (minutes: number) =>
  command(`${minutes} min pass`, async () => {
    testApp.clock.advance(minutes * 60_000)
    await testApp.work()
  })

const index = fc.nat(3)
const decision = fc.constantFrom('approved' as const, 'changes_requested' as const)
const ifLate = fc.constantFrom('hold' as const, 'hold' as const, 'publish' as const)
const commands = [
  fc
    .tuple(
      fc.constantFrom('draft' as const, 'now' as const, 'schedule' as const, 'schedule' as const),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      ifLate,
    )
    .map((fields) => create(...fields)),
  index.map(edit),
  index.map(ask),
  index.map(withdraw),
  fc.tuple(index, fc.integer({ min: 1, max: 20 })).map((fields) => reschedule(...fields)),
  index.map(publishNow),
  index.map(retry),
  index.map(cancel),
  fc.tuple(index, decision, fc.boolean()).map((fields) => decide(...fields)),
  fc.tuple(index, decision, fc.constant(false)).map((fields) => decide(...fields)),
  fc.constantFrom(1, 6, 25).map(pass),
  fc.constantFrom(1, 6, 25).map(pass),
]

test(
  'after any order of actions, no text is public that its client had not approved',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.commands(commands, { maxCommands: 25, size: 'max' }),
        async (sequence) => {
          const profile = await buildProfile(testApp)
          const real: Real = { account: await connectNewPerson(testApp, profile.id) }
          const model: Model = { posts: [] }
          await fc.asyncModelRun(() => ({ model, real }), sequence)
          await advanceUntilIdle(testApp, 3_600_000)
          await compare(model, real)
          for (const state of model.posts) {
            if (mayPublish(state)) continue
            expect(state.public.has(state.text)).toBe(false)
          }
          await testApp.call('DELETE', `/v1/accounts/${real.account.id}?force=true`)
        },
      ),
      propertyRuns(15, 'approvals'),
    )
    expect([...reached]).toEqual(
      expect.arrayContaining([
        'awaiting awaiting_approval',
        'awaiting published',
        'changes_requested awaiting_approval',
        'approved published',
        'null published',
        'approved scheduled',
      ]),
    )
  },
  runMsMax,
)
