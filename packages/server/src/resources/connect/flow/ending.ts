import type { Context } from '../../../context.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import type { Capability } from '../../../platforms/contract/platform.ts'
import { platformDefinition } from '../../../platforms/registry.ts'
import { connectErrors } from '../../../schemas/connect-link.ts'
import { statusOf } from '../../sent-pages/kind.ts'
import { findPage } from '../../sent-pages/queries.ts'
import { type InvitationRow, invitationKind } from '../links/invitation.ts'
import { type LinkRow, linkKind } from '../links/link.ts'
import { flowShape } from './choose.ts'
import { readFlowCookie } from './cookie.ts'
import { missingCapabilities, noBrand, readCommonView, showEndingAccounts } from './open.ts'
import { findConnectedAccounts, findFlow, findLastAttempt } from './queries.ts'
import type { EndingAccount, EndingView } from './views.ts'

type LastAttempt = NonNullable<Awaited<ReturnType<typeof findLastAttempt>>>

/** Attempts that end on this page; a login without accounts is `permission_missing` elsewhere. */
const failures = [...connectErrors, 'no_accounts'] as const

const unknownEnding: EndingView = { result: 'unknown', brand: noBrand, language: null }

/**
 * The result of this browser's flow. The URL only identifies the flow, as anyone can change it; the
 * flow's cookie proves that this browser started it, and the result is read from the link.
 */
export async function readEnding(
  ctx: Context,
  flowId: string,
  cookies: Readonly<Record<string, string>>,
): Promise<EndingView> {
  const flow = flowShape.test(flowId) ? await findFlow(ctx.db.query, flowId) : undefined
  const token = flow ? readFlowCookie(ctx.config, flow, cookies) : null
  const link = flow && token ? await findPage(ctx.db.query, linkKind, flow.link_id) : undefined
  if (!token || !link) return unknownEnding
  const common = await readCommonView(ctx, link)
  const status = statusOf(linkKind, link, ctx.clock.now())
  if (status === 'used') {
    const rows = await findConnectedAccounts(ctx.db.query, link)
    const missing = missingCapabilities(rows)
    const invitation = await findInvitationForMore(ctx, link, missing.length > 0)
    return {
      ...common,
      result: 'connected',
      accounts: showEndingAccounts(rows),
      isAgain: rows.length > 0 && rows.every((row) => row.connected_at > row.created_at),
      missing,
      another: invitation && { flowId, invitation, isReconnect: link.account_id !== null },
    }
  }
  if (status === 'revoked') return { ...common, result: status }
  if (status === 'expired') {
    return { ...common, result: status, isInvited: link.invitation_id !== null }
  }
  const last = await findLastAttempt(ctx.db.query, link.id)
  const error = failures.find((each) => each === last?.error)
  // A login in progress, or one that returned to the link's page, has no result here.
  if (!error || error === 'expired') return unknownEnding
  const isPages = platformDefinition(last!.platform as PlatformValue).accounts === 'pages'
  const result = error === 'no_accounts' && isPages ? 'no_pages' : error
  return { ...common, result, token, isPages, ...showSubjects(last!) }
}

/** The permissions or accounts that the error is about. */
function showSubjects(attempt: LastAttempt): { missing: Capability[]; accounts: EndingAccount[] } {
  const { error, subjects } = attempt
  const platform = attempt.platform as PlatformValue
  if (error === 'permission_missing' && subjects) {
    return {
      missing: missingCapabilities([{ platform, permissions_missing: subjects }]),
      accounts: [],
    }
  }
  if (error !== 'account_in_other_profile' || !subjects) return { missing: [], accounts: [] }
  const platformName = platformDefinition(platform).name
  return { missing: [], accounts: subjects.map((name) => ({ platform, platformName, name })) }
}

/**
 * An invitation to reconnect ends with its account, unless the client did not allow everything; any
 * other is for as many as the client has.
 */
async function findInvitationForMore(
  ctx: Context,
  link: LinkRow,
  isIncomplete: boolean,
): Promise<InvitationRow | null> {
  if (!link.invitation_id || (link.account_id && !isIncomplete)) return null
  const invitation = await findPage(ctx.db.query, invitationKind, link.invitation_id)
  if (!invitation || statusOf(invitationKind, invitation, ctx.clock.now()) !== 'open') return null
  return invitation
}
