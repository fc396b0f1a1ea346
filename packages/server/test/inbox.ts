import type { Context } from '../src/context.ts'
import type { PlatformValue } from '../src/core/networks.ts'
import type { Account } from '../src/schemas/account.ts'
import type { Comment } from '../src/schemas/comment.ts'
import { connectAccount } from './publishing.ts'
import type { TestApp } from './test-app.ts'

/** Where Anna posts. */
const names: Record<PlatformValue, string> = {
  threads: 'anna.bakes',
  instagram: 'bergmann.bakery',
  facebook: 'anna.bergmann',
  tiktok: 'bergmannbakery',
}

export type Inbox = Awaited<ReturnType<typeof openInbox>>

/** A comment as the sandbox has it. */
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
 * An account that was connected by a login at the sandbox, with a post that was made in the
 * platform's own app, and what people do there.
 */
export async function openInbox(
  testApp: TestApp,
  platform: PlatformValue = 'threads',
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
    /** Somebody comments under the post in the platform's app. */
    addComment: async (saying: SandboxCommentInput = {}): Promise<SandboxComment> => {
      count += 1
      return await testApp.sandbox.control('POST', '/comments', {
        post,
        text: `Comment ${count}`,
        author: 'kim',
        webhook: false,
        ...saying,
      })
    },
    edit: (id: string, change: { text?: string; hidden?: boolean; likes?: number }) =>
      testApp.sandbox.control('PATCH', `/comments/${id}`, change),
    remove: (id: string) => testApp.sandbox.control('DELETE', `/comments/${id}`),
    /** What the platform shows under the post now. */
    listOnPlatform: async (): Promise<
      (SandboxComment & { hidden: boolean; author_name: string })[]
    > => (await testApp.sandbox.control('GET', `/posts/${post}/comments`)).data,
    /** Every comment of the account as the API lists them, the newest first. */
    list: () => all(testApp, account.id),
    /** The comment as the API shows it, by its id on the platform. */
    find: async (said: { id: string }): Promise<Comment | undefined> =>
      (await all(testApp, account.id)).find((each) => each.platform_comment_id === said.id),
    /** The events about comments of the account, or about one. */
    events: async (said?: { id: string }) => {
      const events = await createdEvents(testApp, account.id)
      if (!said) return events
      const comment = (await all(testApp, account.id)).find(
        (each) => each.platform_comment_id === said.id,
      )
      return events.filter((event) => event.data.comment_id === comment?.id)
    },
  }
}

async function all(testApp: TestApp, accountId: string): Promise<Comment[]> {
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

/** The events of comments that were stored for delivery, in their order. */
export async function createdEvents(
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

/** Moves the clock and does all that is due by then. */
export async function advanceMinutes(testApp: TestApp, minutes: number): Promise<void> {
  testApp.clock.advance(minutes * 60_000)
  await testApp.work()
}

/** What somebody says in the platform's app, once it was read. */
export async function receiveComment(
  testApp: TestApp,
  inbox: Inbox,
  saying: SandboxCommentInput = {},
): Promise<Comment & { said: SandboxComment }> {
  const posted = await inbox.addComment(saying)
  await advanceMinutes(testApp, 61)
  const comment = await inbox.find(posted)
  if (!comment) throw new Error('not read')
  return { ...comment, said: posted }
}

/**
 * A context whose process ends at the n-th step: from then on no call to the platform and no
 * transaction gets an answer any more. A step is one of either. `steps` says how many were taken.
 */
export function crashingContext(testApp: TestApp, platform: PlatformValue, endsAt: number) {
  const alive = { steps: 0 }
  const step = () => {
    alive.steps += 1
    if (alive.steps >= endsAt) throw new Error('the process ended here')
  }
  const { db, platforms } = testApp.ctx
  const known = platforms.get(platform)!
  const comments = known.comments!
  const dying: Context = {
    ...testApp.ctx,
    db: {
      ...db,
      transact: async (work) => {
        step()
        return await db.transact(work)
      },
    },
    platforms: new Map(platforms).set(platform, {
      ...known,
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
  return { ctx: dying, alive }
}

/** What a crashed process had claimed is free: its lease, which runs by real time, has ended. */
export async function endLeases(testApp: TestApp): Promise<void> {
  await testApp.ctx.db.pool.query(`update account_watch set lease_until = now() - interval '1 second'
    where lease_until is not null`)
}
