import type { Context } from '../../../context.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import type { Grant } from '../../../platforms/contract/platform.ts'
import { platformDefinition } from '../../../platforms/registry.ts'
import { unseal } from '../../../security/secrets.ts'
import { statusOf } from '../../sent-pages/kind.ts'
import { findPage } from '../../sent-pages/queries.ts'
import { type LinkRow, linkKind } from '../links/link.ts'
import { completeLink } from './complete.ts'
import { readFlowCookie } from './cookie.ts'
import { hasApplication, readCommonView, unknownLinkView } from './open.ts'
import { flowPurpose, page, recordAndReturn, returnToLink, returnWithError } from './outcome.ts'
import { advanceFlow, type FlowRow, findActiveAccounts, findFlow } from './queries.ts'
import type { ChoiceAccount, FlowOutcome, Notice } from './views.ts'

type Cookies = Readonly<Record<string, string>>
export const flowShape = /^flow_[0-9a-z]{26}$/

type Choice = { flow: FlowRow; link: LinkRow; grant: Grant; token: string }

/** The page with the accounts to choose from; has no side effects. */
export async function readChoice(
  ctx: Context,
  flowId: string,
  cookies: Cookies,
): Promise<FlowOutcome> {
  const choice = await loadChoice(ctx, flowId, cookies)
  return 'go' in choice ? choice : await showChoice(ctx, choice, null)
}

/** Connects all chosen accounts or none. Every chosen account must be one that the login granted. */
export async function chooseAccounts(
  ctx: Context,
  flowId: string,
  cookies: Cookies,
  chosen: readonly string[],
): Promise<FlowOutcome> {
  const choice = await loadChoice(ctx, flowId, cookies)
  if ('go' in choice) return choice
  const accounts = choice.grant.accounts.filter((account) =>
    chosen.includes(account.platformAccountId),
  )
  if (accounts.length === 0 || accounts.length !== new Set(chosen).size) {
    return await showChoice(ctx, choice, 'nothing_chosen')
  }
  return await completeLink(ctx, choice.flow, choice.token, accounts)
}

/**
 * The client cancels the choice: `access_denied`, or `permission_missing` if the login granted no
 * account (facebook.md §1.2).
 */
export async function cancelChoice(
  ctx: Context,
  flowId: string,
  cookies: Cookies,
): Promise<FlowOutcome> {
  const choice = await loadChoice(ctx, flowId, cookies)
  if ('go' in choice) return choice
  const { flow, link, grant } = choice
  await advanceFlow(ctx.db.query, flow.id, 'choose', 'done')
  // The attempt says `no_accounts` since the login; the redirect has only the errors of
  // contract.md §5.
  if (grant.accounts.length === 0)
    return await returnWithError(ctx, flow, link, 'permission_missing')
  return await recordAndReturn(ctx, flow, link, 'access_denied')
}

async function loadChoice(
  ctx: Context,
  flowId: string,
  cookies: Cookies,
): Promise<Choice | FlowOutcome> {
  const flow = flowShape.test(flowId) ? await findFlow(ctx.db.query, flowId) : undefined
  if (!flow) return page(404, unknownLinkView(), 'login_invalid')
  const token = readFlowCookie(ctx.config, flow, cookies)
  if (!token) return page(400, unknownLinkView(), 'other_browser')
  const link = await findPage(ctx.db.query, linkKind, flow.link_id)
  if (!link) return page(404, unknownLinkView())
  if (statusOf(linkKind, link, ctx.clock.now()) === 'expired')
    return await recordAndReturn(ctx, flow, link, 'expired')
  if (flow.step !== 'choose' || !flow.grant_sealed) {
    return await returnToLink(ctx, link, token, 409, 'login_replayed')
  }
  const grantJson = unseal(ctx.config.keyring, flowPurpose(flow.id), flow.grant_sealed)
  return { flow, link, token, grant: JSON.parse(grantJson) as Grant }
}

async function showChoice(
  ctx: Context,
  choice: Choice,
  notice: Notice | null,
): Promise<FlowOutcome> {
  const { flow, link, grant, token } = choice
  if (statusOf(linkKind, link, ctx.clock.now()) !== 'valid') {
    return await returnToLink(ctx, link, token, 410, null)
  }
  const platform = platformDefinition(flow.platform as PlatformValue)
  const accounts = await describeAccounts(ctx, flow, link, grant)
  return page(
    notice ? 400 : 200,
    {
      ...(await readCommonView(ctx, link)),
      state: 'choice',
      token,
      flowId: flow.id,
      hasApplication: hasApplication(ctx, link),
      platform: {
        value: platform.value,
        name: platform.name,
        accounts: platform.accounts,
      },
      accounts,
      isTruncated: grant.isTruncated ?? false,
      expiresAt: link.expires_at,
    },
    notice ?? (grant.accounts.length === 0 ? 'no_accounts' : null),
  )
}

async function describeAccounts(
  ctx: Context,
  flow: FlowRow,
  link: LinkRow,
  grant: Grant,
): Promise<ChoiceAccount[]> {
  const active = await findActiveAccounts(
    ctx.db.query,
    link.owner_id,
    flow.platform,
    grant.accounts.map((account) => account.platformAccountId),
  )
  const profileOf = new Map(active.map((row) => [row.platform_account_id, row.profile_id]))
  const granted = grant.accounts.map((account): ChoiceAccount => {
    const profileId = profileOf.get(account.platformAccountId)
    const isInOtherProfile = profileId !== undefined && profileId !== link.profile_id
    return {
      platformAccountId: account.platformAccountId,
      name: account.displayName ?? account.username,
      username: account.username,
      avatarUrl: account.avatarUrl,
      status: isInOtherProfile ? 'in_other_profile' : 'available',
      isConnected: profileId === link.profile_id,
    }
  })
  const refused = grant.refused.map(
    (account): ChoiceAccount => ({
      platformAccountId: account.platformAccountId,
      name: account.displayName,
      username: null,
      avatarUrl: null,
      status: account.reason,
      isConnected: false,
    }),
  )
  return [...granted, ...refused]
}
