import { expect, test } from 'vitest'
import { advanceMinutes } from '../../../../test/inbox.ts'
import {
  advanceUntilIdle,
  buildPost,
  connectAccount,
  newText,
} from '../../../../test/publishing.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { Comment } from '../../../schemas/comment.ts'

const testApp = useTestApp({ poolMax: 4 })

type Reply = { id: string; text: string; post_id: string; parent_id: string | null }

/** The root on the network, and the replies in its thread. */
async function readThread(text: string): Promise<{ root: { id: string }; replies: Reply[] }> {
  const { data } = await testApp.sandbox.control('GET', '/posts')
  const [root] = data.filter((post: { text: string }) => post.text === text)
  const comments = await testApp.sandbox.control('GET', `/posts/${root.id}/comments`)
  return { root, replies: comments.data }
}

/** All comments of the account and what it has of posts, after an hour of syncs. */
async function readInbox(accountId: string) {
  for (let time = 0; time < 6; time += 1) await advanceMinutes(testApp, 10)
  const read = async (path: string) =>
    (await testApp.call('GET', `${path}?account_id=${accountId}`)).body.data
  const comments: Comment[] = await read('/v1/comments')
  const posts: { id: string; source: string }[] = await read('/v1/posts')
  return { comments, posts }
}

test.each([
  ['threads', 'anna.bakes'],
  ['mastodon', 'anna'],
  ['bluesky', 'anna.test'],
] as const)(
  'a thread on %s → no part is a comment or a foreign post, and an answer to part 2 is a comment of the post',
  async (platform, username) => {
    const account = await connectAccount(testApp, platform, { account: username })
    const later = [newText(testApp), newText(testApp)]
    const post = await buildPost(testApp, {
      thread: later.map((text) => ({ text })),
      targets: [{ account_id: account.id }],
    })
    await advanceUntilIdle(testApp)
    const { root, replies } = await readThread(post.text)
    expect(replies.map(({ text }) => text)).toEqual(later)
    const own = { id: post.id, source: 'api' }
    const before = await readInbox(account.id)
    expect(before.comments).toEqual([])
    expect(before.posts).toMatchObject([own])

    const text = newText(testApp)
    const answer = { post: root.id, parent: replies[0]!.id, author: 'ben', text }
    const { id } = await testApp.sandbox.control('POST', '/comments', answer)
    const after = await readInbox(account.id)
    expect(after.posts).toMatchObject([own])
    expect(after.comments).toMatchObject([
      { post_id: post.id, text, can_reply: true, reply_status: 'unreplied', replies: [] },
    ])
    const path = `/v1/comments/${after.comments[0]!.id}/reply`
    const sent = await testApp.call('POST', path, { text: 'Thank you' })
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    const [last] = (await readThread(post.text)).replies.slice(-1)
    expect(last).toMatchObject({ parent_id: id })
    expect(last!.text).toContain('Thank you')
    const answered = await readInbox(account.id)
    expect(answered.comments).toMatchObject([
      { post_id: post.id, reply_status: 'replied', replies: [{ text: 'Thank you' }] },
    ])
  },
)
