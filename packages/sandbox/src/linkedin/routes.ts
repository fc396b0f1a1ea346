import type { Context } from 'hono'
import type { Api, Env, Sandbox } from '../core/sandbox.ts'
import { type LinkedinCall, openCall } from './call.ts'
import { errorResponse, notFound } from './errors.ts'
import { listRoles, readMe, readOrganization, readUserinfo } from './identity.ts'
import { readImage, startImage, uploadImage } from './images.ts'
import {
  createLinkedinPost,
  deleteLinkedinPost,
  listLinkedinPosts,
  readLinkedinPost,
} from './posts.ts'
import { countCall } from './quota.ts'
import { settingsOf } from './settings.ts'
import { accessToken, introspectToken, revokeToken } from './tokens.ts'
import { requireVersion } from './versions.ts'
import { actOnVideo, readVideo, uploadPart } from './videos.ts'

type Answer = object | Response
type Endpoint = { name: string; run(call: LinkedinCall): Answer | Promise<Answer> }

/** By method and path; `{}` is a key. `/v2` needs no version (linkedin.md §2). */
const endpoints: Record<string, Endpoint> = {
  'GET /v2/userinfo': { name: 'userinfo', run: readUserinfo },
  'GET /v2/me': { name: 'me', run: readMe },
  'GET /v2/organizations/{}': { name: 'organization', run: readOrganization },
  'GET /rest/organizationAcls': { name: 'roles', run: listRoles },
  'POST /rest/images': { name: 'image_start', run: startImage },
  'GET /rest/images/{}': { name: 'image', run: readImage },
  'POST /rest/videos': { name: 'video_act', run: actOnVideo },
  'GET /rest/videos/{}': { name: 'video', run: readVideo },
  'POST /rest/posts': { name: 'post_create', run: createLinkedinPost },
  'GET /rest/posts': { name: 'posts', run: listLinkedinPosts },
  'GET /rest/posts/{}': { name: 'post', run: readLinkedinPost },
  'DELETE /rest/posts/{}': { name: 'post_delete', run: deleteLinkedinPost },
}

const prefix = '/linkedin/api'

function route(method: string, pathname: string): { endpoint: Endpoint | undefined; key?: string } {
  const [version, resource, key] = pathname.slice(prefix.length + 1).split('/')
  const path = `${method} /${version}/${resource}${key === undefined ? '' : '/{}'}`
  return { endpoint: endpoints[path], ...(key === undefined ? {} : { key }) }
}

export const linkedinApi: Api = {
  prefix,
  nameOf: (method, pathname) => route(method, pathname).endpoint?.name ?? 'unknown',
  endpoints: Object.values(endpoints).map(({ name }) => name),
  mount(app, sandbox) {
    app.all(`${prefix}/*`, (context) => {
      const { pathname } = new URL(context.req.url)
      const { endpoint, key } = route(context.req.method, pathname)
      const version = context.req.header('linkedin-version')
      return respond(context, sandbox, key, (call) => {
        countCall(sandbox)
        if (!endpoint) throw notFound(pathname)
        const endsAt = settingsOf(sandbox).linkedin_versions_end ? sandbox.clock.ms() : null
        if (pathname.startsWith(`${prefix}/rest/`)) requireVersion(version, endsAt)
        return endpoint.run(call)
      })
    })
  },
}

const oauth: Record<string, { name: string; run: typeof accessToken }> = {
  '/linkedin/www/oauth/v2/accessToken': { name: 'token', run: accessToken },
  '/linkedin/www/oauth/v2/introspectToken': { name: 'introspect', run: introspectToken },
  '/linkedin/www/oauth/v2/revoke': { name: 'revoke', run: revokeToken },
}
const uploads = '/linkedin/www/dms-uploads/'
const videoUploads = '/linkedin/www/video-uploads/'

function uploadName(pathname: string): string | null {
  if (pathname.startsWith(videoUploads)) return 'video_part'
  return pathname.startsWith(uploads) ? 'upload' : null
}

/** The host of pages, which also issues tokens and takes uploads. */
export const linkedinWeb: Api = {
  prefix: '/linkedin/www',
  nameOf: (_method, pathname) => oauth[pathname]?.name ?? uploadName(pathname),
  endpoints: [...Object.values(oauth).map(({ name }) => name), 'upload', 'video_part'],
  mount(app, sandbox) {
    for (const [path, { run }] of Object.entries(oauth)) {
      app.post(path, (context) => run(context, sandbox))
    }
    app.put(`${uploads}:key`, (context) =>
      respond(context, sandbox, context.req.param('key'), uploadImage),
    )
    app.put(`${videoUploads}:key/:part`, (context) =>
      uploadPart(context, sandbox).catch(errorResponse),
    )
  },
}

async function respond(
  context: Context<Env>,
  sandbox: Sandbox,
  key: string | undefined,
  run: Endpoint['run'],
): Promise<Response> {
  try {
    const answer = await run(openCall(context, sandbox, key))
    return answer instanceof Response ? answer : Response.json(answer)
  } catch (error) {
    return errorResponse(error)
  }
}
