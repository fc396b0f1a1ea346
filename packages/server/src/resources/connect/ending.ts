import type { Context } from '../../context.ts'
import type { PlatformValue } from '../../core/networks.ts'
import { platformDefinition } from '../../platforms/registry.ts'
import { connectErrors } from '../../schemas/connect-link.ts'
import { flowShape } from './choose.ts'
import { readFlowCookie } from './cookie.ts'
import { noBrand, readCommonView } from './open.ts'
import {
  findConnectedAccounts,
  findFlow,
  findLastError,
  findLink,
  type LinkRow,
  linkStatus,
} from './queries.ts'
import type { EndingAccount, EndingView } from './views.ts'

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
  const common = await readCommonView(ctx.db.read, link)
  const status = linkStatus(link, ctx.clock.now())
  if (status === 'used') {
    return { ...common, result: 'connected', accounts: await connectedAccounts(ctx, link) }
  }
  if (status !== 'valid') return { ...common, result: status }
  const last = await findLastError(ctx.db.read, link.id)
  const error = connectErrors.find((each) => each === last)
  // A login in progress, or one that returned to the link's page, has no result here.
  if (!error || error === 'expired') return unknownEnding
  return { ...common, result: error, token }
}

async function connectedAccounts(ctx: Context, link: LinkRow): Promise<EndingAccount[]> {
  const rows = await findConnectedAccounts(ctx.db.read, link)
  return rows.map(({ platform, username, display_name }) => ({
    platform: platform as PlatformValue,
    name: isPage(platform as PlatformValue) ? (display_name ?? username) : `@${username}`,
  }))
}

function isPage(platform: PlatformValue): boolean {
  return platformDefinition(platform).accounts === 'pages'
}
