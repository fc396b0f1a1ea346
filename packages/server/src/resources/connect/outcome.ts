import type { Context } from '../../context.ts'
import type { ConnectError } from '../../schemas/connect-link.ts'
import { unknownLink, viewClosed, viewLink } from './open.ts'
import { type FlowRow, findLink, insertAttempt, type LinkRow, linkStatus } from './queries.ts'
import { errorReturn, flowReference } from './return-url.ts'
import type { FlowOutcome, Notice } from './views.ts'

export type PageOutcome = Extract<FlowOutcome, { go: 'page' }>

/** What a flow's sealed values belong to. */
export function flowPurpose(flowId: string): string {
  return `connect-flow:${flowId}`
}

/**
 * One of the contract's five words: noted on the link, and the client goes back with it. Not so when
 * the link was withdrawn or used meanwhile: then the client stays here and reads that.
 */
export async function fail(
  ctx: Context,
  flow: FlowRow,
  link: LinkRow,
  error: ConnectError,
): Promise<FlowOutcome> {
  const step = flow.step === 'choose' ? 'choose' : 'callback'
  await insertAttempt(ctx.db.read, attemptOf(flow, ctx.clock.now(), step, error))
  const current = await findLink(ctx.db.read, link.id)
  if (!current) return page(404, unknownLink())
  const status = linkStatus(current, ctx.clock.now())
  if (status === 'revoked' || status === 'used') {
    return page(410, await viewClosed(ctx, current, status))
  }
  return { go: 'away', url: errorReturn(link, error, flowReference(ctx.config, link, flow)) }
}

/** Back on the link's own page, which says by itself when the link is no longer valid. */
export async function backToLink(
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

export function attemptOf(
  flow: Pick<FlowRow, 'link_id' | 'platform'>,
  at: Date,
  step: 'begin' | 'callback' | 'choose' | 'done',
  error: string | null,
) {
  return { link_id: flow.link_id, at, platform: flow.platform, step, error }
}
