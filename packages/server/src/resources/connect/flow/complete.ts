import type { Context } from '../../../context.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import type { Tx } from '../../../database/open.ts'
import type { GrantedAccount } from '../../../platforms/contract/platform.ts'
import { connectAccounts } from '../../accounts/connect.ts'
import { delayWithJitter, scheduleCheck } from '../../accounts/schedule.ts'
import { lockActiveProfile } from '../../profiles/queries.ts'
import { statusOf } from '../../sent-pages/kind.ts'
import { lockPage } from '../../sent-pages/queries.ts'
import { type LinkRow, linkKind } from '../links/link.ts'
import { clientName, unknownLinkView } from './open.ts'
import { page, returnToLink } from './outcome.ts'
import { type FlowRow, recordAttempt } from './queries.ts'
import { errorReturn, flowReference, successReturn } from './return-url.ts'
import type { FlowOutcome } from './views.ts'

const firstCheckMs = 12 * 3_600_000

type CompletionResult =
  | { done: 'connected'; accountIds: string[] }
  | {
      done: 'refused'
      error: 'account_in_other_profile' | 'plan_account_limit' | 'expired'
      by: readonly GrantedAccount[]
    }
  | { done: 'wrong_account' }
  | { done: 'closed' }

/**
 * Uses a link in one transaction: all accounts are connected, their events stored and the link marked
 * used; otherwise nothing changes and the link stays valid. Of concurrent completions of one link,
 * exactly one succeeds.
 */
export async function completeLink(
  ctx: Context,
  flow: FlowRow,
  token: string,
  granted: readonly GrantedAccount[],
): Promise<FlowOutcome> {
  const { link, completion } = await ctx.db.transact(async (tx) => {
    const link = await lockPage(tx, linkKind, flow.link_id, 'update')
    if (!link) return { link: null, completion: null }
    const completion = await completeInTransaction(ctx, tx, flow, link, granted)
    const error = completion.done === 'connected' ? null : attemptError(completion)
    const refused = completion.done === 'refused' ? grantedNames(flow, completion.by) : []
    const at = ctx.clock.now()
    await recordAttempt(tx, flow, { at, step: 'done', error, subjects: refused })
    return { link, completion }
  })
  if (!link) return page(404, unknownLinkView())
  const reference = flowReference(ctx.config, link, flow)
  switch (completion.done) {
    case 'connected':
      return { go: 'away', url: successReturn(link, completion.accountIds, reference) }
    case 'refused':
      return { go: 'away', url: errorReturn(link, completion.error, reference) }
    case 'wrong_account':
      return {
        ...(await returnToLink(ctx, link, token, 409, 'wrong_account')),
        accounts: grantedNames(flow, granted),
      }
    case 'closed':
      return await returnToLink(ctx, link, token, 410, null)
  }
}

async function completeInTransaction(
  ctx: Context,
  tx: Tx,
  flow: FlowRow,
  link: LinkRow,
  granted: readonly GrantedAccount[],
): Promise<CompletionResult> {
  const now = ctx.clock.now()
  const status = statusOf(linkKind, link, now)
  if (status === 'expired') return { done: 'refused', error: 'expired', by: [] }
  if (status !== 'valid' || !(await lockActiveProfile(tx, link.profile_id)))
    return { done: 'closed' }
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
  if ('refused' in outcome) return { done: 'refused', error: outcome.refused, by: outcome.by }
  const accountIds = outcome.accounts.map((account) => account.id)
  const hasWebhooks = ctx.platforms.get(flow.platform as PlatformValue)?.inbound?.subscribe
  const firstCheckAt = hasWebhooks ? now : delayWithJitter(now, firstCheckMs)
  for (const id of accountIds) await scheduleChecks(tx, id, now, firstCheckAt)
  await tx
    .updateTable('connect_link')
    .set({ used_at: now, account_ids: accountIds })
    .where('id', '=', link.id)
    .execute()
  // Deletes the link's other logins. This one stays, without its grant, for the result page.
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

/** Starts syncing comments and insights, and checking the access. */
async function scheduleChecks(
  tx: Tx,
  accountId: string,
  now: Date,
  firstCheckAt: Date,
): Promise<void> {
  await scheduleCheck(tx, accountId, 'comments', now)
  await scheduleCheck(tx, accountId, 'insights', now)
  await scheduleCheck(tx, accountId, 'access', firstCheckAt)
}

/** A reconnect link accepts only the account it was created for. */
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

function grantedNames(flow: FlowRow, granted: readonly GrantedAccount[]): string[] {
  const { platform } = flow
  return granted.map(({ username, displayName: display_name, profileUrl: profile_url }) =>
    clientName({ platform, username, display_name, profile_url }),
  )
}

function attemptError(completion: Exclude<CompletionResult, { done: 'connected' }>): string {
  return completion.done === 'refused' ? completion.error : completion.done
}
