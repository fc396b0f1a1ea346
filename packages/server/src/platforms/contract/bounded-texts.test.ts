import { expect, test } from 'vitest'
import { parseWebUrl, platformId } from '../wire/json.ts'
import { withBoundedTexts } from './bounded-texts.ts'
import type { PlatformComment } from './comments.ts'
import type { GrantedAccount, Platform } from './platform.ts'

const long = '🍞'.repeat(1_000_000)
const comment = { authorUsername: long, authorName: long, text: long } as PlatformComment
const account = {
  username: long,
  displayName: long,
  accountType: long,
  platformUserIds: ['1', long],
} as GrantedAccount
const hostile = {
  connect: {
    finish: async () => ({
      accounts: [account],
      refused: [{ platformAccountId: '1', displayName: long, reason: 'permission_missing' }],
      choose: true,
    }),
  },
  comments: {
    listPosts: async () => ({ items: [{ platformPostId: '1', text: long }], next: null }),
    listComments: async () => ({ items: [comment], next: null }),
  },
  inbound: {
    readEvents: () => [
      { type: 'comment', comment },
      { type: 'comment', comment: null },
    ],
  },
} as unknown as Platform
const { connect, comments, inbound } = withBoundedTexts(hostile)

const shortComment = {
  authorUsername: '🍞'.repeat(150),
  authorName: '🍞'.repeat(150),
  text: '🍞'.repeat(5_000),
}

test('the names of an account are cut off at 300 characters, and longer ids are left out', async () => {
  const { accounts, refused } = await connect.finish({} as never)
  const name = '🍞'.repeat(150)
  expect(accounts).toEqual([
    { username: name, displayName: name, accountType: name, platformUserIds: ['1'] },
  ])
  expect(refused[0]!.displayName).toBe(name)
})

test('the text of a post is cut off at 65,000 characters', async () => {
  const { items } = await comments!.listPosts({} as never)
  expect(items[0]!.text).toBe('🍞'.repeat(32_500))
})

test('the texts of a comment are cut off, whether it is read or announced', async () => {
  expect((await comments!.listComments({} as never)).items).toEqual([shortComment])
  expect(inbound!.readEvents({} as never)).toEqual([
    { type: 'comment', comment: shortComment },
    { type: 'comment', comment: null },
  ])
})

test('a text is cut off before a character that does not fit', async () => {
  const bounded = withBoundedTexts({
    ...hostile,
    comments: {
      ...hostile.comments!,
      listComments: async () => ({ items: [{ ...comment, authorName: `a${long}` }], next: null }),
    },
  })
  const [item] = (await bounded.comments!.listComments({} as never)).items
  expect(item!.authorName).toBe(`a${'🍞'.repeat(149)}`)
})

test('a URL of more than 2,048 characters is null', () => {
  const url = `https://a.example/${'a'.repeat(2_048 - 18)}`
  expect(parseWebUrl(url)).toBe(url)
  expect(parseWebUrl(`${url}a`)).toBeNull()
  expect(parseWebUrl(`https://a.example/${'ä'.repeat(1_000)}`)).toBeNull()
})

test('an id of more than 1,000 characters is invalid', () => {
  expect(platformId.safeParse('1'.repeat(1_000)).success).toBe(true)
  expect(platformId.safeParse('1'.repeat(1_001)).success).toBe(false)
})
