import { limits } from '../../packages/server/src/core/limits.ts'
import type { PlatformValue } from '../../packages/server/src/core/networks.ts'
import { stopInstance } from '../instance.ts'
import { postgresOf, until } from '../processes.ts'
import { judge, type Row } from './publish-judge.ts'
import {
  endLeases,
  newestLease,
  type Sent,
  type Stage,
  send,
  setFault,
  untilRest,
} from './publish-parts.ts'
import { killHard } from './world.ts'

const commits: Record<PlatformValue, ['text' | 'image', string]> = {
  threads: ['text', 'publish'],
  instagram: ['image', 'publish'],
  facebook: ['text', 'feed'],
  tiktok: ['image', 'content_init'],
}
const lateMs = limits.platform.deadlineMs + 2_000
const postsPerPlatform = 5
const comebackMsMax = 5_000
/** No call to the sandbox takes longer, so nothing of before is under way any more. */
const quietMs = 2_000

/** Every platform publishes and answers 500. */
export async function answer500(stage: Stage): Promise<Row[]> {
  const sent = await commitWith(stage, 'after_accepting_500')
  await untilRest(stage, sent)
  return await judge(stage, '500 after accepting', sent)
}

/** Every platform publishes after our deadline, when nobody waits for its answer any more. */
export async function answerLate(stage: Stage): Promise<Row[]> {
  const sent = await commitWith(stage, 'slow_ms')
  await new Promise((resume) => setTimeout(resume, lateMs + 1_000))
  await untilRest(stage, sent)
  return await judge(stage, `answers after ${lateMs / 1_000} s`, sent)
}

async function commitWith(stage: Stage, kind: string): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const [platform, [content, match]] of Object.entries(commits)) {
    const name = platform as PlatformValue
    await setFault(stage, { platform: name, match, kind, ms: lateMs })
    sent.push(await send(stage, name, content))
  }
  return sent
}

/** PostgreSQL dies while posts are on their way on all platforms. */
export async function killPostgres(stage: Stage): Promise<Row[]> {
  const sent: Sent[] = []
  for (let place = 0; place < postsPerPlatform; place += 1) {
    for (const [platform, [content]] of Object.entries(commits)) {
      sent.push(await send(stage, platform as PlatformValue, content))
    }
  }
  const before = postgresOf(stage.dataDir)!
  await killHard(before)
  for (const each of sent) each.struckAt = performance.now()
  const isBack = await until(() => (postgresOf(stage.dataDir) ?? before) !== before, comebackMsMax)
  if (!isBack) {
    await stopInstance(stage.instance).catch(() => {})
    await stage.restart()
  }
  process.stdout.write(`    ${isBack ? 'restarted by the server' : 'back with the next start'}\n`)
  await new Promise((resume) => setTimeout(resume, quietMs))
  await untilAnswering(stage)
  await endLeases(stage, await newestLease(stage))
  await untilRest(stage, sent)
  return await judge(stage, 'kill -9 of PostgreSQL', sent)
}

/** PostgreSQL recovers, and the server has had a moment to notice. */
async function untilAnswering(stage: Stage): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await stage.db.pool.query('select 1')
      await stage.call('GET', '/v1/me')
      return
    } catch (err) {
      if (tries >= 50) throw err
      await new Promise((resume) => setTimeout(resume, 200))
    }
  }
}
