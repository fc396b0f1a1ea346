import type { Post } from '@postern/sdk'

/** As the server counts them. */
const hashtag = /#[\p{L}\p{N}_]+/gu

export function hashtagsIn(text: string): string[] {
  return text.match(hashtag) ?? []
}

export type UsedHashtag = { tag: string; count: number }

/**
 * The hashtags of the posts, with the number of posts that have each, most used first. `#Brot` and
 * `#brot` are one, written as in the latest post that has it.
 */
export function usedHashtags(posts: readonly Pick<Post, 'text' | 'targets'>[]): UsedHashtag[] {
  const used = new Map<string, UsedHashtag>()
  for (const { text, targets } of posts) {
    const texts = [text, ...targets.map((target) => target.text ?? '')]
    const tags = new Map(texts.flatMap(hashtagsIn).map((tag) => [tag.toLowerCase(), tag]))
    for (const [key, tag] of tags) {
      used.set(key, { tag: used.get(key)?.tag ?? tag, count: (used.get(key)?.count ?? 0) + 1 })
    }
  }
  return [...used.values()].sort((one, two) => two.count - one.count)
}
