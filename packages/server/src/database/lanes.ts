import pg from 'pg'
import { keptNameOfFrequent } from './kept.ts'
import { types } from './types.ts'
import { watchedQuery } from './unavailable.ts'

type Result = pg.QueryResult
/** A statement on its way, or `null` when it has to go another way. */
type Run = (text: string, values: readonly unknown[]) => Promise<Result> | null

/**
 * Connections on which short reads follow each other without waiting for answers: those of one turn of
 * the event loop leave with one write, and PostgreSQL works through them without going to sleep. Only
 * statements that come often take a lane, and none that was found to keep those behind it waiting.
 */
export type Lanes = { run: Run; close(): Promise<void> }

type Lane = {
  client: pg.Client
  stream: { cork(): void; uncork(): void }
  waiting: number
  isHeld: boolean
  doneAt: number
}

const lanesMax = 4
/** The next lane is taken beyond this. */
const waitingWell = 8
const waitingMax = 64
const idleMs = 30_000
/** A statement that takes longer on average is no short read. */
const shortMsMax = 25
/** One that was found to be long is tried again after some hundred times. */
const pardon = 0.995
const weightOfLast = 0.1

export function createLanes(options: {
  connection: pg.ClientConfig
  queryMsMax: number | undefined
  onError: (err: unknown) => void
}): Lanes {
  const lanes = new Set<Lane>()
  const msOf = new Map<string, number>()
  let isOpening = false
  let isClosed = false

  const leave = (lane: Lane) => {
    if (!lanes.delete(lane)) return
    void lane.client.end().catch(() => {})
  }
  const open = async () => {
    if (isOpening || isClosed || lanes.size >= lanesMax) return
    isOpening = true
    try {
      lanes.add(await openLane(options, leave))
    } catch (err) {
      options.onError(err)
    } finally {
      isOpening = false
    }
  }
  const look = setInterval(() => {
    const since = performance.now() - idleMs
    for (const lane of lanes) if (lane.waiting === 0 && lane.doneAt < since) leave(lane)
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
      const lane = pick(lanes)
      if (!lane || lane.waiting >= waitingWell) void open()
      if (!lane || lane.waiting >= waitingMax) return null
      return send(lane, { text, values: values as unknown[], name }, leave, (ms) => {
        msOf.set(name, (msOf.get(name) ?? ms) * (1 - weightOfLast) + ms * weightOfLast)
      })
    },
    close: async () => {
      isClosed = true
      clearInterval(look)
      const all = [...lanes]
      lanes.clear()
      await Promise.all(all.map(({ client }) => client.end().catch(() => {})))
    },
  }
}

async function openLane(
  { connection, queryMsMax, onError }: Parameters<typeof createLanes>[0],
  leave: (lane: Lane) => void,
): Promise<Lane> {
  const client = new pg.Client({
    ...connection,
    application_name: 'postern reads',
    keepAlive: true,
    types: types as pg.CustomTypesConfig,
    pipeline: true,
    ...(queryMsMax ? { query_timeout: queryMsMax } : {}),
  } as pg.ClientConfig)
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Lane['stream'] } }).connection
  const lane: Lane = { client, stream, waiting: 0, isHeld: false, doneAt: performance.now() }
  client.on('error', (err) => {
    onError(err)
    leave(lane)
  })
  return lane
}

/** The first that has few, so that what comes together goes together; else the emptiest. */
function pick(lanes: Iterable<Lane>): Lane | null {
  let emptiest: Lane | null = null
  for (const lane of lanes) {
    if (lane.waiting < waitingWell) return lane
    if (!emptiest || lane.waiting < emptiest.waiting) emptiest = lane
  }
  return emptiest
}

async function send(
  lane: Lane,
  query: { text: string; values: unknown[]; name: string },
  leave: (lane: Lane) => void,
  note: (ms: number) => void,
): Promise<Result> {
  if (!lane.isHeld) {
    lane.isHeld = true
    lane.stream.cork()
    process.nextTick(() => {
      lane.isHeld = false
      lane.stream.uncork()
    })
  }
  const sentAt = performance.now()
  lane.waiting += 1
  try {
    return await watchedQuery(lane.client, query, () => leave(lane))
  } finally {
    lane.waiting -= 1
    const now = performance.now()
    // What it waited for those before it is not its own.
    note(now - Math.max(sentAt, lane.doneAt))
    lane.doneAt = now
  }
}
