import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import { limits } from '../../../core/limits.ts'
import { noteChange } from '../../../database/open.ts'
import { countUse } from '../../../http/rate-limit.ts'
import { lockActiveProfile } from '../../profiles/queries.ts'
import { statusOf } from '../../sent-pages/kind.ts'
import { findPageByToken, insertPage, lockPage } from '../../sent-pages/queries.ts'
import { pageUrl } from '../../sent-pages/sent-pages.ts'
import { type InvitationRow, invitationKind } from '../links/invitation.ts'
import { linkKind } from '../links/link.ts'
import { readEnding } from './ending.ts'
import {
  findReconnectAccount,
  missingCapabilities,
  readCommonView,
  showEndingAccounts,
  unknownLinkView,
} from './open.ts'
import { findInvitedAccounts } from './queries.ts'
import type { ClosedView, InvitationView } from './views.ts'

/** The hosted page of an invitation; has no side effects, because mail scanners open links too. */
export async function openInvitation(
  ctx: Context,
  token: string,
): Promise<InvitationView | ClosedView> {
  const invitation = await findPageByToken(ctx.db.query, invitationKind, token)
  return invitation ? await viewInvitation(ctx, invitation, token) : unknownLinkView()
}

/**
 * Creates a connect link for the client who continues; `url` is its page. An invitation that is not
 * open returns its page instead. 429 `rate_limited` after too many links.
 */
export async function acceptInvitation(
  ctx: Context,
  token: string,
): Promise<{ url: string; isReconnect: boolean } | { view: InvitationView | ClosedView }> {
  const invitation = await findPageByToken(ctx.db.query, invitationKind, token)
  if (!invitation) return { view: unknownLinkView() }
  const url = await createInvitedLink(ctx, invitation)
  if (!url) return { view: await openInvitation(ctx, token) }
  return { url, isReconnect: invitation.account_id !== null }
}

/**
 * Creates another connect link for a client who has just connected an account with this flow; `null` if
 * their invitation is no longer open.
 */
export async function connectAnother(
  ctx: Context,
  flowId: string,
  cookies: Readonly<Record<string, string>>,
): Promise<string | null> {
  const ending = await readEnding(ctx, flowId, cookies)
  if (ending.result !== 'connected' || !ending.another) return null
  return await createInvitedLink(ctx, ending.another.invitation)
}

/** The URL of a new connect link of the invitation, or `null` if the invitation is not open. */
async function createInvitedLink(
  ctx: Context,
  { id, profile_id: profileId }: Pick<InvitationRow, 'id' | 'profile_id'>,
): Promise<string | null> {
  const now = ctx.clock.now()
  await countUse(ctx, 'link_per_invitation', id)
  try {
    return await ctx.db.transact(async (tx) => {
      if (!(await lockActiveProfile(tx, profileId))) return null
      const row = await lockPage(tx, invitationKind, id, 'share')
      if (!row || statusOf(invitationKind, row, now) !== 'open') return null
      const { owner_id, redirect_url, state, platforms, account_id, language } = row
      const { token } = await insertPage(
        tx,
        linkKind,
        { owner_id, profile_id: profileId },
        {
          invitation_id: id,
          ...{ redirect_url, state, platforms, account_id, language },
          metadata: JSON.stringify(row.metadata),
          hints: JSON.stringify(row.hints),
        },
        { now, lifetimeMs: limits.connect.linkLifetimeMs },
      )
      noteChange(tx, 'connect_links', { ownerId: owner_id, profileId })
      return pageUrl(ctx, linkKind, token)
    })
  } catch (err) {
    // The profile has too many valid links. They expire, so the client can try again later.
    if (err instanceof ServiceError && err.code === 'limit_reached') {
      throw new ServiceError('rate_limited')
    }
    throw err
  }
}

async function viewInvitation(
  ctx: Context,
  invitation: InvitationRow,
  token: string,
): Promise<InvitationView | ClosedView> {
  const common = await readCommonView(ctx, invitation)
  const status = statusOf(invitationKind, invitation, ctx.clock.now())
  if (status !== 'open') {
    return { ...common, state: `invitation_${status}`, backUrl: null, isInvited: false }
  }
  const { platforms, account_id } = invitation
  const accounts = await findInvitedAccounts(ctx.db.query, invitation)
  const accountsThatAre = (status: 'connected' | 'expired') =>
    showEndingAccounts(accounts.filter((row) => row.status === status))
  return {
    ...common,
    state: 'invitation',
    token,
    platforms: [...ctx.platforms.values()]
      .filter(({ value }) => !platforms || platforms.includes(value))
      .map(({ value, name }) => ({ value, name })),
    account: account_id ? await findReconnectAccount(ctx, account_id) : null,
    connected: accountsThatAre('connected'),
    expired: accountsThatAre('expired'),
    missing: missingCapabilities(accounts.filter((row) => row.status === 'connected')),
    expiresAt: invitation.expires_at,
  }
}
