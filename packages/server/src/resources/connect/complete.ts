import type { Context } from '../../context.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Tx } from '../../database/open.ts'
import type { GrantedAccount } from '../../platforms/platform.ts'
import { connectAccounts } from '../accounts/connect.ts'
import { later, watchAccount } from '../accounts/watch.ts'
import { unknownLink } from './open.ts'
import { attemptOf, backToLink, page } from './outcome.ts'
import {
  type FlowRow,
  holdProfile,
  insertAttempt,
  type LinkRow,
  linkStatus,
  lockLink,
} from './queries.ts'
import { errorReturn, flowReference, successReturn } from './return-url.ts'
import type { FlowOutcome } from './views.ts'

const firstCheckMs = 12 * 3_600_000

type Completion =
  | { done: 'connected'; accountIds: string[] }
  | { done: 'refused'; error: 'account_in_other_profile' | 'plan_account_limit' | 'expired' }
  | { done: 'wrong_account' }
  | { done: 'closed' }

/**
 * The one transaction in which a link is used: all accounts join the profile, their events are
 * stored and the link is spent, or nothing of it happens and the link stays valid. However many
 * completions of one link run at once, exactly one succeeds.
 */
export async function completeLink(
  ctx: Context,
  flow: FlowRow,
  token: string,
  granted: readonly GrantedAccount[],
): Promise<FlowOutcome> {
  const { link, completion } = await ctx.db.transact(async (tx) => {
    const link = await lockLink(tx, flow.link_id)
    if (!link) return { link: null, completion: null }
    const completion = await completeInside(ctx, tx, flow, link, granted)
    const error = completion.done === 'connected' ? null : errorOf(completion)
    await insertAttempt(tx, attemptOf(flow, ctx.clock.now(), 'done', error))
    return { link, completion }
  })
  if (!link) return page(404, unknownLink())
  const reference = flowReference(ctx.config, link, flow)
  switch (completion.done) {
    case 'connected':
      return { go: 'away', url: successReturn(link, completion.accountIds, reference) }
    case 'refused':
      return { go: 'away', url: errorReturn(link, completion.error, reference) }
    case 'wrong_account':
      return await backToLink(ctx, link, token, 409, 'wrong_account')
    case 'closed':
      return await backToLink(ctx, link, token, 410, null)
  }
}

async function completeInside(
  ctx: Context,
  tx: Tx,
  flow: FlowRow,
  link: LinkRow,
  granted: readonly GrantedAccount[],
): Promise<Completion> {
  const now = ctx.clock.now()
  const status = linkStatus(link, now)
  if (status === 'expired') return { done: 'refused', error: 'expired' }
  if (status !== 'valid' || !(await holdProfile(tx, link.profile_id))) return { done: 'closed' }
  if (link.account_id && !(await isSameAccount(tx, link.account_id, granted))) {
    return { done: 'wrong_account' }
  }
  const outcome = await connectAccounts(ctx, tx, {
    ownerId: link.owner_id,
    profileId: link.profile_id,
    platform: flow.platform as PlatformValue,
    granted,
    metadata: link.metadata,
    now,
  })
  if ('refused' in outcome) return { done: 'refused', error: outcome.refused }
  const accountIds = outcome.accounts.map((account) => account.id)
  const hasWebhooks = ctx.platforms.get(flow.platform as PlatformValue)?.inbound?.subscribe
  const firstCheckAt = hasWebhooks ? now : later(now, firstCheckMs)
  for (const id of accountIds) await watchNew(tx, id, now, firstCheckAt)
  await tx
    .updateTable('connect_link')
    .set({ used_at: now, account_ids: accountIds })
    .where('id', '=', link.id)
    .execute()
  // The other logins of this link end here. This one stays without its grant for the page at the end.
  await tx
    .deleteFrom('connect_flow')
    .where('link_id', '=', link.id)
    .where('id', '<>', flow.id)
    .execute()
  await tx
    .updateTable('connect_flow')
    .set({ step: 'done', grant_sealed: null })
    .where('id', '=', flow.id)
    .execute()
  return { done: 'connected', accountIds }
}

/** From now on its comments and figures are read, and its access is kept alive. */
async function watchNew(tx: Tx, accountId: string, now: Date, firstCheckAt: Date): Promise<void> {
  await watchAccount(tx, accountId, 'comments', now)
  await watchAccount(tx, accountId, 'insights', now)
  await watchAccount(tx, accountId, 'access', firstCheckAt)
}

/** A reconnect link takes just the account it was made for. */
async function isSameAccount(
  tx: Tx,
  accountId: string,
  granted: readonly GrantedAccount[],
): Promise<boolean> {
  const account = await tx
    .selectFrom('account')
    .select('platform_account_id')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return granted.length === 1 && granted[0]?.platformAccountId === account?.platform_account_id
}

function errorOf(completion: Exclude<Completion, { done: 'connected' }>): string {
  return completion.done === 'refused' ? completion.error : completion.done
}
