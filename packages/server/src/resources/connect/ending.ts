import type { Context } from '../../context.ts'
import { connectErrors } from '../../schemas/connect-link.ts'
import { flowShape } from './choose.ts'
import { readFlowCookie } from './cookie.ts'
import { findInvitation, type InvitationRow, invitationStatus } from './invitation-queries.ts'
import { noBrand, readCommonView, showEndingAccounts } from './open.ts'
import {
  findConnectedAccounts,
  findFlow,
  findLastError,
  findLink,
  type LinkRow,
  linkStatus,
} from './queries.ts'
import type { EndingView } from './views.ts'

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
  const flow = flowShape.test(flowId) ? await findFlow(ctx.db.read, flowId) : undefined
  const token = flow ? readFlowCookie(ctx.config, flow, cookies) : null
  const link = flow && token ? await findLink(ctx.db.read, flow.link_id) : undefined
  if (!token || !link) return unknownEnding
  const common = await readCommonView(ctx, link)
  const status = linkStatus(link, ctx.clock.now())
  if (status === 'used') {
    const rows = await findConnectedAccounts(ctx.db.read, link)
    const invitation = await findInvitationForMore(ctx, link)
    return {
      ...common,
      result: 'connected',
      accounts: showEndingAccounts(rows),
      isAgain: rows.length > 0 && rows.every((row) => row.connected_at > row.created_at),
      another: invitation && { flowId, invitation },
    }
  }
  if (status === 'revoked') return { ...common, result: status }
  if (status === 'expired') {
    return { ...common, result: status, isInvited: link.invitation_id !== null }
  }
  const last = await findLastError(ctx.db.read, link.id)
  const error = connectErrors.find((each) => each === last)
  // A login in progress, or one that returned to the link's page, has no result here.
  if (!error || error === 'expired') return unknownEnding
  return { ...common, result: error, token }
}

/** An invitation to reconnect ends with its account; any other is for as many as the client has. */
async function findInvitationForMore(ctx: Context, link: LinkRow): Promise<InvitationRow | null> {
  if (!link.invitation_id || link.account_id) return null
  const invitation = await findInvitation(ctx.db.read, link.invitation_id)
  if (!invitation || invitationStatus(invitation, ctx.clock.now()) !== 'open') return null
  return invitation
}
