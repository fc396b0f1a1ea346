import { expect, test } from 'vitest'
import type { TargetPhase } from '../../../database/post-tables.ts'
import { type ErrorOutcome, serverFailure } from './outcome.ts'
import { type Phase, phases, type Result, resultsOf, type Step, step, type Work } from './states.ts'

const now = new Date('2026-11-28T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const failure = serverFailure('timeout', 'No response.', true)
const refusal = serverFailure('content_rejected', 'Refused.', false)

/** What the database lost, before everything else that happens here. */
const lost = { since: ago(120_000), until: ago(60_000) }

const lostLongAgo = { since: ago(8 * 86_400_000), until: ago(7 * 86_400_000) }

function work(phase: Phase, changes: Partial<Work> = {}): Work {
  const isComment = phase.startsWith('comment')
  const isDone = isComment || phase === 'link'
  const isSearch = phase === 'find' || phase === 'check'
  const permalink = phase === 'link' ? null : 'https://a.example/1'
  const part = { number: 1, platform_post_id: '1', permalink, published_at: now }
  return {
    phase: phase === 'waiting' ? null : phase,
    status: isDone ? 'published' : isSearch ? 'unknown' : 'publishing',
    attempts: 1,
    attempt_started_at: now,
    committed_at: phase === 'check' ? lost.since : now,
    scheduled_at: now,
    published_at: isDone ? now : null,
    first_comment: isComment ? 'Open until two' : null,
    first_comment_attempts: 0,
    error_code: null,
    error_source: null,
    error_message: null,
    error_retryable: null,
    part: 1,
    parts: 1,
    public_parts: isDone ? [part] : [],
    lost,
    ...changes,
  }
}

type Case = { when: string; result: Result; changes?: Partial<Work> }

const link = {
  number: 1,
  platform_post_id: '1',
  permalink: 'https://a.example/1',
  published_at: now,
}
const made = { kind: 'public', platformPostId: '1', permalink: null, isProvisional: false } as const
const storedRefusal = {
  error_code: refusal.code,
  error_source: refusal.source,
  error_message: refusal.message,
  error_retryable: false,
}
const error = (outcome: ErrorOutcome, more: object = {}): Result => ({
  kind: 'error',
  outcome,
  ...more,
})
const errors: Case[] = [
  { when: 'the network refuses it', result: error({ next: 'fail', failure: refusal }) },
  { when: 'the call failed', result: error({ next: 'retry', failure }) },
  {
    when: 'the call failed, last attempt',
    result: error({ next: 'retry', failure }),
    changes: { attempts: 4 },
  },
  { when: 'rate limit', result: error({ next: 'pause', waitMs: 900_000, failure }) },
  { when: 'access is being refreshed', result: error({ next: 'wait', waitMs: 3_000, failure }) },
  { when: 'not ready yet', result: error({ next: 'not_ready', waitMs: 2_000 }) },
  {
    when: 'not ready for too long',
    result: error({ next: 'not_ready', waitMs: 2_000 }),
    changes: { attempt_started_at: ago(86_400_000) },
  },
]
const noResponse: Case = {
  when: 'no response',
  result: error({ next: 'unknown', failure }),
}
const lostAccess: Case = {
  when: 'access is lost',
  result: error({ next: 'fail', failure: refusal }, { isAccessLost: true }),
}
const ofPublic: Case[] = [
  { when: 'public, and more parts follow', result: made, changes: { parts: 3 } },
  { when: 'public, and a first comment follows', result: made, changes: { first_comment: 'Open' } },
  { when: 'public, without a permalink', result: made },
  { when: 'public, with a permalink', result: { ...made, permalink: 'https://a.example/1' } },
]
const dataLost: Case = {
  when: 'the database lost data while it was due',
  result: { kind: 'suspected', since: lost.since },
}
const isLong = { committed_at: ago(7 * 86_400_000) }

/** Each result in each phase, as the documentation lists them. */
const cases: { [P in Phase]: Case[] } = {
  waiting: [
    { when: 'an attempt begins', result: { kind: 'started' } },
    dataLost,
    { when: 'account or content cannot be published', result: { kind: 'unready', failure } },
  ],
  check: [
    ...ofPublic
      .slice(0, 2)
      .map((each) => ({ ...each, when: each.when.replace('public', 'found') })),
    { when: 'found', result: { ...made, permalink: 'https://a.example/1' } },
    { when: 'found, still processing', result: { kind: 'accepted', seconds: 5 } },
    { when: 'not found', result: { kind: 'absent', isCertain: false, keepsProgress: false } },
    {
      when: 'not found until ten minutes after the loss',
      result: { kind: 'absent', isCertain: false, keepsProgress: false },
      changes: { lost: lostLongAgo, committed_at: lostLongAgo.since },
    },
    {
      when: 'not found, and the network is certain',
      result: { kind: 'absent', isCertain: true, keepsProgress: false },
    },
    { when: 'the account is gone', result: { kind: 'unready', failure } },
  ],
  prepare: [
    dataLost,
    { when: 'something is prepared', result: { kind: 'progressed' } },
    { when: 'the network is processing', result: { kind: 'waits', seconds: 5 } },
    {
      when: 'the network is processing for too long',
      result: { kind: 'waits', seconds: 5 },
      changes: { attempt_started_at: ago(86_400_000) },
    },
    { when: 'ready', result: { kind: 'commits' } },
    { when: 'account or media are gone', result: { kind: 'unready', failure } },
    ...errors,
  ],
  commit: [
    ...ofPublic,
    { when: 'accepted', result: { kind: 'accepted', seconds: 5 } },
    { when: 'the claim ended before the call', result: { kind: 'not_sent' } },
    { when: 'the process ended during the call', result: { kind: 'lost' } },
    { when: 'refused, which proves nothing', result: { kind: 'doubtful', failure: refusal } },
    noResponse,
    ...errors,
  ],
  follow: [
    ...ofPublic.slice(3),
    { when: 'the network is processing', result: { kind: 'waits', seconds: 5 } },
    {
      when: 'the network is processing for too long',
      result: { kind: 'waits', seconds: 5 },
      changes: isLong,
    },
    { when: 'the account is gone', result: { kind: 'unready', failure } },
    ...errors.filter(({ when }) => !/last/.test(when)),
    lostAccess,
  ],
  find: [
    ...ofPublic.slice(3),
    { when: 'found, still processing', result: { kind: 'accepted', seconds: 5 } },
    { when: 'not found', result: { kind: 'absent', isCertain: false, keepsProgress: false } },
    {
      when: 'not found for ten minutes',
      result: { kind: 'absent', isCertain: false, keepsProgress: false },
      changes: isLong,
    },
    {
      when: 'not found, and the network is certain',
      result: { kind: 'absent', isCertain: true, keepsProgress: false },
      changes: { committed_at: ago(60_000) },
    },
    {
      when: 'a refused one is not found, and the network is certain',
      result: { kind: 'absent', isCertain: true, keepsProgress: false },
      changes: { committed_at: ago(60_000), ...storedRefusal },
    },
    { when: 'the account is gone', result: { kind: 'unready', failure } },
  ],
  comment: [
    dataLost,
    { when: 'next', result: { kind: 'commits' } },
    { when: 'the account is gone', result: { kind: 'unready', failure } },
  ],
  comment_commit: [
    { when: 'written', result: { kind: 'commented' } },
    { when: 'the claim ended before the call', result: { kind: 'not_sent' } },
    { when: 'the process ended during the call', result: { kind: 'lost' } },
    noResponse,
    ...errors.slice(0, 2),
    {
      when: 'the call failed, fifth time',
      result: error({ next: 'retry', failure }),
      changes: { first_comment_attempts: 4 },
    },
    ...errors.slice(3, 6),
  ],
  comment_find: [
    { when: 'found', result: { kind: 'commented' } },
    { when: 'not found', result: { kind: 'absent', isCertain: false, keepsProgress: false } },
    {
      when: 'not found for ten minutes',
      result: { kind: 'absent', isCertain: false, keepsProgress: false },
      changes: isLong,
    },
    {
      when: 'not found, and it has a key of its own',
      result: { kind: 'absent', isCertain: true, keepsProgress: false },
      changes: { committed_at: ago(60_000) },
    },
    { when: 'the account is gone', result: { kind: 'unready', failure } },
  ],
  link: [
    {
      when: 'all are known',
      result: { kind: 'links', parts: [link], isSettled: true, fallback: 'https://f' },
    },
    {
      when: 'some are not known',
      result: { kind: 'links', parts: [], isSettled: false, fallback: 'https://f' },
    },
    {
      when: 'not known for 5 minutes',
      result: { kind: 'links', parts: [], isSettled: false, fallback: 'https://f' },
      changes: { published_at: ago(300_000) },
    },
  ],
}

test('the documentation shows the table as it is', async () => {
  const rows = phases.flatMap((phase) =>
    cases[phase].map(({ when, result, changes }) => {
      const before = work(phase, changes)
      return [phase, when, ...outcomeColumns(before, step(before, result, now))]
    }),
  )
  const lines = [
    ['phase', 'result', 'next phase', 'status', 'event'],
    Array(5).fill('---'),
    ...rows,
  ]
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  await expect(`${introduction}\n${table}\n`).toMatchFileSnapshot(
    '../../../../../../docs/publishing-states.md',
  )
})

const introduction = `# How a target is published: the table of states

A target is published in steps. Its row says in which *phase* it is, and so what may have happened on the network
when a process ends at any instruction. After each step the result decides what is written: the table below is
\`packages/server/src/resources/posts/publish/states.ts\`, written from the code by its test
(\`vitest run states.test.ts -u\`).

- \`commit\` is written before the call that makes a part public. A target that is found in this phase is never
  committed again: the network is searched for the part (\`find\`), until it is found, or the network confirms that the
  call did not happen, or ten minutes are over and the owner decides.
- The parts of a thread run through the phases one after another, each answering the one before it. What is public is a
  row of \`post_part\`. A thread that fails later is \`partially_published\`, and a retry continues with the first
  missing part.
- \`check\`: the database lost its latest data, in a failover or by a restored backup, while the target was due, so that
  the record of a commit may be lost with them. The network is searched before the first commit, as after a lost
  response ([decision 076](decisions/076-search-before-publishing-after-lost-data.md)).
- \`end\`: nothing more is done unless the owner retries.
`

function outcomeColumns(before: Work, { set, event, pausesUntil }: Step): string[] {
  const keepsClaim = set.lease_token === undefined
  const phase = set.phase ?? (keepsClaim ? before.phase : null)
  const isEnd = !keepsClaim && set.due_at === null
  const pause = pausesUntil ? ', the account pauses' : ''
  const isNext = set.part !== undefined && set.part !== before.part
  const next = isEnd ? 'end' : `${phase ?? 'waiting'}${isNext ? ', next part' : ''}`
  return [next + pause, String(set.status ?? before.status), event?.type ?? '']
}

test.each(phases)('every result that the phase %s can have is in the table', (phase) => {
  const shown = new Set(cases[phase].map(({ result }) => result.kind))
  expect([...shown].toSorted()).toEqual(resultsOf(phase).toSorted())
})

test('a result that the phase cannot have is refused', () => {
  expect(() => step(work('find'), { kind: 'commits' }, now)).toThrow('find')
})

test('only the permalink of a later part becomes known → the first part has the fallback, as the event', () => {
  const second = { ...link, number: 2, platform_post_id: '2', permalink: null }
  const before = work('link', {
    parts: 2,
    published_at: ago(300_000),
    public_parts: [{ ...link, permalink: null }, second],
  })
  const read = { ...second, permalink: 'https://a.example/2' }
  const fallback = 'https://a.example'
  const { parts, event } = step(
    before,
    { kind: 'links', parts: [read], isSettled: false, fallback },
    now,
  )
  expect(parts).toEqual([{ ...link, permalink: fallback }, read])
  expect(event).toMatchObject({ type: 'post.published', permalink: fallback })
})

/** What was done on the way to a state, apart from its row. */
type Walk = {
  work: Work
  /** A commit was sent, and nothing proves that the part is not public. */
  isInDoubt: boolean
  publishedEvents: number
  isHeld: boolean
  dueAt: Date | null
}

/**
 * Walks every result in every phase that can be reached, with a crash as the result of each call. At most
 * `rows` states: rows that differ in times alone are one.
 */
function walk(parts: number, first_comment: string | null): Walk[] {
  const start = work('waiting', { status: 'scheduled', attempts: 0, parts, first_comment })
  const seen = new Map<string, Walk>()
  const open: Walk[] = [
    { work: start, isInDoubt: false, publishedEvents: 0, isHeld: false, dueAt: now },
  ]
  for (let state = open.pop(); state; state = open.pop()) {
    const key = keyOf(state)
    if (seen.has(key)) continue
    seen.set(key, state)
    if (!state.isHeld && !state.dueAt) continue
    const phase = state.work.phase ?? 'waiting'
    for (const { result, changes = {} } of cases[phase]) {
      const { parts: _, first_comment: __, ...times } = changes
      const before = { ...state.work, ...times }
      open.push(follow(state, before, result))
    }
  }
  return [...seen.values()]
}

function follow(state: Walk, before: Work, result: Result): Walk {
  const { set, parts = [], event } = step(before, result, now)
  if (result.kind === 'commits' && before.phase === 'prepare') {
    expect(state.isInDoubt, 'a commit in doubt is repeated').toBe(false)
  }
  const isHeld = set.lease_token === undefined
  const byNumber = new Map([...before.public_parts, ...parts].map((each) => [each.number, each]))
  const after = { ...before, ...set, public_parts: [...byNumber.values()] } as Work
  expect(after.public_parts.map(({ number }) => number)).toEqual(
    after.public_parts.map((_, index) => index + 1),
  )
  const isDone = after.status === 'published'
  expect(isDone).toBe(after.public_parts.length === after.parts)
  expect(after.status === 'partially_published').toBe(
    after.public_parts.length > 0 &&
      !isDone &&
      !isHeld &&
      set.due_at === null &&
      after.status !== 'unknown',
  )
  return {
    work: after,
    isInDoubt: isInDoubtAfter(state, before.phase, result),
    publishedEvents: state.publishedEvents + (event?.type === 'post.published' ? 1 : 0),
    isHeld,
    dueAt: isHeld ? null : ((set.due_at as Date | null | undefined) ?? null),
  }
}

function isInDoubtAfter(state: Walk, phase: TargetPhase | null, result: Result): boolean {
  if (phase === 'prepare' && result.kind === 'commits') return true
  if (phase === 'commit' && (result.kind === 'public' || result.kind === 'not_sent')) return false
  if (phase === 'commit' && result.kind === 'error') return result.outcome.next === 'unknown'
  if (result.kind === 'suspected') return true
  // The next part may be public, too.
  if (phase === 'check' && result.kind === 'public') return true
  if (result.kind === 'public') return false
  if ((phase === 'find' || phase === 'check') && result.kind === 'absent') return !result.isCertain
  // The network says that what it accepted is not public, unless its state could not be read.
  if (phase === 'follow' && result.kind === 'error' && !result.isAccessLost) {
    return state.isInDoubt && !['fail', 'not_ready'].includes(result.outcome.next)
  }
  return state.isInDoubt
}

function keyOf({ work, ...walk }: Walk): string {
  const { phase, status, part, attempts, first_comment_attempts, public_parts, error_retryable } =
    work
  const links = public_parts.map(({ permalink }) => permalink !== null)
  const row = [phase, status, part, attempts, first_comment_attempts, links, error_retryable]
  return JSON.stringify([
    row,
    walk.isInDoubt,
    walk.publishedEvents,
    walk.isHeld,
    walk.dueAt !== null,
  ])
}

test.each([
  [1, null],
  [1, 'Open until two'],
  [3, null],
  [3, 'Open until two'],
])(
  '%d parts, first comment %s: no commit in doubt is repeated, and nothing is stuck',
  (parts, comment) => {
    const states = walk(parts, comment)
    const ends = states.filter(({ isHeld, dueAt }) => !isHeld && !dueAt)
    const statuses = new Set(ends.map(({ work }) => work.status))
    const expected = [
      'failed',
      'published',
      'unknown',
      ...(parts > 1 ? ['partially_published'] : []),
    ]
    expect([...statuses].toSorted()).toEqual(expected.toSorted())
    for (const { work, publishedEvents } of ends) {
      expect(publishedEvents, JSON.stringify(work)).toBe(work.status === 'published' ? 1 : 0)
    }
    expect(states.some(({ work }) => work.phase === 'find')).toBe(true)
  },
)
