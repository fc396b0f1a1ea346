import type { Context } from '../src/context.ts'
import type { AppPlatformValue, PlatformValue } from '../src/core/networks.ts'
import type { Account } from '../src/schemas/account.ts'
import type { Comment } from '../src/schemas/comment.ts'
import { connectAccount } from './publishing.ts'
import type { TestApp } from './test-app.ts'

/** The sandbox's accounts of one person. */
const names: Record<AppPlatformValue, string> = {
  threads: 'anna.bakes',
  instagram: 'bergmann.bakery',
  facebook: 'anna.bergmann',
  tiktok: 'bergmannbakery',
  youtube: 'bergmannbakery',
  linkedin: 'annabergmann',
}

export type Inbox = Awaited<ReturnType<typeof openInbox>>

/** A comment as the sandbox stores it. */
export type SandboxComment = { id: string; text: string; post_id: string; parent_id: string | null }

export type SandboxCommentInput = {
  post?: string
  text?: string
  author?: string
  author_private?: boolean
  by_owner?: boolean
  parent?: string
  hours_ago?: number
  likes?: number
  webhook?: boolean
}

/**
 * Connects a sandbox account that has a post made in the platform's app. The returned functions act
 * in that app and read the result from the API.
 */
export async function openInbox(
  testApp: TestApp,
  platform: AppPlatformValue = 'threads',
  options: { permissions?: string[]; hoursAgo?: number; profileId?: string } = {},
) {
  const decision = {
    account: names[platform],
    ...(options.permissions ? { permissions: options.permissions } : {}),
  }
  const account: Account = await connectAccount(testApp, platform, decision, options.profileId)
  const post = await publish(options.hoursAgo ?? 0)

  async function publish(hoursAgo: number, text = 'Fresh bread'): Promise<string> {
    const { id } = await testApp.sandbox.control('POST', '/posts', {
      account: account.platform_account_id,
      text,
      hours_ago: hoursAgo,
    })
    return id
  }

  let count = 0
  return {
    account,
    /** The platform's id of the post. */
    post,
    publish,
    /** Adds a comment to the post in the platform's app. */
    addComment: async (input: SandboxCommentInput = {}): Promise<SandboxComment> => {
      count += 1
      return await testApp.sandbox.control('POST', '/comments', {
        post,
        text: `Comment ${count}`,
        author: 'kim',
        webhook: false,
        ...input,
      })
    },
    edit: (id: string, change: { text?: string; hidden?: boolean; likes?: number }) =>
      testApp.sandbox.control('PATCH', `/comments/${id}`, change),
    remove: (id: string) => testApp.sandbox.control('DELETE', `/comments/${id}`),
    /** The post's comments on the platform. */
    listOnPlatform: async (): Promise<
      (SandboxComment & { hidden: boolean; author_name: string })[]
    > => (await testApp.sandbox.control('GET', `/posts/${post}/comments`)).data,
    /** All comments of the account from the API, newest first. */
    list: () => listAllComments(testApp, account.id),
    /** The comment from the API by its platform id. */
    find: async (posted: { id: string }): Promise<Comment | undefined> =>
      (await listAllComments(testApp, account.id)).find(
        (each) => each.platform_comment_id === posted.id,
      ),
    /** The stored `comment.created` events of the account, or of one comment. */
    events: async (posted?: { id: string }) => {
      const events = await listCreatedEvents(testApp, account.id)
      if (!posted) return events
      const comment = (await listAllComments(testApp, account.id)).find(
        (each) => each.platform_comment_id === posted.id,
      )
      return events.filter((event) => event.data.comment_id === comment?.id)
    },
  }
}

async function listAllComments(testApp: TestApp, accountId: string): Promise<Comment[]> {
  const comments: Comment[] = []
  for (let cursor = ''; ; ) {
    const path = `/v1/comments?limit=100&account_id=${accountId}${cursor}`
    const { status, body } = await testApp.call('GET', path)
    if (status !== 200) throw new Error(JSON.stringify(body))
    comments.push(...body.data)
    if (!body.has_more) return comments
    cursor = `&cursor=${body.next_cursor}`
  }
}

/** The stored `comment.created` events of an account, in order. */
export async function listCreatedEvents(
  testApp: TestApp,
  accountId: string,
): Promise<
  {
    id: string
    profile_id: string
    profile_external_id: string | null
    data: Record<string, unknown>
  }[]
> {
  const { rows } = await testApp.ctx.db.pool.query(
    `select convert_from(body, 'utf8')::jsonb as body from event
     where type = 'comment.created' and convert_from(body, 'utf8')::jsonb->'data'->>'account_id' = $1
     order by id`,
    [accountId],
  )
  return rows.map((row) => row.body)
}

/** Advances the clock and runs all due work. */
export async function advanceMinutes(testApp: TestApp, minutes: number): Promise<void> {
  testApp.clock.advance(minutes * 60_000)
  await testApp.work()
}

/** Adds a comment in the platform's app and syncs it. */
export async function receiveComment(
  testApp: TestApp,
  inbox: Inbox,
  input: SandboxCommentInput = {},
): Promise<Comment & { posted: SandboxComment }> {
  const posted = await inbox.addComment(input)
  await advanceMinutes(testApp, 61)
  const comment = await inbox.find(posted)
  if (!comment) throw new Error('The comment was not synced.')
  return { ...comment, posted }
}

/**
 * A context that throws from step `crashAtStep` on, as if the process had crashed. A step is a call to
 * the platform or a transaction; `progress.steps` counts them.
 */
export function crashingContext(testApp: TestApp, platform: PlatformValue, crashAtStep: number) {
  const progress = { steps: 0 }
  const step = () => {
    progress.steps += 1
    if (progress.steps >= crashAtStep) throw new Error('the process crashed here')
  }
  const { db, platforms } = testApp.ctx
  const implementation = platforms.get(platform)!
  const comments = implementation.comments!
  const crashing: Context = {
    ...testApp.ctx,
    db: {
      ...db,
      transact: async (work) => {
        step()
        return await db.transact(work)
      },
    },
    platforms: new Map(platforms).set(platform, {
      ...implementation,
      comments: {
        ...comments,
        listPosts: async (input) => {
          step()
          return await comments.listPosts(input)
        },
        listComments: async (input) => {
          step()
          return await comments.listComments(input)
        },
      },
    }),
  }
  return { ctx: crashing, progress }
}

/** Expires all leases of `account_poll`, which run by real time, as after a crash. */
export async function endLeases(testApp: TestApp): Promise<void> {
  await testApp.ctx.db.pool.query(`update account_poll set lease_until = now() - interval '1 second'
    where lease_until is not null`)
}
