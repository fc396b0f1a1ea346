import { describe, expect, test } from 'vitest'
import { sampleImage, sampleInput, sampleVideo } from '../../../test/platforms/publish-samples.ts'
import { scriptedServers } from '../../../test/platforms/scripted.ts'
import type { PublishInput } from '../contract/publish.ts'
import { mastodonPublish } from './publish.ts'

const host = 'bakery.example'
const statuses = `${host}/api/v1/statuses`
const list = `GET ${host}/api/v1/accounts/42/statuses`
const instance = `GET ${host}/api/v2/instance`
const account = { id: '42', acct: 'anna' }
const found = {
  id: 'a.b-1',
  created_at: '2026-11-21T08:59:30.000Z',
  url: `https://${host}/@anna/a.b-1`,
  uri: `https://${host}/users/anna/statuses/a.b-1`,
  content: '<p>Bread</p>',
  application: { name: 'Postern' },
  media_attachments: [],
  account,
}
const notFound = { status: 404, text: '{"error":"Record not found"}' }

type Script = Parameters<typeof scriptedServers>[0]

function open(script: Script) {
  const { setup, requests } = scriptedServers(script)
  return { ability: mastodonPublish(setup), requests }
}

function inputOf(content: Partial<PublishInput['content']>, progress = {}): PublishInput {
  const input = sampleInput(content, progress)
  return {
    ...input,
    account: { platformAccountId: `${host}/42`, username: `anna@${host}` },
    tokens: { ...input.tokens, bound: { server: `https://${host}`, clientId: 'id' } },
  }
}

describe('preparing', () => {
  const upload = `POST ${host}/api/v2/media`
  const image = { text: 'Bread', media: [sampleImage({ altText: 'A loaf' })] }

  test('a text needs no call', async () => {
    const { ability } = open({})
    expect(await ability.prepare(inputOf({ text: 'Bread' }))).toMatchObject({ state: 'ready' })
  })

  test('a file is sent with its alternative text, and a deadline by size', async () => {
    const { ability, requests } = open({ [upload]: '{"id":"22"}' })
    const video = sampleVideo({ altText: 'Kneading', size: 100_000_000 })
    const prepared = await ability.prepare(inputOf({ media: [video] }))
    expect(prepared.progress).toMatchObject({ uploads: [{ id: '22', isReady: true }] })
    expect(requests[0]).toMatchObject({ deadlineMs: 400_000, guard: 'chosen_host' })
    expect(requests[0]?.parts).toMatchObject([
      { name: 'description', value: 'Kneading' },
      { name: 'file', fileName: 'media.mp4', type: 'video/mp4', size: 100_000_000 },
    ])
  })

  test('a file in processing is polled until it is ready', async () => {
    const polled = { status: 206, text: '{"id":"22"}' }
    const script: Record<string, { status: number; text: string }> = {
      [upload]: { status: 202, text: '{"id":"22","url":null}' },
      [`GET ${host}/api/v1/media/22`]: polled,
    }
    const { ability } = open(script)
    const sent = await ability.prepare(inputOf(image))
    expect(sent).toMatchObject({ state: 'wait', progress: { uploads: [{ isReady: false }] } })
    await expect(ability.commit(inputOf(image, sent.progress))).rejects.toMatchObject({
      kind: 'not_ready',
    })
    const waiting = await ability.prepare(inputOf(image, sent.progress))
    expect(waiting).toMatchObject({ state: 'wait', seconds: 3 })
    polled.status = 200
    const ready = await ability.prepare(inputOf(image, waiting.progress))
    expect(ready).toMatchObject({ state: 'wait', seconds: 0 })
    expect(await ability.prepare(inputOf(image, ready.progress))).toMatchObject({ state: 'ready' })
  })

  test('a file that the server keeps losing is sent three times, then refused', async () => {
    const { ability, requests } = open({
      [upload]: { status: 202, text: '{"id":"22"}' },
      [`GET ${host}/api/v1/media/22`]: notFound,
    })
    let progress = {}
    const steps = async () => {
      for (let count = 0; count < 20; count++) {
        progress = (await ability.prepare(inputOf(image, progress))).progress
      }
    }
    await expect(steps()).rejects.toMatchObject({ kind: 'rejected', reason: 'media_invalid' })
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(3)
  })

  test.each([
    ['an invalid file', 422, '{"error":"Validation failed: File is invalid"}', 'rejected'],
    ['a file that is too large for the proxy', 413, '<html>', 'rejected'],
    ['a file that cannot be processed', 500, '{"error":"Error processing"}', 'unavailable'],
  ])('%s throws %i', async (_name, status, text, kind) => {
    const { ability } = open({ [upload]: { status, text } })
    const reason = kind === 'rejected' ? 'media_invalid' : null
    await expect(ability.prepare(inputOf(image))).rejects.toMatchObject({ kind, reason })
  })
})

describe('publishing', () => {
  test('sends key, visibility and options', async () => {
    const { ability, requests } = open({ [`POST ${statuses}`]: JSON.stringify(found) })
    const options = { spoiler_text: 'Film', sensitive: false, language: 'de' }
    const progress = { uploads: [{ id: 'x.png', isReady: true }] }
    const input = inputOf({ text: 'Bread', media: [sampleImage()], options }, progress)
    expect(await ability.commit(input)).toEqual({
      state: 'published',
      platformPostId: 'a.b-1',
      permalink: found.url,
    })
    expect(requests[0]).toMatchObject({
      guard: 'chosen_host',
      headers: { 'idempotency-key': 'tgt_1', authorization: 'Bearer the-access-token' },
      json: { status: 'Bread', visibility: 'public', media_ids: ['x.png'], ...options },
    })
  })

  test('a first comment is as visible as the post and has its own key', async () => {
    const { ability, requests } = open({ [`POST ${statuses}`]: JSON.stringify(found) })
    const input = inputOf({ text: 'Bread', options: { visibility: 'private' } })
    await ability.comment!({ ...input, platformPostId: 'a.b-1', text: 'Recipe' })
    expect(requests[0]).toMatchObject({
      headers: { 'idempotency-key': 'tgt_1-comment' },
      json: { status: 'Recipe', in_reply_to_id: 'a.b-1', visibility: 'private' },
    })
  })

  test('ids cannot change the path', async () => {
    const gone = { [`GET ${statuses}/..%2F..%2Fapps`]: notFound }
    const { ability, requests } = open(gone)
    const input = inputOf({ text: 'Bread' })
    const read = (platformPostId: string) => ability.readPermalink!({ ...input, platformPostId })
    expect(await read('../../apps')).toBeNull()
    expect(requests).toHaveLength(1)
    await expect(read('..')).rejects.toMatchObject({ kind: 'rejected' })
  })
})

describe('after a lost response', () => {
  const now = Date.parse('2026-11-21T09:00:00.000Z')
  const find = (script: Script, minutes: number, text = 'Bread') => {
    const committedAt = new Date(now - minutes * 60_000)
    return open(script).ability.find({ ...inputOf({ text }), committedAt })
  }
  const mastodon = { title: 'B', version: '4.6.0', api_versions: { mastodon: 10 } }
  const other = { ...mastodon, version: '2.7.2 (compatible; Other 1.0)' }

  test.each<[string, object, boolean]>([
    ['the same text', {}, true],
    ['the same text without an app', { application: null }, true],
    ['another text', { content: '<p>Rye</p>' }, false],
    ['another app', { application: { name: 'Web' } }, false],
    ['a content warning', { spoiler_text: 'Film' }, false],
    ['a file', { media_attachments: [{}] }, false],
    ['a parent', { in_reply_to_id: '7' }, false],
    ['an earlier time', { created_at: '2026-11-21T08:40:00.000Z' }, false],
  ])('a status with %s', async (_name, changes, isFound) => {
    const script = {
      [list]: JSON.stringify([{ ...found, ...changes }]),
      [instance]: JSON.stringify(mastodon),
    }
    expect((await find(script, 5)).state).toBe(isFound ? 'published' : 'absent')
  })

  test.each([
    ['Mastodon', mastodon, true],
    ['another program', other, false],
  ])('two statuses with the same text at %s → the key decides', async (_name, body, certain) => {
    const script = {
      [list]: JSON.stringify([{ ...found, id: 'a.b-2' }, found]),
      [instance]: JSON.stringify(body),
    }
    expect(await find(script, 5)).toEqual({ state: 'absent', certain })
  })

  test.each([
    ['Mastodon', mastodon, 5, true],
    ['Mastodon, whose keys may have expired', mastodon, 41, false],
    ['Mastodon before 4.3', { title: 'B', version: '4.2.10' }, 5, false],
    ['another program', other, 5, false],
  ])('an absent post at %s', async (_name, body, minutes, certain) => {
    const script = { [list]: '[]', [instance]: JSON.stringify(body) }
    expect(await find(script, minutes)).toEqual({ state: 'absent', certain })
  })
})

describe('a part of a thread', () => {
  const answers = { root: { platformPostId: 'a.b-0' }, parent: { platformPostId: 'a.b-1' } }
  const parent = `GET ${statuses}/a.b-1`
  const part = (content: Partial<PublishInput['content']>, progress = {}) => ({
    ...inputOf(content, progress),
    answers,
  })

  test('answers the part before it, with the options of the first one', async () => {
    const { ability, requests } = open({ [`POST ${statuses}`]: JSON.stringify(found) })
    const options = { visibility: 'unlisted', spoiler_text: 'Film', sensitive: true }
    await ability.commit(part({ text: 'Rye', options: { ...options, language: 'de' } }))
    expect(requests[0]?.json).toEqual({
      status: 'Rye',
      in_reply_to_id: 'a.b-1',
      ...options,
      language: 'de',
    })
  })

  test('reads the part before it once, when its files are ready', async () => {
    const { ability, requests } = open({
      [`POST ${host}/api/v2/media`]: '{"id":"22"}',
      [parent]: JSON.stringify(found),
    })
    const input = part({ text: 'Rye', media: [sampleImage()] })
    const sent = await ability.prepare(input)
    expect(await ability.prepare({ ...input, progress: sent.progress })).toMatchObject({
      state: 'ready',
    })
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET'])
  })

  const outsideScopes = '{"error":"This action is outside the authorized scopes"}'
  test.each<[string, Script[string], object]>([
    ['is gone', notFound, { kind: 'rejected', reason: 'part_deleted' }],
    ['cannot be read for now', { status: 503 }, { kind: 'unavailable' }],
    ['may not be read', { status: 403, text: outsideScopes }, { state: 'ready' }],
  ])('whose part before it %s → %o', async (_name, response, expected) => {
    const prepared = open({ [parent]: response }).ability.prepare(part({ text: 'Rye' }))
    expect(await prepared.catch((err: unknown) => err)).toMatchObject(expected)
  })

  test.each([
    ['the part before it', 'published', 'a.b-1'],
    ['another status', 'absent', 'a.b-0'],
    ['nothing', 'absent', null],
  ])('a status that answers %s → %s', async (_name, state, in_reply_to_id) => {
    const { ability } = open({
      [list]: JSON.stringify([{ ...found, in_reply_to_id }]),
      [instance]: JSON.stringify({ title: 'B', version: '4.6.0' }),
    })
    const committedAt = new Date('2026-11-21T09:00:00.000Z')
    expect(await ability.find({ ...part({ text: 'Bread' }), committedAt })).toMatchObject({ state })
  })
})

describe('deleting', () => {
  const { tokens, account: owner } = inputOf({})
  const remove = (script: Script) =>
    open(script).ability.remove!({ tokens, account: owner, platformPostId: 'a.b-1' })

  test.each([
    ['a post', { [`DELETE ${statuses}/a.b-1`]: '{}' }, 'removed'],
    [
      'a post that is gone',
      { [`DELETE ${statuses}/a.b-1`]: notFound, [`GET ${statuses}/a.b-1`]: notFound },
      'not_found',
    ],
  ])('%s → %s', async (_name, script, outcome) => {
    expect(await remove(script)).toBe(outcome)
  })

  test('a post at a program that cannot delete is not taken for a deleted one', async () => {
    const script = {
      [`DELETE ${statuses}/a.b-1`]: { status: 404, text: '<h1>Not found</h1>' },
      [`GET ${statuses}/a.b-1`]: JSON.stringify(found),
    }
    await expect(remove(script)).rejects.toMatchObject({ kind: 'rejected' })
  })
})
