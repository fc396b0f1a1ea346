import type { Network, NetworkPost, ServerFetch } from './world.ts'

const post = 'app.bsky.feed.post'
const threadgate = 'app.bsky.feed.threadgate'

type Feature = { $type: string; uri?: string; tag?: string; did?: string }
type PostRecord = {
  text: string
  facets?: { features: Feature[] }[]
  embed?: { images?: { alt: string }[] }
  reply?: { parent: { uri: string } }
}
type Entry<T> = { uri: string; cid: string; value: T }

/** What cases read in the author's repository on a PDS, which anybody may read (bluesky.md §3.1). */
export function blueskyRepository(
  pdsUrl: string,
  did: string,
  fetch: ServerFetch,
): Pick<Network, 'findPosts' | 'findReplies' | 'countHidden' | 'isCommit'> & {
  strongReference(post: NetworkPost): Promise<{ uri: string; cid: string }>
} {
  const read = async <T>(method: string, parameters: Record<string, string>): Promise<T | null> => {
    const query = new URLSearchParams({ repo: did, ...parameters })
    const response = await fetch(`${pdsUrl}/xrpc/${method}?${query}`)
    const body = (await response.json()) as { error?: string }
    if (body.error === 'RecordNotFound') return null
    if (!response.ok) throw new Error(`${method}: ${JSON.stringify(body)}`)
    return body as T
  }
  const readRecord = <T>(collection: string, rkey: string) =>
    read<Entry<T>>('com.atproto.repo.getRecord', { collection, rkey })

  const list = async (text: string): Promise<NetworkPost[]> => {
    const page = await read<{ records: Entry<PostRecord>[] }>('com.atproto.repo.listRecords', {
      collection: post,
      limit: '100',
    })
    return page!.records.map(toPost).filter((each) => each.text.includes(text))
  }

  return {
    findPosts: async (text) => (await list(text)).filter(({ replyTo }) => replyTo === null),
    findReplies: async (_post, text) =>
      (await list(text)).filter(({ replyTo }) => replyTo !== null),
    strongReference: async ({ id }) => {
      const { uri, cid } = (await readRecord<PostRecord>(post, id))!
      return { uri, cid }
    },
    countHidden: async ({ id }) => {
      const gate = await readRecord<{ hiddenReplies?: string[] }>(threadgate, id)
      return gate?.value.hiddenReplies?.length ?? 0
    },
    isCommit: ({ url }) => url.pathname.endsWith('/xrpc/com.atproto.repo.putRecord'),
  }
}

function toPost({ uri, value }: Entry<PostRecord>): NetworkPost {
  const features = (value.facets ?? []).flatMap((facet) => facet.features)
  const ofType = (type: string) => features.filter(({ $type }) => $type.endsWith(`#${type}`))
  return {
    id: keyOf(uri),
    text: value.text,
    links: ofType('link').map(({ uri: target }) => target!),
    mentions: ofType('mention').map(({ did }) => did!),
    tags: ofType('tag').map(({ tag }) => tag!),
    altTexts: (value.embed?.images ?? []).map(({ alt }) => alt),
    replyTo: value.reply ? keyOf(value.reply.parent.uri) : null,
  }
}

function keyOf(uri: string): string {
  return uri.slice(uri.lastIndexOf('/') + 1)
}
