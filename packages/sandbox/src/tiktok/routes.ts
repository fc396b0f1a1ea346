import type { Context } from 'hono'
import type { Api, Env, Sandbox } from '../core/sandbox.ts'
import { creatorInfo } from './creator.ts'
import { initInbox, initPhotos, initVideo } from './init.ts'
import { userInfo } from './profile.ts'
import { failure, success } from './responses.ts'
import { cancelPublication, fetchStatus } from './status.ts'
import { tiktokRevoke, tiktokToken } from './tokens.ts'
import { putChunk } from './upload.ts'
import { listVideos, queryVideos } from './videos.ts'

type DataEndpoint = (context: Context<Env>, sandbox: Sandbox) => string | Promise<string>

const prefix = '/tiktok/open'
const uploadPrefix = '/tiktok/upload'

/** Endpoints that respond in the data envelope. The trailing slash is required (tiktok.md §1.4). */
const dataEndpoints: Record<string, { name: string; run: DataEndpoint }> = {
  'GET /v2/user/info/': { name: 'user_info', run: userInfo },
  'POST /v2/video/list/': { name: 'video_list', run: listVideos },
  'POST /v2/video/query/': { name: 'video_query', run: queryVideos },
  'POST /v2/post/publish/creator_info/query/': { name: 'creator_info', run: creatorInfo },
  'POST /v2/post/publish/video/init/': { name: 'video_init', run: initVideo },
  'POST /v2/post/publish/inbox/video/init/': { name: 'inbox_init', run: initInbox },
  'POST /v2/post/publish/content/init/': { name: 'content_init', run: initPhotos },
  'POST /v2/post/publish/status/fetch/': { name: 'status', run: fetchStatus },
  'POST /v2/post/publish/cancel/': { name: 'cancel', run: cancelPublication },
}

const oauthEndpoints: Record<string, { name: string; run: typeof tiktokToken }> = {
  'POST /v2/oauth/token/': { name: 'token', run: tiktokToken },
  'POST /v2/oauth/revoke/': { name: 'revoke', run: tiktokRevoke },
}

function keyOf(method: string, pathname: string): string {
  return `${method} ${pathname.slice(prefix.length)}`
}

export const tiktokOpen: Api = {
  prefix,
  nameOf(method, pathname) {
    const key = keyOf(method, pathname)
    return (oauthEndpoints[key] ?? dataEndpoints[key])?.name ?? 'unknown'
  },
  endpoints: Object.values({ ...oauthEndpoints, ...dataEndpoints }).map(({ name }) => name),
  mount(app, sandbox) {
    app.all(`${prefix}/*`, async (context) => {
      const key = keyOf(context.req.method, new URL(context.req.url).pathname)
      const oauth = oauthEndpoints[key]
      if (oauth) return oauth.run(context, sandbox)
      const endpoint = dataEndpoints[key]
      // TikTok's gateway responds with this plain text, according to public clients' notes.
      if (!endpoint) return context.text('Unsupported path(Janus)', 404)
      try {
        return success(context, sandbox, await endpoint.run(context, sandbox))
      } catch (error) {
        return failure(context, sandbox, error)
      }
    })
  },
}

/** The separate host for file uploads (tiktok.md §5.3). */
export const tiktokUpload: Api = {
  prefix: uploadPrefix,
  nameOf: () => 'upload',
  endpoints: ['upload'],
  mount(app, sandbox) {
    app.put(`${uploadPrefix}/video/`, (context) => putChunk(context, sandbox))
  },
}
