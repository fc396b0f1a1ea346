import { expect, test } from 'vitest'
import type { Body } from './client.ts'
import { type Caller, connect, form, openAs, publish } from './mastodon-client.ts'

type Status = Body & { id: string; content: string; account: Body }

async function contextOf(caller: Caller, id: unknown) {
  const { body } = await caller(`/api/v1/statuses/${id}/context`)
  return { ancestors: body.ancestors as Status[], descendants: body.descendants as Status[] }
}

function textOf({ content }: Status): string {
  return content.replaceAll(/<[^>]+>/g, '')
}

test('mastodon: descendants are depth-first, with their parents (mastodon.md §4.1)', async () => {
  const { client, caller } = await openAs()
  const { body: post } = await publish(caller, { status: 'Bread' })
  const reply = (text: string, parent?: unknown) =>
    client.control('POST', '/comments', { post: post.id, text, author: 'jo', parent })
  const first = await reply('one')
  await reply('two')
  const below = await reply('one below', first.id)
  const { descendants } = await contextOf(caller, post.id)
  expect(descendants.map(textOf)).toEqual(['@anna one', '@jo one below', '@anna two'])
  expect(descendants.map(({ in_reply_to_id }) => in_reply_to_id)).toEqual([
    post.id,
    first.id,
    post.id,
  ])
  const { ancestors } = await contextOf(caller, below.id)
  expect(ancestors.map(({ id }) => id)).toEqual([post.id, first.id])
  expect((await caller(`/api/v1/statuses/${post.id}`)).body.replies_count).toBe(2)
})

test('mastodon: people of this server have no host in acct, those of another one do (mastodon.md §0)', async () => {
  const { client, caller } = await openAs()
  const { body: post } = await publish(caller, { status: 'Bread' })
  for (const author of ['jo', 'sam@far.example']) {
    await client.control('POST', '/comments', { post: post.id, text: 'Yum', author })
  }
  const { descendants } = await contextOf(caller, post.id)
  expect(descendants.map(({ account }) => [account.acct, account.url])).toEqual([
    ['jo', `${client.origin()}/@jo`],
    ['sam@far.example', 'https://far.example/@sam'],
  ])
})

test('mastodon: a reply by the name of an account of the server is that account’s', async () => {
  const { client, caller } = await openAs()
  const ben = await connect(client, { person: 'ben' })
  const { body: post } = await publish(caller, { status: 'Bread' })
  await client.control('POST', '/comments', { post: post.id, text: 'Yum', author: 'ben' })
  const [reply] = (await contextOf(caller, post.id)).descendants
  const { id } = (await ben('/api/v1/accounts/verify_credentials')).body
  expect(reply!.account).toMatchObject({ id, display_name: 'Ben Okafor' })
})

test('mastodon: private and direct replies are shown to those whom they mention only (mastodon.md §4.1)', async () => {
  const { client, caller } = await openAs()
  const ben = await connect(client, { person: 'ben' })
  const { body: post } = await publish(caller, { status: 'Bread' })
  const input = { post: post.id, text: 'Psst', author: 'jo' }
  await client.control('POST', '/comments', { ...input, author_private: true })
  await client.control('POST', '/comments', { ...input, facts: { visibility: 'direct' } })
  const shown = async (by: Caller) =>
    (await contextOf(by, post.id)).descendants.map(({ visibility }) => visibility)
  expect(await shown(caller)).toEqual(['private', 'direct'])
  expect(await shown(ben)).toEqual([])
})

test('mastodon: a private status is 404 for others and without a token (mastodon.md §4.1)', async () => {
  const { client, caller } = await openAs()
  const ben = await connect(client, { person: 'ben' })
  const { body } = await publish(caller, { status: 'Psst', visibility: 'private' })
  const path = `/api/v1/statuses/${body.id}/context`
  expect((await caller(path)).status).toBe(200)
  for (const response of [await ben(path), await client.call(path)]) {
    expect([response.status, response.body.error]).toEqual([404, 'Record not found'])
  }
  const reply = { status: 'What?', in_reply_to_id: String(body.id) }
  expect((await publish(ben, reply)).status).toBe(404)
})

test('mastodon: without a token the context has 60 replies and 20 levels (mastodon.md §4.1)', async () => {
  const { client, caller } = await openAs()
  const { body: post } = await publish(caller, { status: 'Bread' })
  let parent: unknown
  for (let level = 1; level <= 21; level++) {
    const input = { post: post.id, text: `level ${level}`, author: 'jo', parent }
    parent = (await client.control('POST', '/comments', input)).id
  }
  const size = async (call: Caller) => (await contextOf(call, post.id)).descendants.length
  expect([await size(client.call), await size(caller)]).toEqual([20, 21])
  for (let number = 0; number < 50; number++) {
    await client.control('POST', '/comments', { post: post.id, text: 'Yum' })
  }
  expect([await size(client.call), await size(caller)]).toEqual([60, 71])
})

test('mastodon: a switch announces more replies in a header (mastodon.md §4.1)', async () => {
  const { client, caller } = await openAs()
  await client.control('PUT', '/settings', { mastodon_async_refresh: true })
  const { body } = await publish(caller, { status: 'Bread' })
  const { headers } = await caller(`/api/v1/statuses/${body.id}/context`)
  expect(headers.get('mastodon-async-refresh')).toContain('retry=3')
})

test('mastodon: a reply of the API mentions only those in its text, who are notified (mastodon.md §4.3)', async () => {
  const { client, caller } = await openAs()
  const ben = await connect(client, { person: 'ben' })
  const { body: post } = await publish(caller, { status: 'Bread' })
  const silent = { status: 'Nice', in_reply_to_id: String(post.id) }
  const { body: reply } = await publish(ben, silent)
  expect(reply).toMatchObject({ content: '<p>Nice</p>', in_reply_to_id: post.id, mentions: [] })
  expect((await caller('/api/v1/notifications')).text).toBe('[]')
  await publish(ben, { ...silent, status: '@anna Nice' })
  const { body } = await caller('/api/v1/notifications')
  expect(body).toMatchObject([
    { type: 'mention', account: { acct: 'ben' }, status: { in_reply_to_id: post.id } },
  ])
})

test('mastodon: somebody’s reply mentions the author above, unless its facts say otherwise', async () => {
  const { client, caller } = await openAs()
  const { body: post } = await publish(caller, { status: 'Bread' })
  const input = { post: post.id, text: 'Nice', author: 'jo' }
  await client.control('POST', '/comments', input)
  await client.control('POST', '/comments', { ...input, facts: { mention: 'false' } })
  const { descendants } = await contextOf(caller, post.id)
  expect(descendants.map(textOf)).toEqual(['@anna Nice', 'Nice'])
  expect((await caller('/api/v1/notifications')).body).toHaveLength(1)
})

test('mastodon: a reply of hours ago is in the context, but notifies nobody', async () => {
  const { client, caller } = await openAs()
  const post = await client.control('POST', '/posts', {
    account: 'anna@mastodon',
    text: 'Bread',
    hours_ago: 8,
  })
  await client.control('POST', '/comments', { post: post.id, text: 'Yum', hours_ago: 3 })
  const { descendants } = await contextOf(caller, post.id)
  expect(descendants).toMatchObject([{ created_at: '2026-11-03T09:00:00.000Z' }])
  expect((await caller('/api/v1/notifications')).text).toBe('[]')
})

test('mastodon: the owner’s reply in the app has the account’s id and mentions nobody', async () => {
  const { client, caller } = await openAs()
  const { body: post } = await publish(caller, { status: 'Bread' })
  await client.control('POST', '/comments', { post: post.id, text: 'Thanks', by_owner: true })
  const { descendants } = await contextOf(caller, post.id)
  const { id } = (await caller('/api/v1/accounts/verify_credentials')).body
  expect(descendants[0]!.account.id).toBe(id)
  expect(textOf(descendants[0]!)).toBe('Thanks')
})

test('mastodon: an edited reply has its new text and time, a deleted one is gone with its notification', async () => {
  const { client, caller } = await openAs()
  const { body: post } = await publish(caller, { status: 'Bread' })
  const reply = await client.control('POST', '/comments', { post: post.id, text: 'Yum' })
  await client.control('PATCH', `/comments/${reply.id}`, { text: 'Yummy', likes: 3 })
  const [edited] = (await contextOf(caller, post.id)).descendants
  expect(textOf(edited!)).toBe('@anna Yummy')
  expect(edited).toMatchObject({ edited_at: '2026-11-03T12:00:00.000Z', favourites_count: 3 })
  await client.call(`${client.sandbox.context.origin()}/control/comments/${reply.id}`, {
    method: 'DELETE',
  })
  expect((await contextOf(caller, post.id)).descendants).toEqual([])
  expect((await caller('/api/v1/notifications')).text).toBe('[]')
})

test('mastodon: a status that mentions its own author notifies nobody', async () => {
  const { caller } = await openAs()
  await publish(caller, { status: 'I am @anna' })
  expect((await caller('/api/v1/notifications')).text).toBe('[]')
})

test('mastodon: a favorite is counted and notifies the author (mastodon.md §4.2)', async () => {
  const { client, caller } = await openAs()
  const { body: post } = await publish(caller, { status: 'Bread' })
  await client.control('POST', `/posts/${post.id}/reactions`)
  expect((await caller(`/api/v1/statuses/${post.id}`)).body.favourites_count).toBe(1)
  const all = await caller('/api/v1/notifications')
  expect(all.body).toMatchObject([{ type: 'favourite', account: { display_name: 'Sam' } }])
  expect((await caller('/api/v1/notifications?types[]=mention')).text).toBe('[]')
})

test('mastodon: numbers set by the control API are the counters of a status (mastodon.md §5)', async () => {
  const { client, caller } = await openAs()
  const old = await connect(client, { label: 'oldmastodon' })
  const numbers = { likes: 7, reposts: 4, quotes: 2 }
  const read = async (by: Caller) => {
    const { body } = await publish(by, { status: 'Bread' })
    await client.control('PUT', `/posts/${body.id}/numbers`, numbers)
    return (await by(`/api/v1/statuses/${body.id}`)).body
  }
  expect(await read(caller)).toMatchObject({
    favourites_count: 7,
    reblogs_count: 4,
    quotes_count: 2,
  })
  expect(await read(old)).not.toHaveProperty('quotes_count')
})

test('mastodon: notifications are paged in four ways, with a Link header (mastodon.md §0, §4.2)', async () => {
  const { client, caller } = await openAs()
  const { body: post } = await publish(caller, { status: 'Bread' })
  for (let number = 1; number <= 5; number++) {
    await client.control('POST', '/comments', { post: post.id, text: `reply ${number}` })
  }
  const list = async (query: string) => {
    const { body, headers } = await caller(`/api/v1/notifications?${query}`)
    const items = body as unknown as { id: string; status: Status }[]
    const texts = items.map(({ status }) => textOf(status).at(-1))
    return { texts, ids: items.map(({ id }) => id), link: headers.get('link') }
  }
  const all = await list('')
  expect(all.texts).toEqual(['5', '4', '3', '2', '1'])
  const [fifth, , third, , first] = all.ids
  expect((await list(`max_id=${third}`)).texts).toEqual(['2', '1'])
  expect((await list(`since_id=${first}&limit=2`)).texts).toEqual(['5', '4'])
  expect((await list(`min_id=${first}&limit=2`)).texts).toEqual(['3', '2'])
  const page = await list('limit=2&types[]=mention')
  expect(page.texts).toEqual(['5', '4'])
  const next = /<([^>]+)>; rel="next"/.exec(page.link!)![1]!
  expect(new URL(next).origin).toBe(client.origin())
  expect((await list(new URL(next).search.slice(1))).texts).toEqual(['3', '2'])
  expect(page.link).toContain(`min_id=${fifth}>; rel="prev"`)
})

test('mastodon: the other program ignores types and since_id (mastodon.md §4.2)', async () => {
  const { client, caller } = await openAs('otherserver')
  const { body: post } = await publish(caller, { status: 'Bread' })
  await client.control('POST', '/comments', { post: post.id, text: 'Yum' })
  const { body } = await caller(
    '/api/v1/notifications?types[]=favourite&since_id=9999999999999999999',
  )
  expect(body).toHaveLength(1)
})

test('mastodon: an account’s statuses are newest first, with replies and pages on request (mastodon.md §4.1)', async () => {
  const { client, caller } = await openAs()
  const { id } = (await caller('/api/v1/accounts/verify_credentials')).body
  const ids: unknown[] = []
  for (const status of ['one', 'two', 'three'])
    ids.unshift((await publish(caller, { status })).body.id)
  const toOther = await client.control('POST', '/comments', { post: ids[2], text: 'Nice' })
  const answer = await publish(caller, { status: 'thanks', in_reply_to_id: String(toOther.id) })
  const reply = await publish(caller, { status: 'self', in_reply_to_id: String(ids[0]) })
  const list = async (query: string) => {
    const { body } = await caller(`/api/v1/accounts/${id}/statuses?${query}`)
    return (body as unknown as Status[]).map((status) => status.id)
  }
  const withoutAnswer = [reply.body.id, ...ids]
  expect(await list('exclude_replies=true&exclude_reblogs=true')).toEqual(withoutAnswer)
  expect(await list('')).toEqual([reply.body.id, answer.body.id, ...ids])
  expect(await list(`exclude_replies=true&limit=1&max_id=${ids[0]}`)).toEqual([ids[1]])
  const old = { account: 'anna@mastodon', text: 'earlier', hours_ago: 5 }
  const earlier = await client.control('POST', '/posts', old)
  expect(await list('exclude_replies=true')).toEqual([...withoutAnswer, earlier.id])
})

test('mastodon: the other program has replies in the list in spite of exclude_replies (mastodon.md §4.1)', async () => {
  const { client, caller } = await openAs('otherserver')
  const { id } = (await caller('/api/v1/accounts/verify_credentials')).body
  const { body: post } = await publish(caller, { status: 'one' })
  const comment = await client.control('POST', '/comments', { post: post.id, text: 'Nice' })
  await publish(caller, { status: 'thanks', in_reply_to_id: String(comment.id) })
  const { body } = await caller(`/api/v1/accounts/${id}/statuses?exclude_replies=true`)
  expect(body).toHaveLength(2)
})

test('mastodon: several statuses are read at once since 4.3 (mastodon.md §5)', async () => {
  const { client, caller } = await openAs()
  const one = (await publish(caller, { status: 'one' })).body.id
  const two = (await publish(caller, { status: 'two' })).body.id
  const path = `/api/v1/statuses?id[]=${one}&id[]=${two}&id[]=3`
  const { body } = await caller(path)
  expect((body as unknown as Status[]).map(({ id }) => id)).toEqual([one, two])
  const old = await connect(client, { label: 'oldmastodon' })
  expect((await old(path)).status).toBe(404)
})

test('mastodon: a status of another server is 404', async () => {
  const { client, caller } = await openAs()
  const { body } = await publish(caller, { status: 'Bread' })
  const old = await connect(client, { label: 'oldmastodon' })
  expect((await old(`/api/v1/statuses/${body.id}`)).status).toBe(404)
  expect(
    (await old('/api/v1/statuses', form({ status: 'Hi', in_reply_to_id: String(body.id) }))).status,
  ).toBe(404)
})
