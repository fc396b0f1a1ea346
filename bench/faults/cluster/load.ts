import { setTimeout as pause } from 'node:timers/promises'
import { platformValues } from '../../../packages/server/src/core/networks.ts'
import { inParallel } from '../../engine.ts'
import { sizes } from './sizes.ts'
import type { Drill, DrillAccount } from './system.ts'

/** A post that the API accepted; `texts` are those of its parts or of its post and first comment. */
export type SentPost = { platform: string; texts: string[] }
export type Attempt = { at: number; status: number | null }

export type DrillLoad = {
  accepted: SentPost[]
  /** Writes that were sent once, to see when writes succeed. */
  probes: Attempt[]
  /** Responses and time-outs of all other requests that were no success. */
  refused: Map<string, number>
  /** When the last scheduled post is due. */
  endsAt: number
  stop(): Promise<void>
}

const beforeDueMs = 6_000
const probeMs = 250
const retryMs = 300
const attemptsMax = 200

/**
 * Schedules posts, which become due during the fault, prepares it, then publishes others immediately and probes with
 * drafts until it is stopped.
 */
export async function openLoad(
  drill: Drill,
  name: string,
  prepare: () => Promise<void>,
): Promise<DrillLoad> {
  const planned = Date.now() + 3_600_000
  const load: DrillLoad = {
    ...{ accepted: [], probes: [], refused: new Map() },
    ...{ endsAt: 0, stop: async () => {} },
  }
  let count = 0
  const send = async (times: object) => {
    count += 1
    const account = nextAccount(drill, count)
    const texts = textsOf(account, `${name} ${count}`, count)
    await sendUntilAccepted(drill, load, account, { ...bodyOf(account, texts), ...times })
    load.accepted.push({ platform: account.platform, texts })
  }
  await inParallel(sizes.scheduled, 8, async (index) => {
    const scheduled_at = new Date(planned + (index * sizes.spreadMs) / sizes.scheduled)
    await send({ mode: 'schedule', scheduled_at })
  })
  // Scheduling takes longer on a busy machine.
  const from = Date.now() + beforeDueMs
  await drill.ctx.db.pool.query(earlierSql, [`${name} %`, planned - from])
  await prepare()
  if (Date.now() > from) throw new Error('The posts were due before the fault was prepared.')
  await pause(from - Date.now())
  load.endsAt = from + sizes.spreadMs
  let isStopped = false
  const client = async () => {
    while (!isStopped) {
      await send({ mode: 'now' })
      await pause(sizes.clientPauseMs)
    }
  }
  const probe = () => void probeOnce(drill, load, name)
  const timer = setInterval(probe, probeMs)
  const running = Promise.all(Array.from({ length: sizes.clients }, client))
  running.catch(() => {})
  load.stop = async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
  return load
}

const earlierSql = `
  update post_target t set scheduled_at = t.scheduled_at - make_interval(secs => $2 / 1000.0),
    due_at = t.due_at - make_interval(secs => $2 / 1000.0)
  from post p where p.id = t.post_id and p.text like $1`

/** The networks in turn. TikTok accepts few posts per day and account, so it gets every third of its turns. */
function nextAccount({ accounts }: Drill, count: number): DrillAccount {
  const round = Math.floor(count / platformValues.length)
  const turn = platformValues[count % platformValues.length]!
  const platform = turn === 'tiktok' && round % 3 > 0 ? 'mastodon' : turn
  const candidates = accounts.filter((account) => account.platform === platform)
  return candidates[round % candidates.length]!
}

/** A third of the posts have a second part, on networks without threads a first comment. */
function textsOf({ platform }: DrillAccount, text: string, count: number): string[] {
  const hasMore = platform !== 'tiktok' && Math.floor(count / 6) % 3 === 0
  return hasMore ? [text, `${text}, part 2`] : [text]
}

function bodyOf({ id, platform, image }: DrillAccount, [text, more]: string[]) {
  const hasImage = platform === 'instagram' || platform === 'tiktok'
  const isThread = ['threads', 'mastodon', 'bluesky'].includes(platform)
  const target = {
    account_id: id,
    ...(platform === 'tiktok' ? { options: { privacy_level: 'PUBLIC_TO_EVERYONE' } } : {}),
    ...(more && !isThread ? { first_comment: more } : {}),
  }
  return {
    text,
    media: hasImage ? [{ id: image }] : [],
    thread: more && isThread ? [{ text: more }] : [],
    targets: [target],
  }
}

async function sendUntilAccepted(
  drill: Drill,
  load: DrillLoad,
  { profileId }: DrillAccount,
  body: object,
): Promise<void> {
  const key = crypto.randomUUID()
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const { status, text } = await drill
      .send('POST', '/v1/posts', body, { profileId, key })
      .catch((err: Error) => ({ status: 0, text: err.name }))
    if (status === 201) return
    const reason = `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 40)}`
    load.refused.set(reason, (load.refused.get(reason) ?? 0) + 1)
    if (status >= 400 && status < 500 && status !== 409) throw new Error(`${reason}: ${text}`)
    await pause(retryMs)
  }
  throw new Error(`A post was never accepted: ${[...load.refused.keys()]}`)
}

async function probeOnce(drill: Drill, load: DrillLoad, name: string): Promise<void> {
  const body = { mode: 'draft', text: `Probe of ${name}` }
  const status = await drill.send('POST', '/v1/posts', body, { timeoutMs: 5_000 }).then(
    (response) => response.status,
    () => null,
  )
  load.probes.push({ at: performance.now(), status })
}
