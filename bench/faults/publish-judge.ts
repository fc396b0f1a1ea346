import { type PlatformValue, platformValues } from '../../packages/server/src/core/networks.ts'
import type { Post } from '../../packages/server/src/schemas/post.ts'
import { type Sent, type Stage, untilRest } from './publish-parts.ts'

export type Row = {
  fault: string
  platform: PlatformValue
  targets: number
  published: number
  twice: number
  lost: number
  unknown: number
  stuck: number
  seconds: number
}

type SandboxPost = { id: string; text: string; parent_id: string | null }
type Verdict = { status: string; onPlatform: number }

/**
 * Holds what we say of every target against the platform's own list. The owner's part is played
 * too: an unknown post that is there is resolved, one that is not is retried; and afterwards every
 * post is on the platform once.
 */
export async function judge(stage: Stage, fault: string, sent: readonly Sent[]): Promise<Row[]> {
  const first = new Map<Sent, Verdict>()
  for (const each of sent) first.set(each, await look(stage, each))
  const unknown = sent.filter((each) => first.get(each)!.status === 'unknown')
  for (const each of unknown) await decide(stage, each)
  await untilRest(stage, unknown)
  const last = new Map<Sent, Verdict>()
  for (const each of sent) last.set(each, await look(stage, each))
  return platformValues.flatMap((platform) => {
    const mine = sent.filter((each) => each.platform === platform)
    if (mine.length === 0) return []
    const count = (holds: (verdict: Verdict, each: Sent) => boolean) =>
      mine.filter((each) => holds(first.get(each)!, each)).length
    return [
      {
        fault,
        platform,
        targets: mine.length,
        published: count(({ status, onPlatform }) => status === 'published' && onPlatform > 0),
        twice: mine.filter((each) => last.get(each)!.onPlatform > 1).length,
        lost: mine.filter((each) => isLost(last.get(each)!)).length,
        unknown: count(({ status }) => status === 'unknown'),
        stuck: count((_verdict, each) => each.restAt === null),
        seconds: Math.max(...mine.map(secondsOf)),
      },
    ]
  })
}

function isLost({ status, onPlatform }: Verdict): boolean {
  return status !== 'published' || onPlatform === 0
}

function secondsOf({ struckAt, restAt }: Sent): number {
  return restAt === null ? Number.NaN : Math.max(0, Math.round((restAt - struckAt) / 100) / 10)
}

async function look(stage: Stage, { postId, text }: Sent): Promise<Verdict> {
  const post = await stage.call<Post>('GET', `/v1/posts/${postId}`)
  return { status: post.targets[0]!.status, onPlatform: (await found(stage, text)).length }
}

async function found(stage: Stage, text: string): Promise<{ id: string }[]> {
  const posts: SandboxPost[] = []
  for (let before = ''; ; before = `&before=${posts[0]!.id}`) {
    const page = await stage.sandbox.control<{ data: SandboxPost[]; has_more: boolean }>(
      'GET',
      `/posts?limit=1000${before}`,
    )
    posts.unshift(...page.data)
    if (!page.has_more) break
  }
  // A video or photo that is an object of its own belongs to the post which people see.
  return posts.filter((post) => post.text === text && post.parent_id === null)
}

async function decide(stage: Stage, each: Sent): Promise<void> {
  const post = await stage.call<Post>('GET', `/v1/posts/${each.postId}`)
  const path = `/v1/posts/${each.postId}/targets/${post.targets[0]!.id}`
  const [there] = await found(stage, each.text)
  if (there) await stage.call('POST', `${path}/resolve`, { platform_post_id: there.id })
  else await stage.call('POST', `${path}/retry`)
  each.restAt = null
}
