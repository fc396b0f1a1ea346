import { expect } from 'vitest'
import type { Comment } from '../../../../src/schemas/comment.ts'
import { type Author, type Case, uniqueText } from '../author.ts'
import type { NetworkPost } from '../world.ts'

/** snac delivers a reply after up to 10 s (mastodon.md §8). */
function arrivesWithin({ world }: Author) {
  return { timeout: 40_000, interval: world.name === 'real' ? 1_000 : 10 }
}

/** Publishes a post, to which another person replies. */
async function receiveComment(
  author: Author,
): Promise<{ post: NetworkPost; postId: string; comment: Comment }> {
  const [text, reply] = [uniqueText('What shall we bake?'), uniqueText('Rye, please')]
  const { id } = await author.publish(await author.connect(), { text })
  const post = await author.findPost(text)
  await author.network.reply(post, reply)
  const find = () => author.syncComments(reply)
  await expect.poll(find, arrivesWithin(author)).toHaveLength(1)
  return { post, postId: id, comment: (await find())[0]! }
}

export const engageCases: readonly Case[] = [
  {
    name: 'a reply of another person arrives once, as a comment of the post',
    run: async (author) => {
      const { comment, postId } = await receiveComment(author)
      expect(comment).toMatchObject({ post_id: postId, parent_comment_id: null, hidden: false })
      expect(await author.countEvents('comment.created', comment.id)).toBe(1)
    },
  },
  {
    name: 'replying to a comment publishes one reply below it',
    run: async (author) => {
      const { post, comment } = await receiveComment(author)
      const text = uniqueText('Thank you')
      const { body } = await author.call('POST', `/v1/comments/${comment.id}/reply`, { text })
      const replies = await author.findReplies(post, text)
      expect(replies).toHaveLength(1)
      expect(body.platform_reply_id).toContain(replies[0]!.id)
      expect(replies[0]!.replyTo).not.toBe(post.id)
    },
  },
  {
    name: 'hiding a comment and showing it again changes the thread of the post',
    only: ['bluesky', 'wordpress'],
    run: async (author) => {
      const { post, comment } = await receiveComment(author)
      const hide = (hidden: boolean) =>
        author.call('POST', `/v1/comments/${comment.id}/hide`, { hidden })
      await hide(true)
      expect(await author.network.countHidden(post)).toBe(1)
      await hide(false)
      expect(await author.network.countHidden(post)).toBe(0)
    },
  },
  {
    name: 'likes and replies are counted in the insights of the post',
    only: ['bluesky', 'mastodon'],
    run: async (author) => {
      const { post, postId } = await receiveComment(author)
      await author.network.like(post)
      const read = async () => {
        await author.syncInsights()
        return (await author.call('GET', `/v1/posts/${postId}/insights`)).body.totals
      }
      await expect.poll(read, arrivesWithin(author)).toMatchObject({ likes: 1, replies: 1 })
    },
  },
]
