import pg from 'pg'
import { afterTurnEnd } from '../base/turn.ts'
import { hasOnePlan, keptNameOfFrequent } from './kept.ts'
import { types } from './types.ts'
import { watchedQuery } from './unavailable.ts'

type Result = pg.QueryResult
/** A statement on its way, or `null` when it has to go another way. */
type Run = (text: string, values: readonly unknown[]) => Promise<Result> | null

/**
 * Connections on which short reads follow each other without waiting for answers: those of one turn of
 * the event loop leave with one write, and PostgreSQL works through them without going to sleep. Only
 * statements that come often take a pipeline, and none that was found to keep those behind it waiting.
 */
export type Pipelines = { run: Run; close(): Promise<void> }

type Pipeline = {
  kind: Kind
  client: pg.Client
  waiting: number
  isHeld: boolean
  isLost: boolean
  doneAt: number
}

/** `planned`: PostgreSQL takes the one plan that it made of a statement; `weighed`: as it thinks fit. */
type Kind = 'planned' | 'weighed'

/**
 * For a page of rows PostgreSQL would set up a table that remembers what was joined, as large as for all
 * rows: 220 of the 280 µs that a page of accounts took. Compiling takes longer than any short read.
 */
const forFewRows = '-c enable_memoize=off -c jit=off'
/**
 * By an index also where a table was empty when the plan was made, and has not been looked at since; and by
 * the index that has the order of the page, where the planner takes all rows of a profile for few.
 */
const byOnePlan =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off'

/** Of each kind. */
const pipelinesMax = 2
/** The next pipeline is taken beyond this. */
const waitingWell = 8
const waitingMax = 64
const idleMs = 30_000
const connectMsMax = 5_000
/** After a connection that could not be had; until then reads go through the pool. */
const restMs = 1_000
/** A statement that takes longer on average is no short read. */
const shortMsMax = 25
/** One that was found to be long is tried again after some hundred times. */
const pardon = 0.995
const weightOfLast = 0.1

export function createPipelines(options: {
  connection: pg.ClientConfig
  queryMsMax: number | undefined
  onError: (err: unknown) => void
}): Pipelines {
  const pipelines = new Set<Pipeline>()
  const msOf = new Map<string, number>()
  let opening: Promise<void> | null = null
  let failedAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  const leave = (pipeline: Pipeline) => {
    if (!pipelines.delete(pipeline)) return
    void pipeline.client.end().catch(() => {})
  }
  const open = async (kind: Kind) => {
    try {
      const opened = await openPipeline(kind, options, leave)
      if (isClosed || opened.isLost) await opened.client.end()
      else pipelines.add(opened)
    } catch (err) {
      failedAt = performance.now()
      options.onError(err)
    } finally {
      opening = null
    }
  }
  const openAnother = (kind: Kind) => {
    const isPatient = performance.now() - failedAt < restMs
    if (opening || isClosed || isPatient) return
    if ([...pipelines].filter((each) => each.kind === kind).length >= pipelinesMax) return
    opening = open(kind)
  }
  const look = setInterval(() => {
    const since = performance.now() - idleMs
    for (const pipeline of pipelines)
      if (pipeline.waiting === 0 && pipeline.doneAt < since) leave(pipeline)
  }, idleMs / 2)
  look.unref()

  return {
    run: (text, values) => {
      const name = keptNameOfFrequent(text)
      if (!name) return null
      const ms = msOf.get(name) ?? 0
      if (ms > shortMsMax) {
        msOf.set(name, ms * pardon)
        return null
      }
      const kind = hasOnePlan(text) ? 'planned' : 'weighed'
      const pipeline = pick(pipelines, kind)
      if (!pipeline || pipeline.waiting >= waitingWell) openAnother(kind)
      if (!pipeline || pipeline.waiting >= waitingMax) return null
      return send(pipeline, { text, values: values as unknown[], name }, leave, (ms) => {
        msOf.set(name, (msOf.get(name) ?? ms) * (1 - weightOfLast) + ms * weightOfLast)
      })
    },
    close: async () => {
      isClosed = true
      clearInterval(look)
      await opening
      const all = [...pipelines]
      pipelines.clear()
      await Promise.all(all.map(({ client }) => client.end().catch(() => {})))
    },
  }
}

async function openPipeline(
  kind: Kind,
  { connection, queryMsMax, onError }: Parameters<typeof createPipelines>[0],
  leave: (pipeline: Pipeline) => void,
): Promise<Pipeline> {
  const client = new pg.Client({
    ...connection,
    application_name: 'postern reads',
    keepAlive: true,
    types: types as pg.CustomTypesConfig,
    pipeline: true,
    connectionTimeoutMillis: connectMsMax,
    options: kind === 'planned' ? `${forFewRows} ${byOnePlan}` : forFewRows,
    ...(queryMsMax ? { query_timeout: queryMsMax } : {}),
  } as pg.ClientConfig)
  const pipeline: Pipeline = {
    kind,
    client,
    waiting: 0,
    isHeld: false,
    isLost: false,
    doneAt: performance.now(),
  }
  // Heard from the first byte on: PostgreSQL may say in one packet that it is ready and that it ends.
  client.on('error', (err) => {
    onError(err)
    pipeline.isLost = true
    leave(pipeline)
  })
  await client.connect()
  return pipeline
}

type Stream = { cork(): void; uncork(): void }

function streamOf(client: pg.Client): Stream {
  return (client as unknown as { connection: { stream: Stream } }).connection.stream
}

/** The first that has few, so that what comes together goes together; else the emptiest. */
function pick(pipelines: Iterable<Pipeline>, kind: Kind): Pipeline | null {
  let emptiest: Pipeline | null = null
  for (const pipeline of pipelines) {
    if (pipeline.kind !== kind) continue
    if (pipeline.waiting < waitingWell) return pipeline
    if (!emptiest || pipeline.waiting < emptiest.waiting) emptiest = pipeline
  }
  return emptiest
}

async function send(
  pipeline: Pipeline,
  query: { text: string; values: unknown[]; name: string },
  leave: (pipeline: Pipeline) => void,
  note: (ms: number) => void,
): Promise<Result> {
  if (!pipeline.isHeld) {
    pipeline.isHeld = true
    const stream = streamOf(pipeline.client)
    stream.cork()
    afterTurnEnd(() => {
      pipeline.isHeld = false
      stream.uncork()
    })
  }
  const sentAt = performance.now()
  pipeline.waiting += 1
  try {
    return await watchedQuery(pipeline.client, query, () => leave(pipeline))
  } finally {
    pipeline.waiting -= 1
    const now = performance.now()
    // What it waited for those before it is not its own.
    note(now - Math.max(sentAt, pipeline.doneAt))
    pipeline.doneAt = now
  }
}
