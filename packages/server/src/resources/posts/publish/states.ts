import type { Updateable } from 'kysely'
import { limits } from '../../../core/limits.ts'
import type { PostTargetTable, TargetPhase, TargetStatus } from '../../../database/post-tables.ts'
import type { LostSpan } from '../../../database/server-identity.ts'
import { nextLinkCheckAt } from './link-checks.ts'
import {
  type ErrorOutcome,
  type Failure,
  retryDelayMs,
  searchDelayMs,
  serverFailure,
} from './outcome.ts'

/**
 * What is recorded of a target, and so what may have happened on the network. `waiting` (null in the
 * table) is before an attempt, and after everything is done.
 */
export const phases = [
  'waiting',
  'check',
  'prepare',
  'commit',
  'follow',
  'find',
  'comment',
  'comment_commit',
  'comment_find',
  'link',
] as const satisfies readonly ('waiting' | TargetPhase)[]
export type Phase = (typeof phases)[number]

/** A part that is public on the network. */
export type PublicPart = {
  number: number
  platform_post_id: string
  permalink: string | null
  published_at: Date | null
}

/** What a step is decided from: the target's row, with its public parts in order. */
export type Work = Pick<
  PostTargetTable,
  | 'phase'
  | 'status'
  | 'attempt_started_at'
  | 'committed_at'
  | 'scheduled_at'
  | 'published_at'
  | 'first_comment'
  | 'error_code'
  | 'error_source'
  | 'error_message'
  | 'error_retryable'
> & {
  attempts: number
  part: number
  parts: number
  first_comment_attempts: number
  public_parts: readonly PublicPart[]
  /** The span whose commits may be missing from the database. */
  lost: LostSpan | null
}

/** What happened in a phase. */
export type Result =
  /** An attempt begins. */
  | { kind: 'started' }
  /** The database lost data since then, and so the record of a commit perhaps. */
  | { kind: 'suspected'; since: Date }
  /** The account or the content can no longer be published. */
  | { kind: 'unready'; failure: Failure }
  /** Something was prepared; the next step follows. */
  | { kind: 'progressed' }
  /** The network is not finished with what was prepared or accepted. */
  | { kind: 'waits'; seconds: number }
  /** The call that makes the part public comes next. */
  | { kind: 'commits' }
  /** The claim ended before that call. */
  | { kind: 'not_sent' }
  /** The process ended before it recorded the response to that call. */
  | { kind: 'lost' }
  | { kind: 'accepted'; seconds: number }
  | { kind: 'public'; platformPostId: string; permalink: string | null; isProvisional: boolean }
  /** A search found nothing; `isCertain`: the network confirms that the commit did not happen. */
  | { kind: 'absent'; isCertain: boolean; keepsProgress: boolean }
  /** The network refused the commit, and does not tell whether the part is public all the same. */
  | { kind: 'doubtful'; failure: Failure }
  | { kind: 'error'; outcome: ErrorOutcome; keepsProgress?: boolean; isAccessLost?: boolean }
  | { kind: 'commented' }
  /** `fallback` is the URL of the first part that is known without the network. */
  | { kind: 'links'; parts: readonly PublicPart[]; isSettled: boolean; fallback: string }

export type Step = {
  /** The changes of the target. */
  set: Updateable<PostTargetTable>
  /** The parts that became public, or whose ID or permalink changed. */
  parts?: readonly PublicPart[]
  event?:
    | { type: 'post.published'; permalink: string; publishedAt: Date }
    | { type: 'post.failed' | 'post.first_comment_failed'; failure: Failure }
  /** The account publishes nothing until then. */
  pausesUntil?: Date
}

type ResultOf<Kind> = Extract<Result, { kind: Kind }>
type Rule<Kind> = (work: Work, result: ResultOf<Kind>, now: Date) => Step
type Rules = {
  readonly [P in Phase]: { readonly [Kind in Result['kind']]?: Rule<Kind> }
}

/**
 * What follows from a result in a phase: pure, without database and network. Throws for a result that
 * the phase cannot have.
 */
export function step(work: Work, result: Result, now: Date): Step {
  const phase = work.phase ?? 'waiting'
  const rule = rules[phase][result.kind] as Rule<Result['kind']> | undefined
  if (!rule) throw new Error(`The phase ${phase} cannot have the result ${result.kind}.`)
  const { set, ...rest } = rule(work, result as never, now)
  return { set: { ...set, updated_at: now }, ...rest }
}

/** Which results a phase can have, in the order of its rules. */
export function resultsOf(phase: Phase): Result['kind'][] {
  return Object.keys(rules[phase]) as Result['kind'][]
}

const rules: Rules = {
  waiting: {
    started: ({ attempts }, _, now) => ({
      set: {
        status: 'publishing',
        phase: 'prepare',
        attempts: attempts + 1,
        attempt_started_at: now,
      },
    }),
    suspected: (work, { since }, now) => {
      const attempt = { attempts: work.attempts + 1, attempt_started_at: now }
      return { set: { ...checks(since, now), ...attempt } }
    },
    unready: failed,
  },
  check: {
    public: isPublicAlready,
    accepted: isAccepted,
    absent: isNotPublicYet,
    unready: unresolved,
  },
  prepare: {
    suspected: (_work, { since }, now) => ({ set: checks(since, now) }),
    progressed: () => ({ set: {} }),
    waits: (work, { seconds }, now) =>
      now.getTime() - (work.attempt_started_at ?? now).getTime() > limits.post.preparingMsMax
        ? failed(work, { failure: processingTimeout })
        : { set: release('prepare', inSeconds(now, seconds)) },
    commits: (_work, _result, now) => ({ set: { phase: 'commit', committed_at: now } }),
    unready: failed,
    error: afterError,
  },
  commit: {
    public: becomesPublic,
    accepted: isAccepted,
    not_sent: (_work, _result, now) => ({ set: release('prepare', now) }),
    lost: (_work, _result, now) => search(lostResponse, now),
    doubtful: (_work, { failure }, now) => search(failure, now),
    error: afterError,
  },
  follow: {
    public: becomesPublic,
    waits: (work, { seconds }, now) =>
      followsUntil(work, inSeconds(now, seconds), processingTimeout, now),
    unready: unresolved,
    error: afterFollowError,
  },
  find: {
    public: becomesPublic,
    accepted: isAccepted,
    absent: isAbsent,
    unready: unresolved,
  },
  comment: {
    suspected: (_work, { since }, now) => ({ set: checksComment(since, now) }),
    commits: (_work, _result, now) => ({ set: { phase: 'comment_commit', committed_at: now } }),
    unready: (work, { failure }, now) => commentEnds(work, 'failed', failure, now),
  },
  comment_commit: {
    commented: (work, _result, now) => commentEnds(work, 'sent', null, now),
    not_sent: (_work, _result, now) => ({ set: release('comment', now) }),
    lost: (_work, _result, now) => searchComment(lostComment, now),
    error: afterCommentError,
  },
  comment_find: {
    commented: (work, _result, now) => commentEnds(work, 'sent', null, now),
    absent: commentIsAbsent,
    unready: (work, { failure }, now) => commentEnds(work, 'unknown', failure, now),
  },
  link: { links: afterLinks },
}

// --- the part ------------------------------------------------------------------------------------

function afterError(
  work: Work,
  { outcome, keepsProgress = false }: ResultOf<'error'>,
  now: Date,
): Step {
  switch (outcome.next) {
    case 'fail':
      return failed(work, { failure: outcome.failure, keepsProgress })
    case 'unknown':
      return search(outcome.failure, now)
    case 'retry':
      return retried(work, outcome.failure, now)
    case 'pause':
      return paused(work, outcome.failure, inMs(now, outcome.waitMs))
    case 'wait':
    case 'not_ready': {
      // Nothing was published yet: the same attempt continues later.
      const isOver =
        now.getTime() - (work.attempt_started_at ?? now).getTime() > limits.post.preparingMsMax
      if (isOver) {
        return failed(work, { failure: 'failure' in outcome ? outcome.failure : notReadyTimeout })
      }
      return { set: { ...release('prepare', inMs(now, outcome.waitMs)), status: 'publishing' } }
    }
  }
}

/** The attempt does not count. */
function paused(work: Work, failure: Failure, until: Date): Step {
  const firstDueAt = work.scheduled_at ?? work.attempt_started_at ?? until
  const step =
    until.getTime() - firstDueAt.getTime() > pausedMsMax
      ? failed(work, { failure })
      : {
          set: {
            ...release(null, until),
            ...errorColumns(failure),
            status: waitingStatus(work),
            attempts: Math.max(0, work.attempts - 1),
          },
        }
  return { ...step, pausesUntil: until }
}

/** The next attempt after its delay; after the last attempt the target fails. */
function retried(work: Work, failure: Failure, now: Date): Step {
  const delayMs = retryDelayMs(work.attempts)
  if (delayMs === null) return failed(work, { failure })
  const set = { ...release(null, inMs(now, delayMs)), ...errorColumns(failure) }
  return { set: { ...set, status: waitingStatus(work) } }
}

/** A thread that has begun cannot be edited or canceled as a scheduled post can. */
function waitingStatus({ part }: Work): TargetStatus {
  return part > 1 ? 'publishing' : 'scheduled'
}

/**
 * The end, unless the owner retries. Progress is kept after a refused commit, so that a retry first
 * checks what it left on the platform.
 */
function failed(
  { part, public_parts }: Work,
  { failure, keepsProgress = false }: { failure: Failure; keepsProgress?: boolean },
): Step {
  return {
    set: {
      ...release(null, null),
      ...(keepsProgress ? {} : { progress_sealed: null }),
      ...errorColumns(failure),
      ...(part > 1
        ? { status: 'partially_published', published_at: public_parts[0]?.published_at ?? null }
        : { status: 'failed' }),
    },
    event: { type: 'post.failed', failure },
  }
}

/** The part may be public: it is searched for, and never committed again without proof. */
function search(failure: Failure, now: Date): Step {
  return { set: { ...release('find', now), ...errorColumns(failure), status: 'unknown' } }
}

/** Without access the part cannot be read: it stays unknown until the owner decides. */
function unresolved(_work: Work, { failure }: { failure: Failure }): Step {
  return { set: { ...release(null, null), ...errorColumns(failure), status: 'unknown' } }
}

/** A part whose commit may be missing from the database is searched for before it is committed. */
function checks(since: Date, now: Date) {
  return {
    ...release('check', now),
    ...errorColumns(lostRecord),
    status: 'unknown' as const,
    committed_at: since,
  }
}

/** The parts and the first comment after it may be public, too. */
function isPublicAlready(work: Work, result: ResultOf<'public'>, now: Date): Step {
  const next = becomesPublic(work, result, now)
  const since = work.committed_at ?? now
  const isLast = work.part === work.parts
  if (isLast && work.first_comment === null) return next
  const set = isLast
    ? checksComment(since, now)
    : { ...checks(since, now), attempts: 1, attempt_started_at: now }
  return { ...next, set: { ...next.set, ...set } }
}

/**
 * The attempt goes on if the network confirms that the part is not public. Otherwise the search continues
 * until ten minutes after the loss; then the owner resolves or retries it.
 */
function isNotPublicYet(work: Work, { isCertain }: ResultOf<'absent'>, now: Date): Step {
  const sinceMs = sinceCommitMs(work, now)
  if (isCertain && sinceMs >= certainAfterMs) {
    const set = { status: 'publishing', committed_at: null, ...noError } as const
    return { set: { ...release('prepare', now), ...set } }
  }
  const isOver = sinceMs >= limits.post.unknownMs
  const dueAt = inMs(now, searchDelayMs(sinceMs))
  return { set: isOver ? release(null, null) : release('check', dueAt) }
}

function isAccepted(_work: Work, { seconds }: { seconds: number }, now: Date): Step {
  return { set: { ...release('follow', inSeconds(now, seconds)), status: 'publishing' } }
}

/**
 * If the network confirms that the commit did not happen, the part is retried, or fails if the commit
 * was refused. Otherwise the search continues until ten minutes after the commit; then the owner
 * resolves or retries it.
 */
function isAbsent(work: Work, { isCertain, keepsProgress }: ResultOf<'absent'>, now: Date): Step {
  const sinceMs = sinceCommitMs(work, now)
  if (isCertain && sinceMs >= certainAfterMs) {
    const refusal = storedRefusal(work)
    return refusal
      ? failed(work, { failure: refusal, keepsProgress })
      : retried(work, notPublished, now)
  }
  const isOver = sinceMs >= limits.post.unknownMs
  return {
    set: isOver ? release(null, null) : release('find', inMs(now, searchDelayMs(sinceMs))),
  }
}

/** Since the latest time of the commit: one that was lost with the data has no other. */
function sinceCommitMs({ committed_at, lost }: Work, now: Date): number {
  const isLost = lost && committed_at && committed_at >= lost.since && committed_at <= lost.until
  const latest = isLost ? lost.until : (committed_at ?? now)
  return Math.max(0, now.getTime() - latest.getTime())
}

/** The refusal of a commit that was in doubt. A lost response can be retried. */
function storedRefusal(work: Work): Failure | null {
  const { error_code, error_source, error_message, error_retryable } = work
  if (!error_code || error_retryable !== false) return null
  return {
    code: error_code as Failure['code'],
    source: error_source ?? 'platform',
    message: error_message ?? '',
    retryable: false,
  }
}

/** The network accepted the part, but its state could not be read, unless it says that it failed. */
function afterFollowError(work: Work, result: ResultOf<'error'>, now: Date): Step {
  const { outcome, isAccessLost } = result
  switch (outcome.next) {
    case 'fail':
    case 'unknown':
      return isAccessLost ? unresolved(work, outcome) : failed(work, outcome)
    case 'not_ready':
      return afterError(work, result, now)
    case 'retry':
      return followsUntil(work, inMs(now, followRetryMs), outcome.failure, now)
    case 'pause':
    case 'wait':
      return followsUntil(work, inMs(now, outcome.waitMs), outcome.failure, now)
  }
}

function followsUntil(work: Work, dueAt: Date, failure: Failure, now: Date): Step {
  const sinceMs = now.getTime() - (work.committed_at ?? now).getTime()
  if (sinceMs > limits.post.followingMsMax) return failed(work, { failure })
  return { set: { ...release('follow', dueAt), status: 'publishing' } }
}

/**
 * After the last part the target is published, and a first comment is due; `post.published` waits until
 * the permalink of the first part is known. Before it, the next part is due.
 */
function becomesPublic(work: Work, result: ResultOf<'public'>, now: Date): Step {
  const { part: number } = work
  const { platformPostId: platform_post_id, permalink } = result
  const made = { number, platform_post_id, permalink, published_at: now }
  if (number < work.parts) {
    const set = {
      ...release(null, work.scheduled_at ?? now),
      ...noError,
      status: 'publishing' as const,
      part: number + 1,
      progress_sealed: null,
      attempts: 0,
      attempt_started_at: null,
      committed_at: null,
    }
    return { set, parts: [made] }
  }
  const all = [...work.public_parts, made]
  const isAwaited = all[0]!.permalink === null
  const needsLink = result.isProvisional || all.some((each) => each.permalink === null)
  const linkCheckAt = needsLink ? nextLinkCheckAt(now, now, isAwaited) : null
  const hasComment = work.first_comment !== null
  return {
    set: {
      ...release(
        hasComment ? 'comment' : linkCheckAt ? 'link' : null,
        hasComment ? now : linkCheckAt,
      ),
      ...noError,
      // The link check needs the saved progress.
      ...(linkCheckAt ? {} : { progress_sealed: null }),
      status: 'published',
      first_comment_status: hasComment ? 'pending' : null,
      published_at: now,
    },
    parts: [made],
    ...published(all[0]!.permalink, now),
  }
}

function published(permalink: string | null, publishedAt: Date): Pick<Step, 'event'> {
  return permalink ? { event: { type: 'post.published', permalink, publishedAt } } : {}
}

// --- the first comment ---------------------------------------------------------------------------

/** Tries again if nothing was written, at most four times. */
function afterCommentError(work: Work, { outcome }: ResultOf<'error'>, now: Date): Step {
  switch (outcome.next) {
    case 'fail':
      return commentEnds(work, 'failed', outcome.failure, now)
    case 'unknown':
      return searchComment(outcome.failure, now)
    case 'wait':
      return { set: release('comment', inMs(now, outcome.waitMs)) }
    case 'not_ready':
    case 'retry':
    case 'pause': {
      const delayMs = commentDelaysMs[work.first_comment_attempts]
      const failure = outcome.next === 'not_ready' ? commentNotAccepted : outcome.failure
      if (delayMs === undefined) return commentEnds(work, 'failed', failure, now)
      const pauseMs = outcome.next === 'pause' ? outcome.waitMs : 0
      return {
        set: {
          ...release('comment', inMs(now, Math.max(delayMs, pauseMs))),
          first_comment_attempts: work.first_comment_attempts + 1,
        },
        ...(pauseMs > 0 ? { pausesUntil: inMs(now, pauseMs) } : {}),
      }
    }
  }
}

/** The comment may be public: it is searched for like a part. */
function searchComment(failure: Failure, now: Date): Step {
  return {
    set: {
      ...release('comment_find', now),
      first_comment_status: 'unknown',
      first_comment_error: JSON.stringify(failure),
    },
  }
}

function checksComment(since: Date, now: Date) {
  return { ...searchComment(lostCommentRecord, now).set, committed_at: since }
}

/** Written again only if the network is certain; after ten minutes the owner decides. */
function commentIsAbsent(work: Work, { isCertain }: ResultOf<'absent'>, now: Date): Step {
  const sinceMs = sinceCommitMs(work, now)
  if (isCertain && sinceMs >= certainAfterMs) {
    const set = { first_comment_status: 'pending', first_comment_error: null } as const
    return { set: { ...release('comment', now), ...set } }
  }
  if (sinceMs >= limits.post.unknownMs) {
    const { first_comment_error: _kept, ...set } = commentEnds(work, 'unknown', null, now).set
    return { set }
  }
  return { set: release('comment_find', inMs(now, searchDelayMs(sinceMs))) }
}

function commentEnds(
  work: Work,
  status: 'sent' | 'failed' | 'unknown',
  failure: Failure | null,
  now: Date,
): Step {
  const isAwaited = work.public_parts.some(({ permalink }) => permalink === null)
  const dueAt = isAwaited ? (nextLinkCheckAt(work.published_at ?? now, now, true) ?? now) : null
  return {
    set: {
      ...release(dueAt ? 'link' : null, dueAt),
      first_comment_status: status,
      first_comment_error: failure && JSON.stringify(failure),
    },
    ...(status === 'failed' && failure
      ? { event: { type: 'post.first_comment_failed', failure } as const }
      : {}),
  }
}

// --- the permalinks ------------------------------------------------------------------------------

/**
 * A target whose first part has no permalink has not emitted `post.published`: both are recorded
 * together, so the event is sent once. After the last check it carries `fallback`.
 */
function afterLinks(
  work: Work,
  { parts, isSettled, fallback }: ResultOf<'links'>,
  now: Date,
): Step {
  const publishedAt = work.published_at ?? now
  const before = work.public_parts[0]?.permalink ?? null
  const first = parts.find(({ number }) => number === 1) ?? work.public_parts[0]
  const read = first?.permalink ?? null
  const awaitedAt = read === null && !isSettled ? nextLinkCheckAt(publishedAt, now, true) : null
  const dueAt = awaitedAt ?? (isSettled ? null : nextLinkCheckAt(publishedAt, now, false))
  const permalink = read ?? (awaitedAt ? null : fallback)
  const changed =
    first && first.permalink !== permalink
      ? [{ ...first, permalink }, ...parts.filter(({ number }) => number !== 1)]
      : parts
  return {
    set: { ...release(dueAt ? 'link' : null, dueAt), ...(dueAt ? {} : { progress_sealed: null }) },
    ...(changed.length > 0 ? { parts: changed } : {}),
    ...(before === null ? published(permalink, publishedAt) : {}),
  }
}

// --- columns, delays, failures -------------------------------------------------------------------

/** Ends the claim: any worker may claim the target at `dueAt`. */
function release(phase: TargetPhase | null, dueAt: Date | null) {
  return { phase, due_at: dueAt, lease_until: null, lease_token: null }
}

function errorColumns(failure: Failure) {
  return {
    error_code: failure.code,
    error_source: failure.source,
    error_message: failure.message,
    error_retryable: failure.retryable,
  }
}

const noError = {
  error_code: null,
  error_source: null,
  error_message: null,
  error_retryable: null,
} as const

const inMs = (now: Date, ms: number) => new Date(now.getTime() + ms)
const inSeconds = (now: Date, seconds: number) => inMs(now, seconds * 1_000)

const pausedMsMax = 24 * 3_600_000
const followRetryMs = 30_000
/** Until this long after the commit the platform may still publish the part. */
const certainAfterMs = 30_000
/** The delays before a comment of which nothing was written is tried again (threads.md §4.2). */
const commentDelaysMs = [5_000, 15_000, 60_000, 300_000]

const processingTimeout = serverFailure(
  'timeout',
  'The platform did not finish processing the post in time.',
  true,
)
const notReadyTimeout = serverFailure(
  'timeout',
  'The platform was not ready to publish in time.',
  true,
)
const notPublished = serverFailure('timeout', 'The platform did not publish the post.', true)
const lostResponse = serverFailure(
  'timeout',
  'The platform did not respond to the publish request. We are checking whether it was published.',
  true,
)
const lostRecord = serverFailure(
  'timeout',
  'The database lost its latest data. We are checking whether the post was published.',
  true,
)
const lostCommentRecord = serverFailure(
  'timeout',
  'The database lost its latest data. Check whether the comment is under the post before you retry.',
  true,
)
const commentNotAccepted = serverFailure(
  'platform_error',
  'The platform did not accept comments on the new post in time.',
  true,
)
const lostComment = serverFailure(
  'timeout',
  'The platform did not respond. Check whether the comment is under the post before you retry.',
  true,
)
