import type { Comment, Media, Post } from '@postern/sdk'
import { useRef } from 'react'
import { useData } from '../../api/use-data.ts'

export type PostOf = { text: string; media: Media | null; mediaCount: number }

const idsPerRequest = 100

/**
 * The posts of the listed comments, as their account published them. Two requests for up to 100 posts;
 * what is known stays visible while a longer list is read.
 */
export function usePostsOf(comments: readonly Comment[]): (comment: Comment) => PostOf | null {
  const ids = [...new Set(comments.map(({ post_id }) => post_id))].sort().slice(0, idsPerRequest)
  const { data } = useData(
    'posts',
    ['of comments', ...ids],
    async (client, signal) => {
      const posts = await client.posts.list({ id: ids, limit: idsPerRequest }, { signal })
      const id = firstMediaIds(posts.data)
      const media = id.length
        ? (await client.media.list({ id, limit: idsPerRequest }, { signal })).data
        : []
      return { posts: posts.data, media }
    },
    { scope: 'all', enabled: ids.length > 0 },
  )
  const known = useRef<typeof data>(undefined)
  if (data) known.current = data
  return ({ post_id, account_id }) => {
    const post = known.current?.posts.find(({ id }) => id === post_id)
    if (!post) return null
    const target = post.targets.find((each) => each.account_id === account_id)
    const files = target?.media ?? post.media
    const first = known.current?.media.find(({ id }) => id === files[0]?.id)
    return { text: target?.text ?? post.text, media: first ?? null, mediaCount: files.length }
  }
}

function firstMediaIds(posts: readonly Post[]): string[] {
  const ids = posts.flatMap((post) =>
    [post, ...post.targets].map(({ media }) => media?.[0]?.id).filter((id) => id !== undefined),
  )
  return [...new Set(ids)].slice(0, idsPerRequest)
}
