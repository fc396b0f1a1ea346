import type { Context } from 'hono'
import type { Api, Env, Sandbox } from '../core/sandbox.ts'
import type { YoutubeCall } from './call.ts'
import { deleteVideo, setThumbnail, updateVideo } from './change.ts'
import { listReplies, listThreads } from './comments.ts'
import { errorResponse } from './errors.ts'
import { spend } from './quota.ts'
import { listChannels, listUploads, listVideos } from './reads.ts'
import { readReport } from './reports.ts'
import { youtubeRevoke, youtubeToken } from './tokens.ts'
import { putChunk, startUpload } from './upload.ts'
import { deleteComment, insertReply, insertThread, setModerationStatus } from './write-comments.ts'

type Answer = object | Response
type Endpoint = {
  name: string
  /** Units of the project's day; an upload has its own bucket (youtube.md §3). */
  cost: number
  run(call: YoutubeCall): Answer | Promise<Answer>
}

const data = '/youtube/v3'
const upload = '/upload/youtube/v3'

const endpoints: Record<string, Endpoint> = {
  [`GET ${data}/channels`]: { name: 'channels', cost: 1, run: listChannels },
  [`GET ${data}/playlistItems`]: { name: 'playlist_items', cost: 1, run: listUploads },
  [`GET ${data}/videos`]: { name: 'videos', cost: 1, run: listVideos },
  [`PUT ${data}/videos`]: { name: 'video_update', cost: 50, run: updateVideo },
  [`DELETE ${data}/videos`]: { name: 'video_delete', cost: 50, run: deleteVideo },
  [`GET ${data}/commentThreads`]: { name: 'comment_threads', cost: 1, run: listThreads },
  [`POST ${data}/commentThreads`]: { name: 'thread_insert', cost: 50, run: insertThread },
  [`GET ${data}/comments`]: { name: 'comments', cost: 1, run: listReplies },
  [`POST ${data}/comments`]: { name: 'comment_insert', cost: 50, run: insertReply },
  [`DELETE ${data}/comments`]: { name: 'comment_delete', cost: 50, run: deleteComment },
  [`POST ${data}/comments/setModerationStatus`]: {
    name: 'moderate',
    cost: 50,
    run: setModerationStatus,
  },
  [`POST ${upload}/videos`]: { name: 'upload_start', cost: 0, run: startUpload },
  [`PUT ${upload}/videos`]: { name: 'upload', cost: 0, run: putChunk },
  [`POST ${upload}/thumbnails/set`]: { name: 'thumbnail', cost: 50, run: setThumbnail },
}

const prefix = '/youtube/api'
const keyOf = (method: string, pathname: string) => `${method} ${pathname.slice(prefix.length)}`

/** The Data API, which is also the host of uploads (youtube.md §2). */
export const youtubeData: Api = {
  prefix,
  nameOf: (method, pathname) => endpoints[keyOf(method, pathname)]?.name ?? 'unknown',
  endpoints: Object.values(endpoints).map(({ name }) => name),
  mount(app, sandbox) {
    app.all(`${prefix}/*`, async (context) => {
      const endpoint = endpoints[keyOf(context.req.method, new URL(context.req.url).pathname)]
      if (!endpoint) return context.text('Not Found', 404)
      return respond(context, sandbox, (call) => {
        spend(sandbox, 'units', endpoint.cost)
        return endpoint.run(call)
      })
    })
  },
}

/** The Analytics API has a host and a quota of its own (youtube.md §3, §6.2). */
export const youtubeAnalytics: Api = {
  prefix: '/youtube/analytics',
  nameOf: () => 'report',
  endpoints: ['report'],
  mount(app, sandbox) {
    app.get('/youtube/analytics/v2/reports', (context) => respond(context, sandbox, readReport))
  },
}

const oauthEndpoints: Record<string, { name: string; run: typeof youtubeToken }> = {
  '/token': { name: 'token', run: youtubeToken },
  '/revoke': { name: 'revoke', run: youtubeRevoke },
}

export const youtubeOAuth: Api = {
  prefix: '/youtube/oauth',
  nameOf: (_method, pathname) =>
    oauthEndpoints[pathname.slice('/youtube/oauth'.length)]?.name ?? 'unknown',
  endpoints: Object.values(oauthEndpoints).map(({ name }) => name),
  mount(app, sandbox) {
    for (const [path, { run }] of Object.entries(oauthEndpoints)) {
      app.post(`/youtube/oauth${path}`, (context) => run(context, sandbox))
    }
  },
}

/** `watch?v=` leads to the page of the video. */
export const youtubePages: Api = {
  prefix: '/youtube/www',
  nameOf: () => null,
  endpoints: [],
  mount(app) {
    app.get('/youtube/www/watch', (context) =>
      context.redirect(`/youtube/www/shorts/${encodeURIComponent(context.req.query('v') ?? '')}`),
    )
  },
}

async function respond(
  context: Context<Env>,
  sandbox: Sandbox,
  run: (call: YoutubeCall) => Answer | Promise<Answer>,
): Promise<Response> {
  try {
    const query = new URL(context.req.url).searchParams
    const answer = await run({ context, sandbox, query })
    return answer instanceof Response ? answer : Response.json(answer)
  } catch (error) {
    return errorResponse(error)
  }
}
