import { expect } from 'vitest'
import { limits } from '../../../../src/core/limits.ts'
import { type Case, uniqueText } from '../author.ts'

/** One grapheme of two code points. */
const longCharacter = 'e\u0301'

export const publishCases: readonly Case[] = [
  {
    name: 'a text with umlauts and emoji is published unchanged',
    run: async (author) => {
      const text = uniqueText('Größe 👍🏽 für “alle”\nzweite Zeile')
      const post = await author.publish(await author.connect(), { text })
      const found = await author.findPost(text)
      expect(post.targets[0]).toMatchObject({ status: 'published', platform_post_id: found.id })
      expect(found.text).toBe(text)
      expect(await author.countEvents('post.published')).toBe(1)
    },
  },
  {
    name: 'links, mentions and hashtags are marked as such',
    only: ['bluesky', 'mastodon'],
    run: async (author) => {
      const mention = `@${author.network.otherHandle}`
      const text = uniqueText(`Grüße, ${mention} #bakery https://bakery.example/bread?a=1`)
      await author.publish(await author.connect(), { text })
      const { links, mentions, tags } = await author.findPost(text)
      expect(links).toEqual(['https://bakery.example/bread?a=1'])
      expect([mentions.length, tags]).toEqual([1, ['bakery']])
    },
  },
  {
    name: 'an image is published with its alt text',
    run: async (author) => {
      const account = await author.connect()
      const altText = 'A loaf of rye, cut open'
      const text = uniqueText('Rye')
      const post = await author.publish(account, {
        text,
        media: [{ id: await author.uploadImage(), alt_text: altText }],
      })
      expect(post.targets[0]).toMatchObject({ status: 'published', error: null })
      expect((await author.findPost(text)).altTexts).toEqual([altText])
    },
  },
  {
    name: 'an image above the limits of the network is published as a smaller one',
    only: ['bluesky'],
    run: async (author) => {
      const account = await author.connect()
      const text = uniqueText('Every crumb')
      const media = [{ id: await author.uploadImage(2_400, 1_800) }]
      const post = await author.publish(account, { text, media })
      expect(post.targets[0]).toMatchObject({ status: 'published', error: null })
      expect((await author.findPost(text)).altTexts).toHaveLength(1)
    },
  },
  {
    name: 'a text as long as the account’s limit is published',
    run: async (author) => {
      const account = await author.connect()
      const mark = uniqueText('')
      const length = Math.min(account.limits.text_max, limits.post.textCharsMax / 2)
      const text = longCharacter.repeat(length - mark.length) + mark
      const post = await author.publish(account, { text })
      expect(post.targets[0]).toMatchObject({ status: 'published', error: null })
      await author.findPost(text)
    },
  },
  {
    name: 'a text that is one character longer than the limit is refused before it is published',
    run: async (author) => {
      const account = await author.connect()
      const text = longCharacter.repeat(account.limits.text_max + 1)
      await expect(author.publish(account, { text })).rejects.toThrow('text')
    },
  },
  {
    name: 'a first comment is a reply to the post',
    run: async (author) => {
      const [text, firstComment] = [uniqueText('Recipe'), uniqueText('Flour, water, salt')]
      await author.publish(await author.connect(), { text }, { first_comment: firstComment })
      const post = await author.findPost(text)
      expect(await author.findReplies(post, firstComment)).toMatchObject([{ replyTo: post.id }])
    },
  },
  {
    name: 'a lost response of the commit leads to exactly one post',
    run: async (author) => {
      const account = await author.connect()
      const text = uniqueText('Only once')
      author.loseNextResponse(author.network.isCommit)
      const post = await author.publish(account, { text })
      expect(author.isResponseLost()).toBe(true)
      const found = await author.findPost(text)
      expect(post.targets[0]).toMatchObject({ status: 'published', platform_post_id: found.id })
    },
  },
  {
    name: 'each part of a thread answers the one before it, and is published once',
    only: ['bluesky', 'mastodon'],
    run: async (author) => {
      const account = await author.connect()
      const [text, ...texts] = ['One', 'Two', 'Three', 'Four'].map(uniqueText) as [
        string,
        ...string[],
      ]
      const image = { id: await author.uploadImage(), alt_text: 'A loaf' }
      const thread = texts.map((text, index) => ({ text, media: index === 0 ? [image] : [] }))
      let commits = 0
      author.loseNextResponse((request) => author.network.isCommit(request) && ++commits === 3)
      const post = await author.publish(account, { text, thread })
      expect(author.isResponseLost()).toBe(true)
      expect(post.targets[0]).toMatchObject({ status: 'published', error: null })
      const found = [await author.findPost(text)]
      for (const text of texts) {
        const replies = await author.findReplies(found[0]!, text)
        expect(replies).toMatchObject([{ replyTo: found.at(-1)!.id }])
        found.push(replies[0]!)
      }
      expect(found[1]!.altTexts).toEqual(['A loaf'])
      expect(post.targets[0]!.parts.map((part) => part.platform_post_id)).toEqual(
        found.map(({ id }) => id),
      )
      expect(await author.countEvents('post.published')).toBe(1)
    },
  },
  {
    name: 'deleting a thread removes each of its parts',
    only: ['bluesky', 'mastodon'],
    run: async (author) => {
      const [text, reply] = [uniqueText('One'), uniqueText('Two')]
      const thread = [{ text: reply }]
      const post = await author.publish(await author.connect(), { text, thread })
      const found = await author.findPost(text)
      expect(await author.findReplies(found, reply)).toHaveLength(1)
      await author.remove(post)
      expect(await author.findPosts(text)).toEqual([])
      expect(await author.findReplies(found, reply)).toEqual([])
    },
  },
  {
    name: 'deleting a published post removes it from the network',
    run: async (author) => {
      const text = uniqueText('Not for long')
      const post = await author.publish(await author.connect(), { text })
      expect(await author.findPosts(text)).toHaveLength(1)
      await author.remove(post)
      expect(await author.findPosts(text)).toEqual([])
      expect(await author.countEvents('post.deleted')).toBe(1)
    },
  },
]
