import type { Network, NetworkPost, ServerFetch } from './world.ts'

type Status = {
  id: string
  content: string
  in_reply_to_id: string | null
  account: { username: string }
  media_attachments: { description: string | null }[]
  mentions: { acct: string }[]
  tags: { name: string }[]
}

type Server = {
  origin: string
  fetch: ServerFetch
  /** The author's username, and the id of their account. */
  author: string
  authorId: string
  other: string
  /** The other person signs in at the authorize page. */
  allowAsOther(authorizeUrl: string): Promise<string>
}

const redirectUri = 'https://reader.example/callback'
const scopes = 'read write'

/** What cases need of a server with the Mastodon API, seen by the other person (mastodon.md §1, §3). */
export async function mastodonNetwork({
  origin,
  fetch,
  author,
  authorId,
  other,
  allowAsOther,
}: Server): Promise<
  Pick<
    Network,
    'findPosts' | 'findReplies' | 'otherHandle' | 'reply' | 'countHidden' | 'isCommit'
  > & {
    /** A request of the other person. */
    callAsOther(path: string, form: Record<string, string>): Promise<unknown>
  }
> {
  const call = async <T>(path: string, form?: Record<string, string>, token?: string) => {
    const response = await fetch(`${origin}${path}`, {
      method: form ? 'POST' : 'GET',
      ...(form ? { body: new URLSearchParams(form) } : {}),
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text) as T
  }

  const signIn = async (): Promise<string> => {
    const app = await call<{ client_id: string; client_secret: string }>('/api/v1/apps', {
      client_name: 'Reader',
      redirect_uris: redirectUri,
      scopes,
    })
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: app.client_id,
      redirect_uri: redirectUri,
      scope: scopes,
      state: 'reader',
    })
    const returned = new URL(await allowAsOther(`${origin}/oauth/authorize?${query}`))
    const token = await call<{ access_token: string }>('/oauth/token', {
      grant_type: 'authorization_code',
      code: returned.searchParams.get('code') ?? '',
      client_id: app.client_id,
      client_secret: app.client_secret,
      redirect_uri: redirectUri,
    })
    return token.access_token
  }

  const token = await signIn()
  const { host } = new URL(origin)
  /** The author's newest statuses, replies included: snac's contexts contain direct replies only. */
  const list = async (text: string): Promise<NetworkPost[]> => {
    const path = `/api/v1/accounts/${authorId}/statuses?limit=40`
    const statuses = await call<Status[]>(path, undefined, token)
    return statuses.map(toPost).filter((post) => post.text.includes(text))
  }

  return {
    otherHandle: `${other}@${host}`,
    findPosts: async (text) => (await list(text)).filter(({ replyTo }) => replyTo === null),
    findReplies: async (_post, text) =>
      (await list(text)).filter(({ replyTo }) => replyTo !== null),
    reply: async (post, text) => {
      const status = `@${author} ${text}`
      await call('/api/v1/statuses', { status, in_reply_to_id: post.id }, token)
    },
    countHidden: async () => 0,
    callAsOther: (path, form) => call(path, form, token),
    isCommit: ({ method, url }) => method === 'POST' && url.pathname === '/api/v1/statuses',
  }
}

function toPost(status: Status): NetworkPost {
  const anchors = [...status.content.matchAll(/<a ([^>]*)>/g)].map(([, attributes]) => attributes!)
  const links = anchors.filter((attributes) => !/class="[^"]*(mention|hashtag)/.test(attributes))
  return {
    id: status.id,
    text: plainText(status.content),
    links: links.map((attributes) => plainText(/href="([^"]*)"/.exec(attributes)?.[1] ?? '')),
    mentions: status.mentions.map(({ acct }) => acct),
    tags: status.tags.map(({ name }) => name.replace('#', '')),
    altTexts: status.media_attachments.map(({ description }) => description ?? ''),
    replyTo: status.in_reply_to_id,
  }
}

function plainText(html: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return html
    .replace(/<br ?\/?>/g, '\n')
    .replace(/<\/p>\s*<p>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name]!)
    .trim()
}
