import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { imageFile } from '../../../server/test/media-files.ts'
import { advanceUntilIdle, connectNewPerson } from '../../../server/test/publishing.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { parseExecution } from './n8n.ts'
import { callable, executionsOf, posternNode, splitNode } from './workflows.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await openFixture()
}, 300_000)

afterAll(async () => {
  await fixture?.close()
})

const action = (parameters: object, more: object = {}) =>
  posternNode(fixture.credential, parameters, more)

describe('credentials', () => {
  test.each([
    ['a valid key', () => fixture.testApp.ownerKey, 'OK'],
    ['another key', () => 'sk_live_wrong', 'Error'],
  ])('%s → %s', async (_, key, status) => {
    const data = { url: `${fixture.testApp.ctx.config.publicUrl}/`, apiKey: key() }
    const credentials = { id: fixture.credential, name: 'Postern', type: 'posternApi', data }
    expect(await fixture.n8n.call('POST', '/credentials/test', { credentials })).toMatchObject({
      status,
    })
  })
})

test('n8n offers both nodes, and the actions as a tool for its agents', async () => {
  const types: { name: string }[] = await fixture.n8n.file('/types/nodes.json')
  const names = types.map(({ name }) => name).filter((name) => name.includes('postern'))
  expect(names.sort()).toEqual([
    'n8n-nodes-postern.postern',
    'n8n-nodes-postern.posternTool',
    'n8n-nodes-postern.posternTrigger',
  ])
})

describe('actions', () => {
  test('creating a profile returns it as the item', async () => {
    const parameters = {
      resource: 'profiles',
      operation: 'createProfile',
      name: '={{ $json.body.name }}',
      fields: { external_id: 'aurora', metadata: '{"tier":"gold"}' },
    }
    const { run } = await callable(fixture.n8n, [action(parameters)])
    const { items } = await run({ name: 'Café Aurora' })
    expect(items).toMatchObject([{ object: 'profile', name: 'Café Aurora', external_id: 'aurora' }])
    expect(await fixture.api('GET', `/v1/profiles/${items[0].id}`)).toEqual(items[0])
  })

  test('a list returns as many items as the limit, or all of them', async () => {
    for (const index of Array.from({ length: 120 }).keys()) {
      await buildProfile(fixture.testApp, { name: `Client ${index}` })
    }
    const list = { resource: 'profiles', operation: 'listProfiles' }
    const some = await callable(fixture.n8n, [action({ ...list, limit: 7 })])
    expect((await some.run({})).items).toHaveLength(7)
    const all = await callable(fixture.n8n, [action({ ...list, returnAll: true })])
    const names = (await all.run({})).items.map(({ name }: { name: string }) => name)
    expect(new Set(names).size).toBeGreaterThanOrEqual(120)
    const filters = { search: 'Client 119' }
    const found = await callable(fixture.n8n, [action({ ...list, filters })])
    expect((await found.run({})).items).toMatchObject([{ name: 'Client 119' }])
  })

  test('a post is scheduled in the time zone of n8n, with a file that was uploaded from an item', async () => {
    const { id: account_id, profile_id } = await connectNewPerson(fixture.testApp)
    const upload = await callable(fixture.n8n, [
      action({
        resource: 'media',
        operation: 'createMediaFile',
        file: 'data',
        profile: { __rl: true, mode: 'id', value: profile_id },
        fields: { alt_text: 'A latte' },
      }),
    ])
    const form = new FormData()
    form.append('data', new Blob([new Uint8Array(await imageFile('png'))]), 'latte.png')
    const [media] = (await upload.run(form)).items
    expect(media).toMatchObject({ object: 'media', width: 300, alt_text: 'A latte', profile_id })
    const parameters = {
      resource: 'posts',
      operation: 'createPost',
      text: 'From n8n',
      targets: { items: [{ account_id: { __rl: true, mode: 'id', value: account_id } }] },
      mode: 'schedule',
      fields: {
        media: { items: [{ id: media.id }] },
        scheduled_at: '2027-01-15T09:00:00',
        tags: 'winter, coffee',
      },
    }
    const { run } = await callable(fixture.n8n, [action(parameters)])
    expect((await run({})).items).toMatchObject([
      {
        status: 'scheduled',
        text: 'From n8n',
        scheduled_at: '2027-01-15T08:00:00.000Z',
        tags: ['winter', 'coffee'],
        media: [{ id: media.id }],
      },
    ])
  })

  test("an error stops the execution with Postern's sentence, its details and its code", async () => {
    const parameters = { resource: 'posts', operation: 'createPost', text: '', mode: 'now' }
    const fail = await callable(fixture.n8n, [action(parameters)])
    expect((await fail.run({})).status).toBe(500)
    const [{ id }] = await executionsOf(fixture.n8n, fail.workflow)
    const { error } = parseExecution(
      (await fixture.n8n.call('GET', `/executions/${id}`)).data,
    ).resultData
    const refused = await fixture.api('POST', '/v1/posts', { mode: 'now' })
    expect(error).toMatchObject({ message: refused.error.message, httpCode: '400' })
    expect(error.description).toContain(refused.error.details[0].message)
    expect(error.description).toContain('validation_failed, request req_')
  })

  test('a node that continues on fail returns the sentence as the item', async () => {
    const parameters = { resource: 'posts', operation: 'getPost', id: 'post_unknown' }
    const more = { onError: 'continueRegularOutput' }
    const { run } = await callable(fixture.n8n, [action(parameters, more)])
    expect((await run({})).items).toEqual([{ error: 'This post was not found. Check its ID.' }])
  })

  test('a retried execution sends what had failed, and publishes nothing twice', async () => {
    const { id: account_id, profile_id } = await connectNewPerson(fixture.testApp)
    const parameters = {
      resource: 'posts',
      operation: 'createPost',
      text: '={{ $json.text }}',
      targets: { items: [{ account_id: { __rl: true, mode: 'id', value: account_id } }] },
      mode: 'now',
      profile: { __rl: true, mode: 'id', value: '={{ $json.profile }}' },
      fields: { external_id: 'retried' },
    }
    const { run, workflow } = await callable(fixture.n8n, [splitNode(), action(parameters)])
    const items = [
      { text: 'First', profile: profile_id },
      { text: 'Second', profile: 'later' },
    ]
    expect((await run({ items })).status).toBe(500)
    await fixture.api('PATCH', `/v1/profiles/${profile_id}`, { external_id: 'later' })
    const [{ id }] = await executionsOf(fixture.n8n, workflow)
    const retried = await fixture.n8n.call('POST', `/executions/${id}/retry`, {
      loadWorkflow: false,
    })
    expect(retried).toMatchObject({ status: 'success', retryOf: id })
    await advanceUntilIdle(fixture.testApp)
    const { data } = await fixture.api('GET', '/v1/posts?external_id=retried')
    const posts = data.map(({ text, status }: Record<string, string>) => `${text} ${status}`)
    expect(posts.sort()).toEqual(['First published', 'Second published'])
  })

  test('two executions with the same values are two requests', async () => {
    const { id } = await buildProfile(fixture.testApp)
    const profile = { __rl: true, mode: 'id', value: id }
    const parameters = { resource: 'posts', operation: 'createPost', text: 'Draft', profile }
    const { run } = await callable(fixture.n8n, [action(parameters)])
    const [first, second] = [await run({}), await run({})]
    expect(first.items).toMatchObject([{ status: 'draft' }])
    expect(second.items[0].id).not.toBe(first.items[0].id)
  })

  test('the lists of the editor have profiles by name and accounts', async () => {
    const search = async (methodName: string, more: object = {}) =>
      await fixture.n8n.call('POST', '/dynamic-node-parameters/resource-locator-results', {
        path: 'parameters.profile',
        methodName,
        nodeTypeAndVersion: { name: 'n8n-nodes-postern.postern', version: 1 },
        currentNodeParameters: {},
        credentials: { posternApi: { id: fixture.credential, name: 'Postern' } },
        ...more,
      })
    const found = await search('searchProfiles', { filter: 'Aurora' })
    expect(found.results).toMatchObject([{ name: 'Café Aurora (aurora)' }])
    const page = await search('searchProfiles')
    expect(page.results).toHaveLength(50)
    const next = await search('searchProfiles', { paginationToken: page.paginationToken })
    expect(next.results[0].value).not.toBe(page.results[0].value)
    const accounts = await search('searchAccounts')
    expect(accounts.results[0].name).toMatch(/\(threads\)$/)
  })
})
