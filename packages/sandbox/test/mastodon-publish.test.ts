import { expect, test } from 'vitest'
import type { Body } from './client.ts'
import { connect, form, openAs, publish, statusesOf } from './mastodon-client.ts'
import { upload } from './mastodon-files.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

test('mastodon: a status has its addresses, app and visibility (mastodon.md §3.2)', async () => {
  const { client, caller } = await openAs()
  const { status, body } = await publish(caller, {
    status: 'Fresh bread',
    visibility: 'unlisted',
    spoiler_text: 'Food',
    language: 'en',
  })
  expect(status).toBe(200)
  const account = '109310000000000001'
  expect(body).toMatchObject({
    content: '<p>Fresh bread</p>',
    visibility: 'unlisted',
    spoiler_text: 'Food',
    sensitive: true,
    language: 'en',
    created_at: '2026-11-03T12:00:00.000Z',
    in_reply_to_id: null,
    url: `${client.origin()}/@anna/${body.id}`,
    uri: `${client.origin()}/users/anna/statuses/${body.id}`,
    application: { name: 'Postern', website: null },
    replies_count: 0,
    edited_at: null,
    media_attachments: [],
  })
  expect((body.account as Body).acct).toBe('anna')
  expect(String((body.account as Body).id).slice(0, 4)).toBe(account.slice(0, 4))
  const again = await caller(`/api/v1/statuses/${body.id}`)
  expect(again.body).toEqual(body)
})

test('mastodon: the person’s defaults apply to what is absent (mastodon.md §3.2)', async () => {
  const { client, caller } = await openAs()
  const facts = { privacy: 'private', sensitive: 'true', language: 'de' }
  await client.control('PATCH', '/accounts/anna@mastodon', { facts })
  const { body } = await publish(caller, { status: 'Brot' })
  expect(body).toMatchObject({ visibility: 'private', sensitive: true, language: 'de' })
  const chosen = { status: 'Bread', visibility: 'public', sensitive: 'false', language: 'en' }
  expect((await publish(caller, chosen)).body).toMatchObject({
    visibility: 'public',
    sensitive: false,
    language: 'en',
  })
  const profile = await caller('/api/v1/accounts/verify_credentials')
  expect(profile.body.source).toMatchObject({ privacy: 'private', sensitive: true, language: 'de' })
})

test.each([
  ['500 graphemes of several code points', '👩‍🍳'.repeat(500), '', 200],
  ['501 graphemes', 'e\u0301'.repeat(501), '', 422],
  ['a content warning that exceeds the limit with the text', 'a'.repeat(490), 'b'.repeat(11), 422],
  [
    'a long link, which counts 23',
    `${'a'.repeat(476)} https://bread.example/${'b'.repeat(200)}`,
    '',
    200,
  ],
  ['a short link, which counts 23', `${'a'.repeat(477)} https://b.example`, '', 422],
  [
    'a mention with a host, which counts without it',
    `${'a'.repeat(494)} @jo@${'far.'.repeat(20)}example`,
    '',
    200,
  ],
])(
  'mastodon: %s: the length rule (mastodon.md §3.3)',
  async (_name, status, spoiler_text, expected) => {
    const { caller } = await openAs()
    const answer = await publish(caller, { status, spoiler_text })
    expect(answer.status).toBe(expected)
    if (expected === 422) {
      expect(answer.body.error).toBe('Validation failed: Text character limit of 500 exceeded')
    }
  },
)

test('mastodon: the other program takes 5000 characters (mastodon.md §3.3)', async () => {
  const { caller } = await openAs('otherserver')
  expect((await publish(caller, { status: 'a'.repeat(5000) })).status).toBe(200)
  expect((await publish(caller, { status: 'a'.repeat(5001) })).status).toBe(422)
})

test('mastodon: the other program publishes a reply to an unknown status without a parent (mastodon.md §4.5)', async () => {
  const { caller } = await openAs('otherserver')
  const { status, body } = await publish(caller, { status: 'a', in_reply_to_id: '1' })
  expect([status, body.in_reply_to_id]).toEqual([200, null])
})

test.each([
  ['no text and no file', {}, 422, "Validation failed: Text can't be blank"],
  [
    'an unknown visibility',
    { status: 'a', visibility: 'all' },
    422,
    'Validation failed: Visibility is not included in the list',
  ],
  [
    'a reply to an unknown status',
    { status: 'a', in_reply_to_id: '1' },
    404,
    'The post you are trying to reply to does not appear to exist.',
  ],
  [
    'an unknown file',
    { status: 'a', 'media_ids[]': '7' },
    422,
    'Validation failed: Media 7 not found or already attached to another post',
  ],
])(
  'mastodon: publishing with %s fails and publishes nothing (mastodon.md §3.2)',
  async (_name, params, status, error) => {
    const { caller } = await openAs()
    const answer = await publish(caller, params as Record<string, string>)
    expect([answer.status, answer.body.error]).toEqual([status, error])
    expect(await statusesOf(caller)).toBe(0)
  },
)

test('mastodon: text is escaped, and links, mentions and tags become links (mastodon.md §0, §3.2)', async () => {
  const { client, caller } = await openAs()
  const status =
    '<b>1 & 2</b> #Bread\nfor @ben and @jo@far.example\n\nhttps://bread.example/recipes/with-a-long-name?a=1&b=2.'
  const { body } = await publish(caller, { status })
  const origin = client.origin()
  expect(body.content).toBe(
    [
      `<p>&lt;b&gt;1 &amp; 2&lt;/b&gt; <a href="${origin}/tags/bread" class="mention hashtag" rel="tag">#<span>Bread</span></a><br />for `,
      `<span class="h-card" translate="no"><a href="${origin}/@ben" class="u-url mention">@<span>ben</span></a></span> and `,
      '<span class="h-card" translate="no"><a href="https://far.example/@jo" class="u-url mention">@<span>jo</span></a></span></p>',
      '<p><a href="https://bread.example/recipes/with-a-long-name?a=1&amp;b=2" target="_blank" rel="nofollow noopener" translate="no">',
      '<span class="invisible">https://</span><span class="ellipsis">bread.example/recipes/with-a-l</span><span class="invisible">ong-name?a=1&amp;b=2</span></a>.</p>',
    ].join(''),
  )
  expect(body.mentions).toMatchObject([{ acct: 'ben' }, { acct: 'jo@far.example' }])
  expect(body.tags).toEqual([{ name: 'bread', url: `${origin}/tags/bread` }])
})

test('mastodon: the same Idempotency-Key within an hour returns the first status (mastodon.md §3.4)', async () => {
  const { client, caller } = await openAs()
  const first = await publish(caller, { status: 'Once' }, 'k')
  const second = await publish(caller, { status: 'Other text' }, 'k')
  expect(second.body).toEqual(first.body)
  client.sandbox.clock.advance(HOUR_MS - 1)
  expect((await publish(caller, { status: 'Once' }, 'k')).body.id).toBe(first.body.id)
  client.sandbox.clock.advance(1)
  expect((await publish(caller, { status: 'Once' }, 'k')).body.id).not.toBe(first.body.id)
})

test('mastodon: two requests at the same time with one key publish one status (mastodon.md §3.4)', async () => {
  const { caller } = await openAs()
  const send = () => publish(caller, { status: 'Once' }, 'k')
  const answers = await Promise.all(Array.from({ length: 5 }, send))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await statusesOf(caller)).toBe(1)
})

test('mastodon: a key of another account, and any key at the other program, is not found', async () => {
  const { client, caller } = await openAs()
  const ben = await connect(client, { person: 'ben' })
  const first = await publish(caller, { status: 'Mine' }, 'k')
  expect((await publish(ben, { status: 'His' }, 'k')).body.id).not.toBe(first.body.id)
  const other = await connect(client, { label: 'otherserver' })
  const send = async () => (await publish(other, { status: 'Twice' }, 'k')).body.id
  expect(await send()).not.toBe(await send())
})

test('mastodon: an answer lost after saving: the repetition with the key returns the saved status', async () => {
  const { client, caller } = await openAs()
  const fault = { platform: 'mastodon', match: 'publish', kind: 'after_accepting_500' }
  await client.control('POST', '/faults', fault)
  const media = await upload(caller)
  const params: [string, string][] = [
    ['status', 'Once'],
    ['media_ids[]', media],
  ]
  const lost = await publish(caller, params, 'k')
  expect([lost.status, lost.headers.get('content-type')]).toEqual([500, 'text/html'])
  const repeated = await publish(caller, params, 'k')
  expect(repeated.status).toBe(200)
  expect(repeated.body.media_attachments).toMatchObject([{ id: media }])
  expect(await statusesOf(caller)).toBe(1)
})

test('mastodon: deleting returns the text, and then the status is gone (mastodon.md §3.4)', async () => {
  const { client, caller } = await openAs()
  const media = await upload(caller)
  const { body } = await publish(caller, { status: 'Old *bread*', 'media_ids[]': media })
  const path = `/api/v1/statuses/${body.id}`
  const ben = await connect(client, { person: 'ben' })
  expect((await ben(path, { method: 'DELETE' })).status).toBe(404)
  const deleted = await caller(path, { method: 'DELETE' })
  expect(deleted.body).toMatchObject({ text: 'Old *bread*', media_attachments: [{ id: media }] })
  expect((await caller(path)).body.error).toBe('Record not found')
  expect((await caller(path, { method: 'DELETE' })).status).toBe(404)
  const redraft = await publish(caller, { status: 'Bread', 'media_ids[]': media })
  expect(redraft.body.media_attachments).toMatchObject([{ id: media }])
})

test('mastodon: an edited status has edited_at and its new text (mastodon.md §3.4)', async () => {
  const { client, caller } = await openAs()
  const { body } = await publish(caller, { status: 'Bred' })
  client.sandbox.clock.advance(MINUTE_MS)
  const path = `/api/v1/statuses/${body.id}`
  await caller(path, { ...form({ status: 'Bread' }), method: 'PUT' })
  expect((await caller(path)).body).toMatchObject({
    content: '<p>Bread</p>',
    edited_at: '2026-11-03T12:01:00.000Z',
  })
})

test('mastodon: scheduled_at returns another shape and publishes nothing (mastodon.md §3.2)', async () => {
  const { caller } = await openAs()
  const { body } = await publish(caller, { status: 'Later', scheduled_at: '2026-11-04T12:00:00Z' })
  expect(body).toMatchObject({
    scheduled_at: '2026-11-04T12:00:00.000Z',
    params: { text: 'Later' },
  })
  expect(body).not.toHaveProperty('content')
  expect(await statusesOf(caller)).toBe(0)
})
