import type { Context, Hono } from 'hono'
import type { Env, World } from '../core/world.ts'
import { failure, success, TiktokError } from './answers.ts'
import { userInfo } from './profile.ts'
import { tiktokRevoke, tiktokToken } from './tokens.ts'

type DataEndpoint = (context: Context<Env>, world: World) => string | Promise<string>

export const tiktokPrefix = '/tiktok/open'

/** Endpoints that answer in the data envelope, by method and path without the trailing slash. */
const dataEndpoints: Record<string, { name: string; run: DataEndpoint }> = {
  'GET /v2/user/info': { name: 'user_info', run: userInfo },
}

const oauthEndpoints: Record<string, { name: string; run: typeof tiktokToken }> = {
  'POST /v2/oauth/token': { name: 'token', run: tiktokToken },
  'POST /v2/oauth/revoke': { name: 'revoke', run: tiktokRevoke },
}

function keyOf(method: string, pathname: string): string {
  return `${method} ${pathname.slice(tiktokPrefix.length).replace(/\/+$/, '')}`
}

/** The endpoint's name for faults and the call log. */
export function tiktokEndpoint(method: string, pathname: string): string {
  const key = keyOf(method, pathname)
  return (oauthEndpoints[key] ?? dataEndpoints[key])?.name ?? 'unknown'
}

export function mountTiktok(app: Hono<Env>, world: World): void {
  app.all(`${tiktokPrefix}/*`, async (context) => {
    const key = keyOf(context.req.method, new URL(context.req.url).pathname)
    const oauth = oauthEndpoints[key]
    if (oauth) return oauth.run(context, world)
    try {
      const endpoint = dataEndpoints[key]
      if (!endpoint) throw new TiktokError(404, 'invalid_params', 'Unsupported path(Janus)')
      return success(context, world, await endpoint.run(context, world))
    } catch (error) {
      return failure(context, world, error)
    }
  })
}
