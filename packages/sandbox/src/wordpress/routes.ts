import type { Context, Hono } from 'hono'
import type { Api, Env, Sandbox } from '../core/sandbox.ts'
import { type Call, readParams } from './call.ts'
import {
  createComment,
  deleteComment,
  listComments,
  readComment,
  updateComment,
} from './comments.ts'
import { errorResponse, forbidden, htmlPage, WordpressError } from './errors.ts'
import { deleteMedia, updateMedia, uploadMedia } from './media.ts'
import { createPost, deletePost, listPosts, readPost, updatePost } from './posts.ts'
import { postsOfSite } from './posts-store.ts'
import { linkHeader, readRoot } from './root.ts'
import { sessionOf } from './session.ts'
import { settingsOf } from './settings.ts'
import { type Site, sites } from './sites.ts'
import { createTag, listCategories, listTags } from './terms.ts'
import { deletePassword, introspect, readMe } from './users.ts'

type Run = (call: Call) => object | Promise<object>
type Route = { name: string; method: string; path: RegExp; run: Run }

const API = '/wp-json'
/** The call at `/` of a site without pretty permalinks, whose route is a parameter. */
const PLAIN = 'rest_route'

const routes: readonly Route[] = [
  route('root', 'GET /', readRoot),
  route('user', 'GET /wp/v2/users/me', readMe),
  route('introspect', 'GET /wp/v2/users/me/application-passwords/introspect', introspect),
  route('revoke', 'DELETE /wp/v2/users/me/application-passwords/:id', deletePassword),
  route('posts', 'GET /wp/v2/posts', listPosts),
  route('draft', 'POST /wp/v2/posts', createPost),
  route('post', 'GET /wp/v2/posts/:id', readPost),
  route('publish', 'POST /wp/v2/posts/:id', updatePost),
  route('delete', 'DELETE /wp/v2/posts/:id', deletePost),
  route('media', 'POST /wp/v2/media', uploadMedia),
  route('media_update', 'POST /wp/v2/media/:id', updateMedia),
  route('media_delete', 'DELETE /wp/v2/media/:id', deleteMedia),
  route('categories', 'GET /wp/v2/categories', listCategories),
  route('tags', 'GET /wp/v2/tags', listTags),
  route('tag', 'POST /wp/v2/tags', createTag),
  route('comments', 'GET /wp/v2/comments', listComments),
  route('reply', 'POST /wp/v2/comments', createComment),
  route('comment', 'GET /wp/v2/comments/:id', readComment),
  route('hide', 'POST /wp/v2/comments/:id', updateComment),
  route('comment_delete', 'DELETE /wp/v2/comments/:id', deleteComment),
]

function route(name: string, where: string, run: Run): Route {
  const [method = '', path = ''] = where.split(' ')
  return { name, method, path: new RegExp(`^${path.replace(':id', '([\\w-]+)')}/?$`), run }
}

function findRoute(method: string, path: string): { route: Route; id: string } | null {
  for (const route of routes) {
    const match = route.method === method && route.path.exec(path)
    if (match) return { route, id: match[1] ?? '' }
  }
  return null
}

export const wordpressApis: Api[] = sites.map((site) => ({
  prefix: site.prefix,
  nameOf(method, pathname) {
    const path = pathname.slice(site.prefix.length)
    if (path === '/') return site.isPretty ? 'home' : PLAIN
    if (path !== API && !path.startsWith(`${API}/`)) return null
    return findRoute(method, path.slice(API.length) || '/')?.route.name ?? 'unknown'
  },
  endpoints: [...routes.map(({ name }) => name), 'home', PLAIN],
  mount(app, sandbox) {
    app.all(`${site.prefix}/`, async (context) => {
      const path = new URL(context.req.url).searchParams.get(PLAIN)
      return path === null ? page(sandbox, site, 200) : await respond(sandbox, site, context, path)
    })
    const respondAt = (context: Context<Env>) => {
      const path = new URL(context.req.url).pathname.slice(API.length) || '/'
      return site.isPretty
        ? respond(sandbox, site, context, path)
        : page(sandbox, site, 404, 'Page not found')
    }
    app.all(`${site.prefix}${API}`, respondAt)
    app.all(`${site.prefix}${API}/*`, respondAt)
    mountPages(app, sandbox, site)
  },
}))

async function respond(
  sandbox: Sandbox,
  site: Site,
  context: Context<Env>,
  path: string,
): Promise<Response> {
  if (settingsOf(sandbox).wordpress_login_page) return htmlPage(200, 'Log In')
  try {
    const found = findRoute(context.req.method, path)
    if (!found) {
      const text = 'No route was found matching the URL and request method.'
      throw new WordpressError(404, 'rest_no_route', text)
    }
    const params = await readParams(context)
    const call: Call = { sandbox, site, context, id: found.id, params }
    if (settingsOf(sandbox).wordpress_api_closed && !sessionOf(call)) {
      throw forbidden(false, 'rest_not_logged_in')
    }
    const result = await found.route.run(call)
    return result instanceof Response ? result : context.json(result)
  } catch (error) {
    if (!(error instanceof WordpressError)) throw error
    return errorResponse(sandbox, error)
  }
}

/** Any page of a site names the root of its API, one that does not exist too. */
function page(sandbox: Sandbox, site: Site, status: number, text = site.name): Response {
  return htmlPage(status, text, linkHeader({ sandbox, site }))
}

/** Posts and authors in a browser lead to the feed of the sandbox. */
function mountPages(app: Hono<Env>, sandbox: Sandbox, site: Site): void {
  app.get(`${site.prefix}/author/:user/`, (context) => {
    const account = sandbox.state.accounts.by(
      'second',
      `${context.req.param('user')}@${site.label}`,
    )[0]
    if (!account) return page(sandbox, site, 404, 'Page not found')
    return context.redirect(`${sandbox.origin()}/feed/${account.id}`, 302)
  })
  app.get(`${site.prefix}/:slug/`, (context) => {
    const slug = context.req.param('slug')
    const post = postsOfSite(sandbox, site).find(
      (each) => each.slug === slug && each.status === 'publish',
    )
    if (!post) return page(sandbox, site, 404, 'Page not found')
    return context.redirect(`${sandbox.origin()}/feed/${post.author_id}#post-${post.id}`, 302)
  })
}
