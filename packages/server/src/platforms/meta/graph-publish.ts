import { z } from 'zod'
import { PlatformError } from '../errors.ts'
import type { Committed, Found, Prepared, Progress, Published } from '../publish.ts'
import { noSuchObject } from './graph.ts'

/**
 * Publishing by containers, as Threads and Instagram have it (threads.md §3, instagram.md §3): the
 * files and the post become containers, which the platform processes; publishing one makes it
 * public, once.
 */
export type ContainerWork = {
  now: () => Date
  /** Forms of a carousel's items; empty for everything else. */
  children: readonly GraphForm[]
  parent(children: readonly string[]): GraphForm
  create(form: GraphForm): Promise<string>
  readState(container: string): Promise<ContainerState>
  /** Makes the container public and answers the post's id. */
  publish(container: string): Promise<string>
  /** What was used of the posts of a day, `null` when the platform does not tell. */
  readQuota(): Promise<{ used: number; total: number } | null>
  /** The account's latest posts, those since `since` at least. */
  listPosts(since: Date): Promise<GraphPost[]>
  isOurs(post: GraphPost): boolean
}

export type GraphForm = Record<string, string>

export type ContainerState =
  | { status: 'in_progress' | 'finished' | 'published' | 'expired' }
  /** `unavailable`: the platform's own failure, for which another container is made. */
  | { status: 'error'; failure: PlatformError }

export type GraphPost = {
  id: string
  text: string
  /** The platform's word, e.g. `TEXT_POST`, `VIDEO/REELS`. */
  kind: string
  at: Date
  permalink: string | null
}

/** threads.md §3.3: five commits that come too early, then another container, three times. */
const commitsNotReadyMax = 5
const rebuildsMax = 3
/** threads.md §7, §10: a file that could not be fetched is asked for once more. */
const refetchesMax = 1
const refetchSeconds = 10
const waitSecondsMax = 30
/** So that one step stays far below the caller's lease however slow the platform is. */
const readsPerStep = 3
/** The platform's clock and ours differ. */
const toleranceMs = 2 * 60_000

/** Every id that was made is kept before the next call; a lost one is an orphan that expires. */
const steps = z.object({
  children: z.array(z.string()).default([]),
  childrenFinished: z.int().default(0),
  container: z.string().nullable().default(null),
  containerMadeAt: z.string().nullable().default(null),
  /** How often the container that is waited for was found in progress. */
  polls: z.int().default(0),
  refetches: z.int().default(0),
  rebuilds: z.int().default(0),
  /** The container turned out to be public already: `commit` looks for the post. */
  isPublished: z.boolean().default(false),
  commitsNotReady: z.int().default(0),
})
type Steps = z.infer<typeof steps>

/**
 * One step towards a container that may be published: at most one call that makes something. A
 * commit that was `not_ready` leads here again with `commitsNotReady`; see `Progress`.
 */
export async function prepareContainer(work: ContainerWork, progress: Progress): Promise<Prepared> {
  const at = steps.parse(progress)
  if (at.children.length < work.children.length) {
    const form = work.children[at.children.length]!
    return await make(work, at, form, (id) => ({ ...at, children: [...at.children, id] }))
  }
  if (at.childrenFinished < at.children.length) return await awaitChildren(work, at)
  if (at.container === null) {
    const containerMadeAt = work.now().toISOString()
    const keep = (container: string) => ({ ...at, container, containerMadeAt, polls: 0 })
    return await make(work, at, work.parent(at.children), keep)
  }
  return await awaitContainer(work, at, at.container)
}

/** The one call that publishes; a container that is public already is looked for instead. */
export async function commitContainer(work: ContainerWork, progress: Progress): Promise<Committed> {
  const { container, containerMadeAt, isPublished } = steps.parse(progress)
  if (container === null) throw new PlatformError('not_ready')
  if (isPublished) {
    const found = await findPost(work, new Date(containerMadeAt ?? work.now()))
    if (found) return found
    const platformMessage = 'The container is published and the post is not in the list yet.'
    throw new PlatformError('unavailable', { platformMessage })
  }
  return { state: 'published', platformPostId: await work.publish(container), permalink: null }
}

/**
 * Whether a commit without an answer happened. A container is published once, so one that is still
 * unpublished says for certain that it did not (threads.md §3.3, instagram.md §3.3).
 */
export async function findCommitted(
  work: ContainerWork,
  progress: Progress,
  committedAt: Date,
): Promise<Found> {
  const { container } = steps.parse(progress)
  if (container === null) return { state: 'absent', certain: true }
  const { status } = (await readState(work, container)) ?? { status: 'gone' }
  if (status === 'published') {
    return (await findPost(work, committedAt)) ?? { state: 'absent', certain: false }
  }
  return { state: 'absent', certain: status === 'finished' }
}

/**
 * A text as it is compared with what the platform reads back: a topic tag loses its `#` and spaces
 * are joined on some of them.
 */
export function comparable(text: string): string {
  return text.normalize('NFC').replaceAll('#', '').replace(/\s+/g, ' ').trim()
}

/** A published post never fails for want of its address (threads.md §3.3). */
export async function linkOrNull(reading: Promise<string | null>): Promise<string | null> {
  try {
    return await reading
  } catch (err) {
    if (err instanceof PlatformError) return null
    throw err
  }
}

/** A form without what is not given. */
export function formOf(fields: Record<string, string | number | boolean | null | undefined>) {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

async function make(
  work: ContainerWork,
  at: Steps,
  form: GraphForm,
  keep: (id: string) => Steps,
): Promise<Prepared> {
  const isFirst = at.children.length === 0 && at.container === null
  if (isFirst && at.rebuilds === 0 && at.refetches === 0) await requireQuota(work)
  try {
    const next = keep(await work.create(form))
    const hasMore = next.children.length < work.children.length
    return wait(next, hasMore ? 0 : 1)
  } catch (err) {
    if (mayRefetch(at, err)) return wait({ ...at, refetches: at.refetches + 1 }, refetchSeconds)
    // Items that never become ready for their carousel are made anew, like a post for its commit.
    const isWornOut = at.commitsNotReady >= commitsNotReadyMax
    if (isWornOut && err instanceof PlatformError && err.kind === 'not_ready') return rebuild(at)
    throw err
  }
}

/** A used-up day is found out before any work is done (threads.md §3.6, instagram.md §3.5). */
async function requireQuota(work: ContainerWork): Promise<void> {
  const quota = await work.readQuota()
  if (!quota || quota.used < quota.total) return
  const platformMessage = `${quota.used} of ${quota.total} posts of the last 24 hours are used.`
  throw new PlatformError('rate_limited', { reason: 'daily_quota', platformMessage })
}

async function awaitChildren(work: ContainerWork, at: Steps): Promise<Prepared> {
  const until = Math.min(at.children.length, at.childrenFinished + readsPerStep)
  for (let place = at.childrenFinished; place < until; place++) {
    const state = await readState(work, at.children[place]!)
    if (state === null || state.status === 'expired') return rebuild(at)
    if (state.status === 'error') return settleError(at, state.failure)
    if (state.status === 'in_progress') return waitLonger({ ...at, childrenFinished: place })
  }
  return wait({ ...at, childrenFinished: until, polls: 0 }, 0)
}

async function awaitContainer(
  work: ContainerWork,
  at: Steps,
  container: string,
): Promise<Prepared> {
  const state = await readState(work, container)
  if (state === null) {
    // After a commit nobody can say whether a container that is gone was published.
    if (at.commitsNotReady > 0) throw new PlatformError('unavailable', { platformMessage: gone })
    return rebuild(at)
  }
  switch (state.status) {
    case 'in_progress':
      return waitLonger(at)
    case 'expired':
      return rebuild(at)
    case 'error':
      return settleError(at, state.failure)
    case 'published':
      return { state: 'ready', progress: { ...at, isPublished: true } }
    case 'finished':
      if (at.commitsNotReady >= commitsNotReadyMax) return rebuild(at)
      return { state: 'ready', progress: at }
  }
}

const gone = 'The container is no longer there.'

/** `null` when the container is gone: 100/33, or code 24 as for a publish that comes too early. */
async function readState(work: ContainerWork, container: string): Promise<ContainerState | null> {
  try {
    return await work.readState(container)
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
    const isGone = err.kind === 'not_ready' || err.platformCode === noSuchObject
    if (isGone) return null
    throw err
  }
}

/** A container with an error stays so: another one is made, or the post is refused. */
function settleError(at: Steps, failure: PlatformError): Prepared {
  if (failure.kind === 'unavailable') return rebuild(at)
  if (!mayRefetch(at, failure)) throw failure
  return wait({ ...afresh(at), refetches: at.refetches + 1 }, refetchSeconds)
}

function rebuild(at: Steps): Prepared {
  if (at.rebuilds < rebuildsMax) return wait({ ...afresh(at), rebuilds: at.rebuilds + 1 }, 0)
  const platformMessage = 'The platform took none of the containers that were made.'
  throw new PlatformError('unavailable', { platformMessage })
}

function afresh({ refetches, rebuilds }: Steps): Steps {
  return steps.parse({ refetches, rebuilds })
}

function mayRefetch(at: Steps, err: unknown): boolean {
  const isUnreachable = err instanceof PlatformError && err.reason === 'media_unreachable'
  return isUnreachable && at.refetches < refetchesMax
}

function wait(at: Steps, seconds: number): Prepared {
  return { state: 'wait', progress: at, seconds }
}

/** 1, 2, 4 … 30 seconds between two looks at the same container. */
function waitLonger(at: Steps): Prepared {
  return wait({ ...at, polls: at.polls + 1 }, Math.min(waitSecondsMax, 2 ** (at.polls + 1)))
}

/** Our post among the latest, the one nearest to the commit when several are alike. */
async function findPost(work: ContainerWork, committedAt: Date): Promise<Published | null> {
  const since = new Date(committedAt.getTime() - toleranceMs)
  const distance = ({ at }: GraphPost) => Math.abs(at.getTime() - committedAt.getTime())
  const [nearest] = (await work.listPosts(since))
    .filter((post) => post.at >= since && work.isOurs(post))
    .sort((left, right) => distance(left) - distance(right))
  if (!nearest) return null
  return { state: 'published', platformPostId: nearest.id, permalink: nearest.permalink }
}
