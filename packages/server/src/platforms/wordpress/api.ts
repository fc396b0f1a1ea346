import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { PlatformError } from '../contract/errors.ts'
import type {
  PlatformRequest,
  PlatformResponse,
  ServerPlatformSetup,
} from '../contract/platform.ts'
import type { Tokens } from '../contract/tokens.ts'
import { listOf, parseJson, platformId, readShape, webUrl } from '../wire/json.ts'
import { wordpressFailure } from './errors.ts'

export type SiteCall = Pick<ServerPlatformSetup, 'call'>

/** Times without a zone are local; those that end in `_gmt` are in UTC, without the `Z` (wordpress.md §2). */
const gmt = z
  .string()
  .transform((text) => new Date(`${text.replace(/Z$/, '')}Z`))
  .refine((date) => !Number.isNaN(date.getTime()))
const text = z
  .object({ rendered: z.string().catch(''), raw: z.string().optional().catch(undefined) })
  .catch({ rendered: '' })

/** wordpress.md §1.4. PHP encodes an empty map as a list. */
const user = z.object({
  id: platformId,
  name: z.string().nullish().catch(null),
  slug: z.string().min(1).max(200),
  link: webUrl.optional().catch(null),
  avatar_urls: z.record(z.string(), z.unknown()).catch({}),
  capabilities: z.record(z.string(), z.unknown()).catch({}),
})
export type SiteUser = z.infer<typeof user>

/** wordpress.md §3. */
const post = z.object({
  id: platformId,
  status: z.string(),
  link: webUrl,
  date_gmt: gmt.nullish().catch(null),
  title: text,
  content: text,
  excerpt: text,
})
export type SitePost = z.infer<typeof post>
const postFields = 'id,status,link,date_gmt,title,content'

/** wordpress.md §4. The writer's email and IP address are never asked for. */
const comment = z.object({
  id: platformId,
  post: platformId,
  parent: platformId,
  author: platformId,
  author_name: z.string().nullish().catch(null),
  date_gmt: gmt,
  content: text,
  link: webUrl,
  status: z.string(),
  type: z.string().catch('comment'),
})
export type SiteComment = z.infer<typeof comment>
const commentFields = 'id,post,parent,author,author_name,date_gmt,content,link,status,type'

/** A full page of the longest comments (65,525 bytes, twice that in JSON) fits into the response. */
const commentsPerPage = 25
const postsPerPage = 20
/** A search for what was published shortly before. */
const searchedPosts = 10

const media = z.object({ id: platformId, source_url: webUrl })
export type SiteMedia = z.infer<typeof media>
const term = z.object({ id: platformId, name: z.string(), slug: z.string() })
export type SiteTerm = z.infer<typeof term>
const password = z.object({ uuid: z.string().regex(/^[\w-]{1,100}$/) })
const anything = z.object({})

type Params = Readonly<Record<string, string>>
type Write = { method: 'POST' | 'DELETE'; route: string; params?: Params } & Pick<
  PlatformRequest,
  'json' | 'stream' | 'headers' | 'deadlineMs'
>

/**
 * The URL of a route below the root of a site's API. Without pretty permalinks the root is
 * `https://site/?rest_route=/` (wordpress.md §1.1).
 */
export function routeUrl(root: string, route: string, params: Params = {}): URL {
  const url = new URL(root)
  const base = url.searchParams.get('rest_route')
  if (base === null) url.pathname = `${url.pathname.replace(/\/$/, '')}/${route}`
  else url.searchParams.set('rest_route', `${base.replace(/\/$/, '')}/${route}`)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url
}

/** An id for a path: ids of WordPress are numbers. */
function numeric(id: string): string {
  if (/^\d{1,20}$/.test(id)) return id
  throw new PlatformError('rejected', { cause: new Error('the id is not a number') })
}

/** Calls a site, which a person chose: guarded, without redirects, and nothing that it sends is trusted. */
async function sendToSite(
  { call }: SiteCall,
  request: PlatformRequest,
): Promise<{ response: PlatformResponse; failure: PlatformError | null }> {
  const response = await call({ guard: 'chosen_host', ...request })
  return { response, failure: wordpressFailure(request, response) }
}

/**
 * The calls of one user at their site. With a password that was revoked, a call goes on as a visitor's
 * (wordpress.md §1.3). `context=edit` is refused then, so no list is empty for that reason.
 */
export function siteApi(setup: SiteCall, tokens: Tokens) {
  const client = siteClient(setup, tokens)
  return {
    ...userCalls(client),
    ...postCalls(client),
    ...mediaCalls(client),
    ...termCalls(client),
    ...commentCalls(client),
  }
}

type SiteClient = ReturnType<typeof siteClient>

function siteClient(setup: SiteCall, tokens: Tokens) {
  const root = rootOf(tokens)
  const authorization = `Basic ${tokens.access}`
  const send = async (request: Omit<PlatformRequest, 'url'>, route: string, params?: Params) => {
    const headers = { ...request.headers, authorization }
    return await sendToSite(setup, { ...request, headers, url: routeUrl(root, route, params) })
  }
  const readResponse = async (
    route: string,
    params: Params,
    responseBytesMax?: number,
  ): Promise<PlatformResponse> => {
    const request = { method: 'GET', ...(responseBytesMax ? { responseBytesMax } : {}) } as const
    const { response, failure } = await send(request, route, params)
    if (failure) throw failure
    return response
  }
  return {
    send,
    readResponse,
    read: async <T>(route: string, params: Params, shape: z.ZodType<T>): Promise<T> =>
      readShape(shape, parseJson((await readResponse(route, params)).text)),
    write: async <T>({ route, params, ...request }: Write, shape: z.ZodType<T>): Promise<T> => {
      const { response, failure } = await send(request, route, params)
      if (failure) throw failure
      return readShape(shape, parseJson(response.text))
    },
  }
}

function userCalls({ read, write }: SiteClient) {
  return {
    /** wordpress.md §1.4. */
    readUser: (): Promise<SiteUser> =>
      read(
        'wp/v2/users/me',
        { context: 'edit', _fields: 'id,name,slug,link,avatar_urls,capabilities' },
        user,
      ),

    /** The id of the application password that the tokens are. */
    readPasswordId: async (): Promise<string> =>
      (await read('wp/v2/users/me/application-passwords/introspect', {}, password)).uuid,

    deletePassword: async (id: string): Promise<void> => {
      const route = `wp/v2/users/me/application-passwords/${id}`
      await write({ method: 'DELETE', route }, anything)
    },
  }
}

const editFields = { context: 'edit', _fields: postFields }

function postCalls({ read, readResponse, write }: SiteClient) {
  return {
    readPost: (id: string): Promise<SitePost> =>
      read(`wp/v2/posts/${numeric(id)}`, editFields, post),

    /** The draft that was created with this slug, if there is one. */
    findDraft: async (slug: string): Promise<SitePost | null> => {
      const params = { ...editFields, status: 'draft', slug, per_page: '1' }
      return (await read('wp/v2/posts', params, listOf(post)))[0] ?? null
    },

    /** The newest published posts of a user, with their texts as stored. */
    listLatestPosts: (userId: string): Promise<SitePost[]> =>
      read(
        'wp/v2/posts',
        { ...editFields, author: numeric(userId), per_page: `${searchedPosts}` },
        listOf(post),
      ),

    /** A page of a user's published posts, newest first; with excerpts instead of texts. */
    listPosts: async (userId: string, page: number): Promise<Page<SitePost>> => {
      const fields = 'id,status,link,date_gmt,title,excerpt'
      const params = {
        context: 'edit',
        author: numeric(userId),
        per_page: `${postsPerPage}`,
        page: `${page}`,
        _fields: fields,
      }
      const response = await readResponse('wp/v2/posts', params)
      return toPage(response, post, postsPerPage, page)
    },

    createPost: (json: PostBody): Promise<SitePost> =>
      write({ method: 'POST', route: 'wp/v2/posts', json }, post),

    changePost: (id: string, json: PostBody): Promise<SitePost> =>
      write({ method: 'POST', route: `wp/v2/posts/${numeric(id)}`, json }, post),

    deletePost: async (id: string, isForever: boolean): Promise<void> => {
      const params = isForever ? { force: 'true' } : {}
      await write({ method: 'DELETE', route: `wp/v2/posts/${numeric(id)}`, params }, anything)
    },
  }
}

function mediaCalls({ write }: SiteClient) {
  return {
    upload: (request: Pick<Write, 'stream' | 'headers' | 'deadlineMs'>): Promise<SiteMedia> =>
      write({ method: 'POST', route: 'wp/v2/media', ...request }, media),

    describeMedia: async (id: string, altText: string): Promise<void> => {
      const route = `wp/v2/media/${numeric(id)}`
      await write({ method: 'POST', route, json: { alt_text: altText } }, anything)
    },

    deleteMedia: async (id: string): Promise<void> => {
      // Files cannot be in the trash (wordpress.md §3.1).
      const params = { force: 'true' }
      await write({ method: 'DELETE', route: `wp/v2/media/${numeric(id)}`, params }, anything)
    },
  }
}

function termCalls({ read, send }: SiteClient) {
  return {
    /** Categories or tags whose name or slug is like this one. */
    searchTerms: (taxonomy: Taxonomy, search: string): Promise<SiteTerm[]> =>
      read(
        `wp/v2/${taxonomy}`,
        { search, per_page: '100', _fields: 'id,name,slug' },
        listOf(term, 100),
      ),

    /** The id of a new tag, or of the one that has the name already. */
    createTag: async (name: string): Promise<string> => {
      const request = { method: 'POST', json: { name } } as const
      const { response, failure } = await send(request, 'wp/v2/tags')
      if (!failure) return readShape(term, parseJson(response.text)).id
      if (failure.platformCode !== 'term_exists') throw failure
      const existing = z.object({ data: z.object({ term_id: platformId }) })
      return readShape(existing, parseJson(response.text)).data.term_id
    },
  }
}

function commentCalls({ read, readResponse, write }: SiteClient) {
  return {
    readComment: (id: string): Promise<SiteComment> =>
      read(`wp/v2/comments/${numeric(id)}`, { _fields: commentFields }, comment),

    /** A page of comments, newest first. The state `all` has waiting ones too. */
    listComments: async (page: number, params: Params): Promise<Page<SiteComment>> => {
      const all = { per_page: `${commentsPerPage}`, page: `${page}`, _fields: commentFields }
      const bytesMax = limits.platform.responseBytesMax
      const response = await readResponse('wp/v2/comments', { ...all, ...params }, bytesMax)
      return toPage(response, comment, commentsPerPage, page)
    },

    createComment: (json: { post: number; parent?: number; content: string }) =>
      write({ method: 'POST', route: 'wp/v2/comments', json }, comment),

    changeComment: async (id: string, status: 'hold' | 'approved'): Promise<void> => {
      const route = `wp/v2/comments/${numeric(id)}`
      await write({ method: 'POST', route, json: { status } }, anything)
    },
  }
}
export type SiteApi = ReturnType<typeof siteApi>
export type Taxonomy = 'categories' | 'tags'
export type Page<Item> = { items: Item[]; hasMore: boolean }

/** A page beyond the last one is refused, so lists end with the total (wordpress.md §2). */
function toPage<Item>(
  { text: body, headers }: PlatformResponse,
  shape: z.ZodType<Item>,
  perPage: number,
  page: number,
): Page<Item> {
  const items = readShape(listOf(shape, perPage), parseJson(body))
  const pages = headers['x-wp-totalpages']
  const isFull = items.length === perPage
  return { items, hasMore: isFull && (pages === undefined || page < Number(pages)) }
}

/** wordpress.md §3. */
export type PostBody = {
  status?: 'draft' | 'publish'
  title?: string
  content?: string
  excerpt?: string
  slug?: string
  categories?: readonly number[]
  tags?: readonly number[]
  featured_media?: number
  comment_status?: 'open' | 'closed'
}

/** The root of the API that the tokens are bound to. */
export function rootOf(tokens: Tokens): string {
  if (!tokens.bound) throw new Error('The tokens are bound to no site.')
  return tokens.bound.server
}

/** The user's id at the site; `platformAccountId` is `host[/path]/id`. */
export function userIdOf({ platformAccountId }: { platformAccountId: string }): string {
  return platformAccountId.slice(platformAccountId.lastIndexOf('/') + 1)
}
