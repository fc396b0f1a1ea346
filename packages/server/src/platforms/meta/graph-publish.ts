import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type {
  CommitLookup,
  CommitResult,
  FindInput,
  PrepareResult,
  Progress,
  PublishAbility,
  PublishedPost,
  PublishInput,
} from '../contract/publish.ts'
import { invalidChildren, noSuchObject } from './graph.ts'
import type { GraphForm } from './graph-client.ts'

/**
 * Publishing through containers on Threads and Instagram (threads.md §3, instagram.md §3). The
 * platform processes a container per file and one for the post, which can be published once.
 */
export type ContainerWork = {
  now: () => Date
  /** Forms of a carousel's items; empty for other posts. */
  children: readonly GraphForm[]
  parent(children: readonly string[]): GraphForm
  create(form: GraphForm): Promise<string>
  readState(container: string): Promise<ContainerState>
  /** Makes the container public and returns the post's id. */
  publish(container: string): Promise<string>
  /** What is used of the daily quota; `null` if the platform does not report it. */
  readQuota(): Promise<Quota | null>
  /** The account's latest posts, at least those since `since`. */
  listPosts(since: Date): Promise<GraphPost[]>
  isOurs(post: GraphPost): boolean
}

export type Quota = { used: number; total: number; counted: 'posts' | 'replies' }

export type ContainerState =
  | { status: 'in_progress' | 'finished' | 'published' | 'expired' }
  /** `unavailable` is a failure of the platform; a new container is created. */
  | { status: 'error'; failure: PlatformError }

export type GraphPost = {
  id: string
  text: string
  /** The platform's media type, e.g. `TEXT_POST`, `VIDEO/REELS`. */
  kind: string
  publishedAt: Date
  permalink: string | null
}

/** threads.md §3.3: a new container after five early commits, at most three times. */
const commitsNotReadyMax = 5
const rebuildsMax = 3
/** threads.md §7: a file that the platform could not fetch or process is tried once more. */
const refetchesMax = 1
/** Failures of processing after which another container sometimes succeeds (threads.md §3.2, instagram.md §3.2). */
const retriedFailures = new Set([
  '2207076',
  'FAILED_PROCESSING_VIDEO',
  'FAILED_PROCESSING_AUDIO',
  'UNKNOWN',
])
const refetchSeconds = 10
const waitSecondsMax = 30
/** Keeps one step far shorter than the caller's lease even if the platform is slow. */
const readsPerStep = 3
/** Allowed difference between the platform's clock and ours. */
const toleranceMs = 2 * 60_000

/** Each new container id is stored before the next call; an unstored container expires unused. */
const stepsShape = z.object({
  children: z.array(z.string()).default([]),
  childrenFinished: z.int().default(0),
  container: z.string().nullable().default(null),
  containerMadeAt: z.string().nullable().default(null),
  /** How often the current container was still in progress. */
  polls: z.int().default(0),
  refetches: z.int().default(0),
  rebuilds: z.int().default(0),
  /** The container is already published: `commit` searches for its post. */
  isPublished: z.boolean().default(false),
  commitsNotReady: z.int().default(0),
})
type Steps = z.infer<typeof stepsShape>

/** The steps of a post, by the work that its content means on the network. */
export function containerPublish(
  workOf: (input: PublishInput) => ContainerWork,
): Required<Pick<PublishAbility, 'prepare' | 'commit' | 'proofOf' | 'find' | 'findRefused'>> {
  const find: PublishAbility['find'] = (input) => findCommitted(workOf(input), input)
  return {
    prepare: (input) => prepareContainer(workOf(input), input.progress),
    commit: (input) => commitContainer(workOf(input), input.progress),
    proofOf: () => ({ by: 'container' }),
    find,
    findRefused: find,
  }
}

/**
 * One step towards a publishable container, with at most one writing call. After a `not_ready` commit
 * the caller runs it again with `commitsNotReady`; see `Progress`.
 */
async function prepareContainer(work: ContainerWork, progress: Progress): Promise<PrepareResult> {
  const steps = stepsShape.parse(progress)
  if (steps.children.length < work.children.length) {
    const form = work.children[steps.children.length]!
    return await createContainer(work, steps, form, (id) => ({
      ...steps,
      children: [...steps.children, id],
    }))
  }
  if (steps.childrenFinished < steps.children.length) return await awaitChildren(work, steps)
  if (steps.container === null) {
    const containerMadeAt = work.now().toISOString()
    const started = { containerMadeAt, polls: 0, commitsNotReady: 0 }
    const record = (container: string) => ({ ...steps, ...started, container })
    return await createContainer(work, steps, work.parent(steps.children), record)
  }
  return await awaitContainer(work, steps, steps.container)
}

/** Publishes the container, or finds the post of one that is already published. */
async function commitContainer(work: ContainerWork, progress: Progress): Promise<CommitResult> {
  const { container, containerMadeAt, isPublished } = stepsShape.parse(progress)
  if (container === null) throw new PlatformError('not_ready')
  if (isPublished) {
    const found = await findPost(work, new Date(containerMadeAt ?? work.now()))
    if (found) return found
    const platformMessage = 'The container is published, but its post was not found.'
    throw new PlatformError('unavailable', { platformMessage })
  }
  return { state: 'published', platformPostId: await work.publish(container), permalink: null }
}

/**
 * Finds out whether a commit that had no response, or was refused, happened. A container can be
 * published only once, so an unpublished one proves that it did not (threads.md §3.3, instagram.md §3.3).
 */
async function findCommitted(
  work: ContainerWork,
  { progress, committedAt, isProgressOld }: FindInput,
): Promise<CommitLookup> {
  const { container } = stepsShape.parse(progress)
  if (container === null) {
    const found = isProgressOld ? await findPost(work, committedAt) : null
    return found ?? { state: 'absent', certain: !isProgressOld }
  }
  const state = await readState(work, container)
  if (state?.status === 'published') {
    return (await findPost(work, committedAt)) ?? { state: 'absent', certain: false }
  }
  const isUnpublished = state !== null && state.status !== 'in_progress'
  return { state: 'absent', certain: isUnpublished }
}

/**
 * Normalizes a text for comparison with a published post: some platforms drop the `#` of a topic tag
 * and collapse whitespace.
 */
export function comparableText(text: string): string {
  return text.normalize('NFC').replaceAll('#', '').replace(/\s+/g, ' ').trim()
}

/** A form without null and undefined fields. */
export function buildForm(fields: Record<string, string | number | boolean | null | undefined>) {
  const pairs = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]))
}

async function createContainer(
  work: ContainerWork,
  steps: Steps,
  form: GraphForm,
  record: (id: string) => Steps,
): Promise<PrepareResult> {
  const isFirst = steps.children.length === 0 && steps.container === null
  if (isFirst && steps.rebuilds === 0 && steps.refetches === 0) await enforceQuota(work)
  try {
    const next = record(await work.create(form))
    const hasMore = next.children.length < work.children.length
    return wait(next, hasMore ? 0 : 1)
  } catch (err) {
    if (mayRefetch(steps, err))
      return wait({ ...steps, refetches: steps.refetches + 1 }, refetchSeconds)
    if (
      err instanceof PlatformError &&
      err.platformCode === invalidChildren &&
      steps.rebuilds === 0
    )
      return rebuild(steps)
    // If a carousel's items never become ready, all containers are created again.
    const isExhausted = steps.commitsNotReady >= commitsNotReadyMax
    if (isExhausted && err instanceof PlatformError && err.kind === 'not_ready')
      return rebuild(steps)
    throw err
  }
}

/** Checks the daily quota before any upload (threads.md §3.6, instagram.md §3.5). */
async function enforceQuota(work: ContainerWork): Promise<void> {
  const quota = await work.readQuota()
  if (!quota || quota.used < quota.total) return
  const { used, total, counted } = quota
  const platformMessage = `${used} of ${total} ${counted} of the last 24 hours are used.`
  throw new PlatformError('rate_limited', { reason: 'daily_quota', platformMessage })
}

async function awaitChildren(work: ContainerWork, steps: Steps): Promise<PrepareResult> {
  const until = Math.min(steps.children.length, steps.childrenFinished + readsPerStep)
  for (let index = steps.childrenFinished; index < until; index++) {
    const state = await readState(work, steps.children[index]!)
    if (state === null || state.status === 'expired') return rebuild(steps)
    if (state.status === 'error') return settleError(steps, state.failure)
    if (state.status === 'in_progress') return backOff({ ...steps, childrenFinished: index })
  }
  return wait({ ...steps, childrenFinished: until, polls: 0 }, 0)
}

async function awaitContainer(
  work: ContainerWork,
  steps: Steps,
  container: string,
): Promise<PrepareResult> {
  const state = await readState(work, container)
  if (state === null) {
    // After a commit, a missing container may have been published, so it is not created again.
    if (steps.commitsNotReady > 0)
      throw new PlatformError('unavailable', { platformMessage: missingContainer })
    return rebuild(steps)
  }
  switch (state.status) {
    case 'in_progress':
      return backOff(steps)
    case 'expired':
      return rebuild(steps)
    case 'error':
      return settleError(steps, state.failure)
    case 'published':
      return { state: 'ready', progress: { ...steps, isPublished: true } }
    case 'finished':
      if (steps.commitsNotReady >= commitsNotReadyMax) return rebuild(steps)
      return { state: 'ready', progress: steps }
  }
}

const missingContainer = 'The container no longer exists.'

/** `null` if the container no longer exists: 100/33, or code 24 as for an early publish. */
async function readState(work: ContainerWork, container: string): Promise<ContainerState | null> {
  try {
    return await work.readState(container)
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
    const isMissing = err.kind === 'not_ready' || err.platformCode === noSuchObject
    if (isMissing) return null
    throw err
  }
}

/** A failed container stays failed: a new one is created, or the post is refused. */
function settleError(steps: Steps, failure: PlatformError): PrepareResult {
  if (failure.kind === 'unavailable') return rebuild(steps)
  if (!mayRefetch(steps, failure)) throw failure
  return wait({ ...restart(steps), refetches: steps.refetches + 1 }, refetchSeconds)
}

function rebuild(steps: Steps): PrepareResult {
  if (steps.rebuilds < rebuildsMax)
    return wait({ ...restart(steps), rebuilds: steps.rebuilds + 1 }, 0)
  const platformMessage = 'The platform accepted none of the containers.'
  throw new PlatformError('unavailable', { platformMessage })
}

function restart({ refetches, rebuilds }: Steps): Steps {
  return stepsShape.parse({ refetches, rebuilds })
}

function mayRefetch(steps: Steps, err: unknown): boolean {
  if (!(err instanceof PlatformError) || steps.refetches >= refetchesMax) return false
  return err.reason === 'media_unreachable' || retriedFailures.has(err.platformCode ?? '')
}

function wait(steps: Steps, seconds: number): PrepareResult {
  return { state: 'wait', progress: steps, seconds }
}

/** Waits 1, 2, 4 … 30 seconds between two checks of the same container. */
function backOff(steps: Steps): PrepareResult {
  return wait(
    { ...steps, polls: steps.polls + 1 },
    Math.min(waitSecondsMax, 2 ** (steps.polls + 1)),
  )
}

/** The one post among the latest ones that matches; `null` if several do, as nothing tells them apart. */
async function findPost(work: ContainerWork, committedAt: Date): Promise<PublishedPost | null> {
  const since = new Date(committedAt.getTime() - toleranceMs)
  const [post, another] = (await work.listPosts(since)).filter(
    (each) => each.publishedAt >= since && work.isOurs(each),
  )
  if (!post || another) return null
  return { state: 'published', platformPostId: post.id, permalink: post.permalink }
}
