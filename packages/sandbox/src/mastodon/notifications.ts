import type { Comment, Notification, Post } from '../core/content.ts'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { accountJson } from './account-json.ts'
import { handleOf } from './authors.ts'
import type { Call } from './call.ts'
import { pageOf, pageResponse } from './paging.ts'
import { serverOf } from './servers.ts'
import { authenticate } from './session.ts'
import { statusId } from './status-id.ts'
import { statusJson } from './status-json.ts'
import { findStatus, mentionedBy, type Status, statusOfComment } from './statuses.ts'

/** Tells everybody whom the status mentions. */
export function notifyMentioned(sandbox: Sandbox, status: Status): void {
  for (const { account } of mentionedBy(sandbox, status)) {
    if (!account || account.id === status.author.account?.id) continue
    notify(sandbox, account, { type: 'mention', by: status.author.name, subject_id: status.id })
  }
}

/** A new reply notifies; an edited one gets its time. */
export function onComment(
  sandbox: Sandbox,
  comment: Readonly<Comment>,
  change: 'add' | 'edited' | 'remove',
): void {
  const { state, clock } = sandbox
  if (change === 'add') notifyMentioned(sandbox, statusOfComment(sandbox, comment))
  if (change === 'edited') {
    const edited_at = clock.now().toISOString()
    state.comments.update(comment.id, { facts: { ...comment.facts, edited_at } })
  }
}

/** A person favorites a post: one more like, and a notification. */
export function onLike(sandbox: Sandbox, post: Readonly<Post>, by: string): void {
  const likes = (post.numbers.likes ?? 0) + 1
  sandbox.state.posts.update(post.id, { numbers: { ...post.numbers, likes } })
  const account = sandbox.state.accounts.get(post.account_id)!
  notify(sandbox, account, { type: 'favourite', by, subject_id: post.id })
}

type News = { type: string; by: string; subject_id: string }

function notify(sandbox: Sandbox, account: Readonly<Account>, news: News): void {
  const created_at = sandbox.clock.ms()
  sandbox.state.notifications.put({
    id: statusId(created_at),
    platform: 'mastodon',
    account_id: account.id,
    type: news.type,
    author_name: news.by,
    subject_id: news.subject_id,
    created_at,
  })
}

/** `GET /api/v1/notifications` (mastodon.md §4.2). The other program ignores `types[]`. */
export function listNotifications(call: Call) {
  const { sandbox, server, input } = call
  const { account } = authenticate(call, 'read:notifications')
  const [types, excluded] = [input.list('types'), input.list('exclude_types')]
  const isWanted = ({ type }: Notification) =>
    server.isOtherProgram ||
    ((types.length === 0 || types.includes(type)) && !excluded.includes(type))
  const all = sandbox.state.notifications
    .by('account', account.id)
    .filter((item) => isWanted(item) && findStatus(sandbox, server, item.subject_id))
  const page = pageOf(call, all, { standard: 40, max: 80 })
  return pageResponse(
    call,
    page.records.map((item) => show(sandbox, account, item)),
    page.link,
  )
}

function show(sandbox: Sandbox, account: Readonly<Account>, item: Readonly<Notification>): object {
  const server = serverOf(account)
  const status = findStatus(sandbox, server, item.subject_id)!
  const by = item.type === 'mention' ? status.author : { account: null, name: item.author_name }
  return {
    id: item.id,
    type: item.type,
    created_at: new Date(item.created_at).toISOString(),
    group_key: `${item.type}-${handleOf(sandbox, server, by).id}`,
    account: accountJson(sandbox, server, by),
    status: statusJson(sandbox, status),
  }
}
