import { beforeAll, describe, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../test/build.ts'
import {
  addMember,
  createSignInToken,
  type DashboardBrowser,
  redeemLink,
  signInOwner,
} from '../../../test/dashboard.ts'
import { type ApiResponse, useTestApp } from '../../../test/test-app.ts'
import { limits } from '../../core/limits.ts'
import type { SavedText } from '../../schemas/saved-text.ts'

const testApp = useTestApp({ poolMax: 4 })
const path = '/v1/saved-texts'
let count = 0

type Options = Parameters<typeof testApp.call>[3]

const create = (input: object = {}, options: Options = {}): Promise<ApiResponse> => {
  count += 1
  const body = { kind: 'reply', name: `Name ${count}`, text: 'Thank you!', ...input }
  return testApp.call('POST', path, body, options)
}

async function build(input: object = {}, options: Options = {}): Promise<SavedText> {
  const { status, body } = await create(input, options)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}

async function namesIn(query: Record<string, string>, options: Options = {}): Promise<string[]> {
  const { body } = await testApp.call(
    'GET',
    `${path}?${new URLSearchParams({ limit: '100', ...query })}`,
    undefined,
    options,
  )
  return body.data.map(({ name }: SavedText) => name)
}

const refusalOf = ({ status, body }: ApiResponse) => [status, body.error?.code, body.error?.param]

describe('a saved text', () => {
  test('is returned, changed and deleted', async () => {
    const saved = await build({ name: '  Hours ', text: '  Open from 8\nto 18. ' })
    expect(saved).toMatchObject({
      object: 'saved_text',
      profile_id: null,
      kind: 'reply',
      name: 'Hours',
      text: '  Open from 8\nto 18. ',
    })
    const one = `${path}/${saved.id}`
    testApp.clock.advance(1_000)
    const changed = await testApp.call('PATCH', one, { text: 'Open from 9.' })
    expect(changed.body).toEqual({
      ...saved,
      text: 'Open from 9.',
      updated_at: testApp.clock.now().toISOString(),
    })
    expect((await testApp.call('GET', one)).body).toEqual(changed.body)
    expect((await testApp.call('DELETE', one)).body).toEqual({
      id: saved.id,
      object: 'saved_text',
      profile_id: null,
      deleted: true,
    })
    expect(refusalOf(await testApp.call('GET', one))).toEqual([404, 'saved_text_not_found', null])
  })

  test.each<[string, object, string]>([
    ['an unknown kind', { kind: 'other' }, 'kind'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a name of two lines', { name: 'two\nlines' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(limits.savedText.nameCharsMax + 1) }, 'name'],
    ['no text', { text: '' }, 'text'],
    ['a blank text', { text: ' \n' }, 'text'],
    ['a text that is too long', { text: 'x'.repeat(limits.savedText.textCharsMax + 1) }, 'text'],
    ['no profile', { profile_id: null }, 'profile_id'],
    ['an unknown field', { labels: [] }, 'labels'],
  ])('with %s returns 400 and names the field', async (_, input, param) => {
    expect(refusalOf(await create(input))).toEqual([400, 'validation_failed', param])
  })

  test('of the maximum size in bytes is stored', async () => {
    const text = '🥐'.repeat(limits.savedText.textCharsMax / 2)
    expect((await build({ text })).text).toBe(text)
  })

  test('a repeated request with an Idempotency-Key returns the same text', async () => {
    const options = { headers: { 'idempotency-key': 'once' } }
    const body = { kind: 'reply', name: 'Once', text: 'x' }
    const responses = [
      await testApp.call('POST', path, body, options),
      await testApp.call('POST', path, body, options),
    ]
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect(responses[1]!.body).toEqual(responses[0]!.body)
  })
})

describe('a name', () => {
  test('that exists for the kind and profile returns 409 saved_text_name_taken', async () => {
    const profile_id = (await buildProfile(testApp)).id
    await build({ name: 'Summer' })
    await build({ name: 'Summer', profile_id })
    await build({ name: 'Summer', kind: 'hashtags' })
    const taken = [409, 'saved_text_name_taken', 'name']
    expect(refusalOf(await create({ name: 'SUMMER' }))).toEqual(taken)
    expect(refusalOf(await create({ name: 'summer', profile_id }))).toEqual(taken)
    const other = await build({ name: 'Winter' })
    const renamed = await testApp.call('PATCH', `${path}/${other.id}`, { name: 'summer' })
    expect(refusalOf(renamed)).toEqual(taken)
    const recased = await testApp.call('PATCH', `${path}/${other.id}`, { name: 'WINTER' })
    expect([recased.status, recased.body.name]).toEqual([200, 'WINTER'])
  })

  test('that two concurrent requests save is saved once', async () => {
    const name = 'At once'
    const responses = await Promise.all([create({ name }), create({ name })])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('the limit', () => {
  test('of texts in one profile returns 409 limit_reached, also under concurrent requests', async () => {
    const { id: profile_id } = await buildProfile(testApp)
    const { perProfileMax: max } = limits.savedText
    await testApp.ctx.db.pool.query(
      `insert into saved_text (id, owner_id, profile_id, kind, name, text, created_at, updated_at)
       select 'text_' || n, $1, $2, 'reply', 'n' || n, 'x', now(), now()
       from generate_series(1, $3::integer) n`,
      [testApp.ownerId, profile_id, max - 1],
    )
    const responses = await Promise.all([create({ profile_id }), create({ profile_id })])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(refusalOf(await create({ profile_id }))).toEqual([409, 'limit_reached', ''])
    expect((await create()).status).toBe(201)
    const others = { profile_id: (await buildProfile(testApp)).id }
    expect((await create(others)).status).toBe(201)
  })
})

describe('profiles', () => {
  let a: { id: string; key: string }
  let shared: SavedText
  let own: SavedText
  let elsewhere: SavedText
  let owner: DashboardBrowser
  let staff: DashboardBrowser

  beforeAll(async () => {
    const profile = await buildProfile(testApp)
    const other = await buildProfile(testApp)
    a = { id: profile.id, key: await buildKey(testApp, { profile_id: profile.id }) }
    shared = await build({ name: 'Shared', kind: 'signature' })
    own = await build({ name: 'Own', kind: 'signature' }, { key: a.key })
    elsewhere = await build({ name: 'Elsewhere', kind: 'signature', profile_id: other.id })
    owner = await signInOwner(testApp)
    const member = await addMember(owner, {
      name: 'Sam',
      email: 'sam@example.com',
      profile_ids: [profile.id],
    })
    staff = (await redeemLink(testApp, await createSignInToken(owner, member.id))).browser
  })

  test('a text belongs to the profile of the key, the header or the member', async () => {
    expect(own.profile_id).toBe(a.id)
    expect((await build({}, { profile: a.id })).profile_id).toBe(a.id)
    const body = { kind: 'reply', name: 'By Sam', text: 'x' }
    expect((await staff.call('POST', path, body)).body.profile_id).toBe(a.id)
  })

  test('a profile sees its own texts and those for all, in a list and alone', async () => {
    const signatures = { kind: 'signature' }
    for (const options of [{ key: a.key }, { profile: a.id }]) {
      expect(await namesIn(signatures, options)).toEqual(['Own', 'Shared'])
      expect(await namesIn({ ...signatures, search: 'thank' }, options)).toEqual(['Own', 'Shared'])
      const found = await testApp.call('GET', `${path}/${shared.id}`, undefined, options)
      expect(found.body).toEqual(shared)
      const missing = await testApp.call('GET', `${path}/${elsewhere.id}`, undefined, options)
      expect(refusalOf(missing)).toEqual([404, 'saved_text_not_found', null])
    }
    const listed = (await staff.call('GET', `${path}?kind=signature`)).body.data
    expect(listed.map(({ name }: SavedText) => name)).toEqual(['Own', 'Shared'])
    expect(await namesIn(signatures)).toEqual(['Elsewhere', 'Own', 'Shared'])
  })

  test('a text for all profiles is changed by owners only, without a profile', async () => {
    const one = `${path}/${shared.id}`
    const callers = {
      owner_key_required: [
        () => testApp.call('PATCH', one, { text: 'y' }, { key: a.key }),
        () => testApp.call('DELETE', one, undefined, { key: a.key }),
        () => staff.call('PATCH', one, { text: 'y' }),
        () => staff.call('DELETE', one),
      ],
      profile_conflict: [
        () => testApp.call('PATCH', one, { text: 'y' }, { profile: a.id }),
        () => testApp.call('DELETE', one, undefined, { profile: a.id }),
      ],
    }
    for (const [code, calls] of Object.entries(callers)) {
      for (const call of calls) expect((await call()).body.error.code).toBe(code)
    }
    expect((await testApp.call('GET', one)).body).toEqual(shared)
    expect((await owner.call('PATCH', one, { text: 'Your bakery' })).status).toBe(200)
    await owner.call('PATCH', one, { text: shared.text })
  })

  test('a key that only drafts reads texts and saves none', async () => {
    const key = await buildKey(testApp, { profile_id: a.id, scopes: ['posts:read', 'posts:draft'] })
    expect(await namesIn({ kind: 'signature' }, { key })).toEqual(['Own', 'Shared'])
    expect((await create({}, { key })).body.error.code).toBe('insufficient_scope')
  })

  test('the deletion of a profile erases its texts and keeps those for all', async () => {
    const { id } = await buildProfile(testApp)
    const erased = await build({ profile_id: id })
    await testApp.call('DELETE', `/v1/profiles/${id}`)
    const found = await testApp.call('GET', `${path}/${erased.id}`)
    expect(refusalOf(found)).toEqual([404, 'saved_text_not_found', null])
    expect(refusalOf(await create({ profile_id: id }))).toEqual([404, 'profile_not_found', null])
    await testApp.work()
    const { rows } = await testApp.ctx.db.pool.query(
      'select id from saved_text where id = any($1)',
      [[erased.id, shared.id]],
    )
    expect(rows).toEqual([{ id: shared.id }])
  })
})

describe('a list', () => {
  test('has the texts of the kinds, newest first, page by page', async () => {
    const { id: profile_id } = await buildProfile(testApp)
    const options = { profile: profile_id }
    await build({ name: 'One', kind: 'template' }, options)
    await build({ name: 'Two', kind: 'hashtags' }, options)
    await build({ name: 'Three', kind: 'reply' }, options)
    const kinds = 'template,hashtags'
    const all = await namesIn({ kind: kinds }, options)
    expect(all.slice(0, 2)).toEqual(['Two', 'One'])
    const first = await testApp.call('GET', `${path}?kind=${kinds}&limit=1`, undefined, options)
    expect([first.body.data[0].name, first.body.has_more]).toEqual(['Two', true])
    const cursor = first.body.next_cursor
    expect((await namesIn({ kind: kinds, limit: '1', cursor }, options))[0]).toBe('One')
    const foreign = await testApp.call('GET', `${path}?limit=1&cursor=${cursor}`)
    expect(refusalOf(foreign)).toEqual([400, 'invalid_cursor', 'cursor'])
  })

  test('ends a page before its texts have more than 1 MiB', async () => {
    const { id: profile_id } = await buildProfile(testApp)
    const text = '🥐'.repeat(limits.savedText.textCharsMax / 2)
    const perPage = Math.floor(limits.page.contentBytesMax / Buffer.byteLength(text))
    await testApp.ctx.db.pool.query(
      `insert into saved_text (id, owner_id, profile_id, kind, name, text, created_at, updated_at)
       select 'text_long' || n, $1, $2, 'reply', 'n' || n, $4, now(), now()
       from generate_series(1, $3::integer) n`,
      [testApp.ownerId, profile_id, perPage + 1, text],
    )
    const { body } = await testApp.call('GET', `${path}?limit=100`, undefined, {
      profile: profile_id,
    })
    expect([body.data.length, body.has_more]).toEqual([perPage, true])
  })

  test.each([
    ['a word of the name', 'bäckerei'],
    ['a part of a word of the text, without accents', 'cafe'],
    ['words of both in any order', 'leche muller'],
  ])('finds %s', async (_, search) => {
    const { id: profile_id } = await buildProfile(testApp)
    await build({ name: 'Bäckerei Müller', text: 'Un CAFÉ con leche', profile_id })
    await build({ name: 'Other', text: 'Tea', profile_id })
    expect(await namesIn({ search }, { profile: profile_id })).toEqual(['Bäckerei Müller'])
  })
})
