import type { PlatformValue } from '../../packages/server/src/core/networks.ts'
import { judge, type Row } from './publish-judge.ts'
import {
  endLeases,
  type Kind,
  newestLease,
  type Sent,
  type Stage,
  send,
  setFault,
  untilRest,
} from './publish-parts.ts'
import { killHard } from './world.ts'

/** Every call of a publish on each platform, by its name in the sandbox; one column is one round. */
const calls: Record<PlatformValue, readonly [Kind, string][]> = {
  threads: [
    ['image', 'quota'],
    ['image', 'create'],
    ['image', 'node'],
    ['image', 'publish'],
    ['text', 'publish'],
  ],
  instagram: [
    ['image', 'quota'],
    ['image', 'create'],
    ['image', 'node'],
    ['image', 'publish'],
    ['video', 'publish'],
  ],
  facebook: [
    ['image', 'photos'],
    ['image', 'feed'],
    ['text', 'feed'],
    ['video', 'videos'],
    ['video', 'node'],
  ],
  tiktok: [
    ['video', 'creator_info'],
    ['video', 'video_init'],
    ['video', 'upload'],
    ['video', 'status'],
    ['image', 'content_init'],
  ],
}
const rounds = calls.threads.length
const slowMs = 1_500
const reachedMsMax = 20_000

/** What the platform does with the call in which the server dies. */
export const moments = [
  { words: 'kill -9, the call never happened', kind: 'timeout' },
  { words: 'kill -9, the call happens after it', kind: 'slow_ms' },
  { words: 'kill -9, the call had happened', kind: 'after_accepting_timeout' },
] as const

/** Kills the server in every call of every platform, all four at once, and starts it again. */
export async function killAtEveryCall(
  stage: Stage,
  { words, kind }: (typeof moments)[number],
): Promise<Row[]> {
  const all: Sent[] = []
  for (let round = 0; round < rounds; round += 1) {
    const sent: Sent[] = []
    for (const [platform, kinds] of Object.entries(calls) as [PlatformValue, [Kind, string][]][]) {
      const [content, match] = kinds[round]!
      await setFault(stage, { platform, match, kind, ms: slowMs })
      sent.push(await send(stage, platform, content))
    }
    await untilReached(stage, sent)
    await killHard(stage.instance.pid)
    for (const each of sent) each.struckAt = performance.now()
    const upTo = await newestLease(stage)
    const late = new Promise((resume) => setTimeout(resume, slowMs + 500))
    await stage.restart()
    await late
    await endLeases(stage, upTo)
    await untilRest(stage, sent)
    all.push(...sent)
    const calledAt = Object.values(calls).map((kinds) => kinds[round]![1])
    process.stdout.write(`    ${words}: ${calledAt.join(', ')}\n`)
  }
  return await judge(stage, words, all)
}

/** Until each platform has been called as planned and none has answered. */
async function untilReached(stage: Stage, sent: readonly Sent[]): Promise<void> {
  const began = performance.now()
  for (;;) {
    const { data } = await stage.sandbox.control<{ data: { platform: string }[] }>('GET', '/faults')
    if (data.length === 0) return
    if (performance.now() - began > reachedMsMax) {
      const left = data.map(({ platform }) => platform).join(', ')
      throw new Error(`Was not called in time: ${left} (${sent.map((each) => each.postId)})`)
    }
    await new Promise((resume) => setTimeout(resume, 5))
  }
}
