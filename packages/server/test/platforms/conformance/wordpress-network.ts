import type { Network, NetworkPost, ServerFetch } from './world.ts'

type Item = { id: number; content: { raw: string } }
type Comment = Item & { parent: number }

type Site = {
  origin: string
  fetch: ServerFetch
  /** The id of the author's user. */
  authorId: number
  /** An administrator, with an application password: the other person, who sees everything. */
  other: { login: string; applicationPassword: string }
}

/** What cases need of a site with WordPress (wordpress.md §3, §4). */
export function wordpressNetwork({ origin, fetch, authorId, other }: Site): Pick<
  Network,
  | 'findPosts'
  | 'findDrafts'
  | 'findReplies'
  | 'otherHandle'
  | 'reply'
  | 'countHidden'
  | 'removeApp'
  | 'isCommit'
> & {
  /** A request of the administrator below `wp/v2/`. */
  call<T>(method: string, route: string, body?: object): Promise<T>
} {
  const credentials = Buffer.from(`${other.login}:${other.applicationPassword}`).toString('base64')
  const call = async <T>(method: string, route: string, body?: object): Promise<T> => {
    const response = await fetch(`${origin}/wp-json/wp/v2/${route}`, {
      method,
      headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text}`)
    return JSON.parse(text) as T
  }
  const listPosts = async (status: 'publish' | 'draft', text: string) => {
    const query = `author=${authorId}&status=${status}&context=edit&per_page=100`
    const posts = await call<Item[]>('GET', `posts?${query}`)
    return posts.map((post) => toPost(post, null)).filter((post) => post.text.includes(text))
  }
  const listComments = (query: string) =>
    call<Comment[]>('GET', `comments?${query}&context=edit&per_page=100`)

  return {
    call,
    otherHandle: other.login,
    findPosts: (text) => listPosts('publish', text),
    findDrafts: (text) => listPosts('draft', text),
    findReplies: async (post, text) => {
      const comments = await listComments(`post=${post.id}&author=${authorId}&status=all`)
      return comments
        .map((each) => toPost(each, each.parent === 0 ? post.id : String(each.parent)))
        .filter((reply) => reply.text.includes(text))
    },
    reply: async (post, text) => {
      await call('POST', 'comments', { post: Number(post.id), content: text })
    },
    countHidden: async ({ id }) => (await listComments(`post=${id}&status=hold`)).length,
    removeApp: async () => {
      const route = `users/${authorId}/application-passwords`
      const passwords = await call<{ uuid: string; name: string }[]>('GET', route)
      for (const { uuid, name } of passwords) {
        if (name === 'Postern') await call('DELETE', `${route}/${uuid}`)
      }
    },
    isCommit: ({ method, url, body }) =>
      method === 'POST' &&
      /\/wp\/v2\/posts\/\d+$/.test(url.searchParams.get('rest_route') ?? url.pathname) &&
      String(body).includes('"publish"'),
  }
}

function toPost({ id, content: { raw } }: Item, replyTo: string | null): NetworkPost {
  return {
    id: String(id),
    text: plainText(raw.replace(/<figure.*?<\/figure>/gs, '')),
    links: [...raw.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => plainText(href!)),
    mentions: [],
    tags: [],
    altTexts: [...raw.matchAll(/<img [^>]*alt="([^"]*)"/g)].map(([, alt]) => plainText(alt!)),
    replyTo,
  }
}

function plainText(html: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  return html
    .replace(/<br ?\/?>\n?/g, '\n')
    .replace(/<\/p>\s*<p>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => characters[name]!)
    .trim()
}
