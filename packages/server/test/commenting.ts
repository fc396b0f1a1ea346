import type { PlatformValue } from '../src/base/config.ts'
import type { Account } from '../src/resources/account.ts'
import type { Comment } from '../src/resources/comment.ts'
import type { House } from './house.ts'
import { connectAccount } from './publishing.ts'

/** Where Anna posts. */
const names: Record<PlatformValue, string> = {
  threads: 'anna.bakes',
  instagram: 'bergmann.bakery',
  facebook: 'Bergmann Bakery',
  tiktok: 'bergmannbakery',
}

export type Inbox = Awaited<ReturnType<typeof openInbox>>

/** A comment as the sandbox has it. */
export type Said = { id: string; text: string; post_id: string; parent_id: string | null }

export type Saying = {
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
  house: House,
  platform: PlatformValue = 'threads',
  options: { permissions?: string[]; hoursAgo?: number; profileId?: string } = {},
) {
  const decision = {
    account: names[platform],
    ...(options.permissions ? { permissions: options.permissions } : {}),
  }
  const account: Account = await connectAccount(house, platform, decision, options.profileId)
  const post = await publish(options.hoursAgo ?? 0)

  async function publish(hoursAgo: number, text = 'Fresh bread'): Promise<string> {
    const { id } = await house.sandbox.control('POST', '/posts', {
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
    say: async (saying: Saying = {}): Promise<Said> => {
      count += 1
      return await house.sandbox.control('POST', '/comments', {
        post,
        text: `Comment ${count}`,
        author: 'kim',
        webhook: false,
        ...saying,
      })
    },
    edit: (id: string, change: { text?: string; hidden?: boolean; likes?: number }) =>
      house.sandbox.control('PATCH', `/comments/${id}`, change),
    remove: (id: string) => house.sandbox.control('DELETE', `/comments/${id}`),
    /** What the platform shows under the post now. */
    shown: async (): Promise<(Said & { hidden: boolean; author_name: string })[]> =>
      (await house.sandbox.control('GET', `/posts/${post}/comments`)).data,
    /** Every comment of the account as the API lists them, the newest first. */
    list: async (query = ''): Promise<Comment[]> => {
      const path = `/v1/comments?limit=100&account_id=${account.id}${query}`
      const { status, body } = await house.call('GET', path)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body.data
    },
    events: () => createdEvents(house, account.id),
  }
}

/** The events of comments that were stored for delivery, in their order. */
export async function createdEvents(
  house: House,
  accountId: string,
): Promise<
  {
    id: string
    profile_id: string
    profile_external_id: string | null
    data: Record<string, unknown>
  }[]
> {
  const { rows } = await house.ctx.db.pool.query(
    `select convert_from(body, 'utf8')::jsonb as body from event
     where type = 'comment.created' and convert_from(body, 'utf8')::jsonb->'data'->>'account_id' = $1
     order by id`,
    [accountId],
  )
  return rows.map((row) => row.body)
}

/** Moves the clock and does all that is due by then. */
export async function pass(house: House, minutes: number): Promise<void> {
  house.clock.advance(minutes * 60_000)
  await house.work()
}
