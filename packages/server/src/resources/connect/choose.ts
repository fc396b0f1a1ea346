import type { Context } from '../../context.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Grant } from '../../platforms/platform.ts'
import { platformDefinition } from '../../platforms/registry.ts'
import { unseal } from '../../security/secrets.ts'
import { completeLink } from './complete.ts'
import { readFlowCookie } from './cookie.ts'
import { commonOf, unknownLink } from './open.ts'
import { backToLink, fail, flowPurpose, page } from './outcome.ts'
import {
  type FlowRow,
  findFlow,
  findLink,
  findLivingAccounts,
  type LinkRow,
  linkStatus,
  stepFlow,
} from './queries.ts'
import type { ChoiceAccount, FlowOutcome, Notice } from './views.ts'

type Cookies = Readonly<Record<string, string>>
export const flowShape = /^flow_[0-9a-z]{26}$/

type OpenChoice = { flow: FlowRow; link: LinkRow; grant: Grant; token: string }

/** The accounts the client may choose among; reading it again changes nothing. */
export async function readChoice(
  ctx: Context,
  flowId: string,
  cookies: Cookies,
): Promise<FlowOutcome> {
  const open = await openChoice(ctx, flowId, cookies)
  return 'go' in open ? open : await show(ctx, open, null)
}

/**
 * Connects all the chosen accounts or none. What was chosen is checked against what the login
 * granted; an unknown or unavailable account is never connected.
 */
export async function chooseAccounts(
  ctx: Context,
  flowId: string,
  cookies: Cookies,
  chosen: readonly string[],
): Promise<FlowOutcome> {
  const open = await openChoice(ctx, flowId, cookies)
  if ('go' in open) return open
  const accounts = open.grant.accounts.filter((account) =>
    chosen.includes(account.platformAccountId),
  )
  if (accounts.length === 0 || accounts.length !== new Set(chosen).size) {
    return await show(ctx, open, 'nothing_chosen')
  }
  return await completeLink(ctx, open.flow, open.token, accounts)
}

/**
 * The client leaves the choice: `access_denied`, or `permission_missing` when the login had given
 * access to no account at all (facebook-pages.md §1.2).
 */
export async function giveUpChoice(
  ctx: Context,
  flowId: string,
  cookies: Cookies,
): Promise<FlowOutcome> {
  const open = await openChoice(ctx, flowId, cookies)
  if ('go' in open) return open
  const error = open.grant.accounts.length === 0 ? 'permission_missing' : 'access_denied'
  await stepFlow(ctx.db.read, open.flow.id, 'choose', 'done')
  return await fail(ctx, open.flow, open.link, error)
}

async function openChoice(
  ctx: Context,
  flowId: string,
  cookies: Cookies,
): Promise<OpenChoice | FlowOutcome> {
  const flow = flowShape.test(flowId) ? await findFlow(ctx.db.read, flowId) : undefined
  if (!flow) return page(404, unknownLink(), 'login_invalid')
  const token = readFlowCookie(ctx.config, flow, cookies)
  if (!token) return page(400, unknownLink(), 'other_browser')
  const link = await findLink(ctx.db.read, flow.link_id)
  if (!link) return page(404, unknownLink())
  if (linkStatus(link, ctx.clock.now()) === 'expired') return await fail(ctx, flow, link, 'expired')
  if (flow.step !== 'choose' || !flow.grant_sealed) {
    return await backToLink(ctx, link, token, 409, 'login_replayed')
  }
  const opened = unseal(ctx.config.keyring, flowPurpose(flow.id), flow.grant_sealed)
  return { flow, link, token, grant: JSON.parse(opened) as Grant }
}

async function show(ctx: Context, open: OpenChoice, notice: Notice | null): Promise<FlowOutcome> {
  const { flow, link, grant, token } = open
  if (linkStatus(link, ctx.clock.now()) !== 'valid') {
    return await backToLink(ctx, link, token, 410, null)
  }
  const platform = platformDefinition(flow.platform as PlatformValue)
  const accounts = await markAccounts(ctx, flow, link, grant)
  return page(
    notice ? 400 : 200,
    {
      ...(await commonOf(ctx.db.read, link)),
      state: 'choice',
      flowId: flow.id,
      platform: {
        value: platform.value,
        name: platform.name,
        accounts: platform.accounts,
      },
      accounts,
      expiresAt: link.expires_at,
    },
    notice ?? (grant.accounts.length === 0 ? 'no_accounts' : null),
  )
}

async function markAccounts(
  ctx: Context,
  flow: FlowRow,
  link: LinkRow,
  grant: Grant,
): Promise<ChoiceAccount[]> {
  const living = await findLivingAccounts(
    ctx.db.read,
    link.owner_id,
    flow.platform,
    grant.accounts.map((account) => account.platformAccountId),
  )
  const profileOf = new Map(living.map((row) => [row.platform_account_id, row.profile_id]))
  const granted = grant.accounts.map((account): ChoiceAccount => {
    const profileId = profileOf.get(account.platformAccountId)
    const isElsewhere = profileId !== undefined && profileId !== link.profile_id
    return {
      platformAccountId: account.platformAccountId,
      name: account.displayName ?? account.username,
      username: account.username,
      avatarUrl: account.avatarUrl,
      status: isElsewhere ? 'in_other_profile' : 'available',
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
