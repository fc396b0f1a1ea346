import { expect } from 'vitest'
import { type Author, type Case, uniqueText } from '../author.ts'

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
    only: ['bluesky'],
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
  {
    name: 'a lost response of a token refresh ends the access once, and nothing is published',
    only: ['bluesky'],
    run: async (author) => {
      const account = await author.connect()
      await author.network.setClock(later(author, 61 * minuteMs))
      author.loseNextResponse(({ url, body }) => {
        return url.pathname.endsWith('/oauth/token') && String(body).includes('refresh_token=')
      })
      const text = uniqueText('Without tokens')
      const post = await author.publish(account, { text })
      expect(author.isResponseLost()).toBe(true)
      expect(post.targets[0]!.status).toBe('failed')
      expect(await author.readAccount()).toMatchObject({ status: 'expired' })
      expect(await author.countEvents('account.expired')).toBe(1)
      expect(await author.findPosts(text)).toEqual([])
    },
  },
  {
    name: 'a deactivated account expires with that reason',
    only: ['bluesky'],
    run: async (author) => {
      const account = await author.connect()
      await author.network.setActive!(false)
      try {
        const post = await author.publish(account, { text: uniqueText('Nobody home') })
        expect(post.targets[0]!.status).toBe('failed')
        const { status, status_reason } = await author.readAccount()
        expect([status, status_reason]).toEqual(['expired', 'deactivated'])
      } finally {
        await author.network.setActive!(true)
      }
    },
  },
]

/** Moves the product's clock and returns its time. */
function later({ testApp }: Author, ms: number): Date {
  testApp.clock.advance(ms)
  return testApp.clock.now()
}
