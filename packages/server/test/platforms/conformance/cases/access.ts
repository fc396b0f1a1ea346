import { expect } from 'vitest'
import { type Case, uniqueText } from '../author.ts'

const minuteMs = 60_000

export const accessCases: readonly Case[] = [
  {
    name: 'removing the app at the server ends the account, and posts fail without being retried',
    run: async (author) => {
      const account = await author.connect()
      await author.network.removeApp()
      const text = uniqueText('Too late')
      const post = await author.publish(account, { text })
      expect(post.targets[0]!.status).toBe('failed')
      expect(['disconnected', 'expired']).toContain((await author.readAccount()).status)
      expect(await author.findPosts(text)).toEqual([])
    },
  },
  {
    name: 'posts are published after the access token has expired, several times in a row',
    only: 'bluesky',
    run: async (author) => {
      const account = await author.connect()
      for (const hour of [1, 2, 3]) {
        await author.advance(61 * minuteMs)
        const text = uniqueText(`Hour ${hour}`)
        const post = await author.publish(account, { text })
        expect(post.targets[0]).toMatchObject({ status: 'published', error: null })
        await author.findPost(text)
      }
      expect((await author.readAccount()).status).toBe('connected')
    },
  },
]
