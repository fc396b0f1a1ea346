import type { Account } from '../core/records.ts'
import { findAccount } from './account-json.ts'
import { type Call, readBoolean } from './call.ts'
import { notFound } from './errors.ts'
import { pageOf, pageResponse } from './paging.ts'
import { isCurrent } from './servers.ts'
import { authenticateIfGiven } from './session.ts'
import { settingsOf } from './settings.ts'
import { statusJson } from './status-json.ts'
import {
  findStatus,
  isVisible,
  repliesTo,
  type Status,
  statusOfComment,
  statusOfPost,
} from './statuses.ts'

/** How many statuses `/context` has with a person's token, and without (mastodon.md §4.1). */
const full = { ancestors: 4096, descendants: 4096, depth: Number.POSITIVE_INFINITY }
const reduced = { ancestors: 40, descendants: 60, depth: 20 }

function viewerOf(call: Call): Readonly<Account> | null {
  return authenticateIfGiven(call, 'read:statuses')?.account ?? null
}

/** `GET /api/v1/statuses/:id` */
export function readStatus(call: Call) {
  return statusJson(call.sandbox, visibleStatus(call, viewerOf(call)))
}

/** `GET /api/v1/statuses?id[]=`, since 4.3: those that exist, in any order. */
export function readStatuses(call: Call) {
  const { sandbox, server, input } = call
  if (!isCurrent(server)) throw notFound()
  const viewer = viewerOf(call)
  return input.list('id').flatMap((id) => {
    const status = findStatus(sandbox, server, id)
    return status && isVisible(sandbox, status, viewer) ? statusJson(sandbox, status) : []
  })
}

function visibleStatus({ sandbox, server, id }: Call, viewer: Readonly<Account> | null): Status {
  const status = findStatus(sandbox, server, id)
  if (!status || !isVisible(sandbox, status, viewer)) throw notFound()
  return status
}

/** `GET /api/v1/statuses/:id/context`: ancestors from the root, descendants depth-first. */
export function readContext(call: Call) {
  const { sandbox, context } = call
  const viewer = viewerOf(call)
  const status = visibleStatus(call, viewer)
  const limits = viewer ? full : reduced
  const ancestors: Status[] = []
  for (let above = status.parent; above; above = above.parent) ancestors.unshift(above)
  const descendants = descendantsOf(call, status, limits.depth)
  const show = (list: Status[]) =>
    list.filter((item) => isVisible(sandbox, item, viewer)).map((item) => statusJson(sandbox, item))
  if (settingsOf(sandbox).mastodon_async_refresh && isCurrent(call.server)) {
    context.header('mastodon-async-refresh', `id="context:${status.id}", retry=3`)
  }
  return context.json({
    ancestors: show(ancestors.slice(-limits.ancestors)),
    descendants: show(descendants.slice(0, limits.descendants)),
  })
}

function descendantsOf({ sandbox }: Call, status: Status, depth: number): Status[] {
  const walk = (above: Status, left: number): Status[] =>
    left === 0
      ? []
      : repliesTo(sandbox, above).flatMap((reply) => [reply, ...walk(reply, left - 1)])
  return walk(status, depth)
}

/**
 * `GET /api/v1/accounts/:id/statuses`. `exclude_replies` keeps the account's replies to itself, that is
 * the parts of its threads; the other program ignores it (mastodon.md §4.1). The sandbox has no boosts.
 */
export function listStatuses(call: Call) {
  const { sandbox, server, input } = call
  const viewer = viewerOf(call)
  const account = findAccount(call)
  const { posts, comments } = sandbox.state
  const excludesReplies = readBoolean(input.text('exclude_replies')) && !server.isOtherProgram
  const own = posts.by('account', account.id).map((post) => statusOfPost(sandbox, post))
  const replies = comments
    .by('author', account.id)
    .map((comment) => statusOfComment(sandbox, comment))
    .filter(({ parent }) => !excludesReplies || parent?.author.account?.id === account.id)
  const visible = [...own, ...replies].filter((status) => isVisible(sandbox, status, viewer))
  const withMedia = readBoolean(input.text('only_media'))
    ? visible.filter(({ media_ids }) => media_ids.length > 0)
    : visible
  const page = pageOf(call, withMedia, { standard: 20, max: 40 })
  return pageResponse(
    call,
    page.records.map((status) => statusJson(sandbox, status)),
    page.link,
  )
}
