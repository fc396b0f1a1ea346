import type { Context } from '../../../context.ts'
import type { ConnectError } from '../../../schemas/connect-link.ts'
import { statusOf } from '../../sent-pages/kind.ts'
import { findPage } from '../../sent-pages/queries.ts'
import { type LinkRow, linkKind } from '../links/link.ts'
import { unknownLinkView, viewClosedLink, viewLink } from './open.ts'
import { type FlowRow, recordAttempt } from './queries.ts'
import { errorReturn, flowReference } from './return-url.ts'
import type { FlowOutcome, Notice } from './views.ts'

export type PageOutcome = Extract<FlowOutcome, { go: 'page' }>

/** The redirect URI, exactly as registered at the platform. */
export function callbackUrl(ctx: Context, platform: string): string {
  return `${ctx.config.publicUrl}/connect/callback/${platform}`
}

/** Binds sealed values to one flow. */
export function flowPurpose(flowId: string): string {
  return `connect-flow:${flowId}`
}

/**
 * Records the error on the link and redirects the client to the application with it. If the link was
 * revoked or used in the meantime, shows that on our page instead.
 */
export async function recordAndReturn(
  ctx: Context,
  flow: FlowRow,
  link: LinkRow,
  error: ConnectError,
  missing: readonly string[] = [],
): Promise<FlowOutcome> {
  const step = flow.step === 'choose' ? 'choose' : 'callback'
  await recordAttempt(ctx.db.query, flow, {
    at: ctx.clock.now(),
    step,
    error,
    subjects: missing,
  })
  return await returnWithError(ctx, flow, link, error)
}

/** The same for a failure that is recorded already. */
export async function returnWithError(
  ctx: Context,
  flow: FlowRow,
  link: LinkRow,
  error: ConnectError,
): Promise<FlowOutcome> {
  const current = await findPage(ctx.db.query, linkKind, link.id)
  if (!current) return page(404, unknownLinkView())
  const status = statusOf(linkKind, current, ctx.clock.now())
  if (status === 'revoked' || status === 'used') {
    return page(410, await viewClosedLink(ctx, current, status))
  }
  return { go: 'away', url: errorReturn(link, error, flowReference(ctx.config, link, flow)) }
}

/** Shows the link's page, with the notice if the link is still valid. */
export async function returnToLink(
  ctx: Context,
  link: LinkRow,
  token: string,
  status: PageOutcome['status'],
  notice: Notice | null,
): Promise<PageOutcome> {
  const view = await viewLink(ctx, link, token)
  return page(view.state === 'open' ? status : 410, view, view.state === 'open' ? notice : null)
}

export function page(
  status: PageOutcome['status'],
  view: PageOutcome['view'],
  notice: Notice | null = null,
): PageOutcome {
  return { go: 'page', status, view, notice }
}
