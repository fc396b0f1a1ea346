import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Property } from '../scripts/describe-field.ts'
import { describeEvents, describeNode, offeredRoutes } from '../scripts/describe-node.ts'
import { leftOutOperations, leftOutTags, operationNames, shownFirst } from '../scripts/left-out.ts'
import { type Document, returnsJson, routesOf } from '../scripts/openapi.ts'

const file = join(import.meta.dirname, '..', '..', 'server', 'openapi.json')
const document = JSON.parse(readFileSync(file, 'utf8')) as Document
const node = describeNode(document)

/** The properties that n8n shows for an operation. */
function shown(operation: string): Property[] {
  return node.properties.filter(({ displayOptions }) => {
    const { show } = (displayOptions ?? {}) as { show?: { operation?: string[] } }
    return show?.operation?.includes(operation)
  })
}

const names = (properties: unknown) => (properties as Property[]).map(({ name }) => name)

describe('the operations of the node', () => {
  test('operations of people, secrets and streams are not offered, all others are', () => {
    const offered = offeredRoutes(document).map(({ operation }) => operation.operationId)
    const left = routesOf(document)
      .map(({ operation }) => operation)
      .filter(({ operationId }) => !offered.includes(operationId))
    const people = left.filter(({ tags }) => tags.some((tag) => tag in leftOutTags))
    const streams = left.filter((operation) => !returnsJson(operation))
    const ids = (operations: typeof left) => operations.map(({ operationId }) => operationId)
    expect(ids(people)).toEqual(expect.arrayContaining(['signIn', 'createMember']))
    expect(ids(streams)).toEqual(expect.arrayContaining(['listenLive', 'exportAccountInsights']))
    const reasons = [...ids(people), ...ids(streams), ...Object.keys(leftOutOperations)]
    expect(new Set(ids(left))).toEqual(new Set(reasons))
    expect(Object.keys(node.operations)).toEqual(expect.arrayContaining(offered))
  })

  test('each curated entry names a tag, operation or field that exists', () => {
    const operations = routesOf(document).map(({ operation }) => operation)
    const ids = operations.map(({ operationId }) => operationId)
    const tags = operations.flatMap((operation) => operation.tags)
    expect(tags).toEqual(expect.arrayContaining(Object.keys(leftOutTags)))
    expect(ids).toEqual(expect.arrayContaining(Object.keys(leftOutOperations)))
    expect(Object.keys(node.operations)).toEqual(
      expect.arrayContaining(Object.keys(operationNames)),
    )
    for (const [operation, fields] of Object.entries(shownFirst)) {
      expect(node.operations[operation]!.first).toEqual(expect.arrayContaining([...fields]))
    }
  })

  test('a route that is added to the document appears by itself', () => {
    const { get } = document.paths['/v1/profiles/{id}']!
    const added = { ...get!, operationId: 'getMood', summary: 'Retrieve a mood', tags: ['Posts'] }
    const paths = { ...document.paths, '/v1/moods/{id}': { get: added } }
    const { operations, properties } = describeNode({ ...document, paths })
    expect(operations.getMood).toMatchObject({ method: 'GET', path: '/v1/moods/{id}' })
    const posts = properties.filter(({ name }) => name === 'operation')
    const options = posts.flatMap((property) => property.options as { name: string }[])
    expect(options.map(({ name }) => name)).toContain('Retrieve a mood')
  })

  test('each resource has a choice of operations, whose default is one of them', () => {
    const [resource, ...rest] = node.properties
    const choices = rest.filter(({ name }) => name === 'operation')
    expect(choices).toHaveLength((resource!.options as unknown[]).length)
    for (const property of [resource!, ...choices]) {
      const values = (property.options as { value: string }[]).map(({ value }) => value)
      expect(values).toContain(property.default)
    }
  })
})

describe('the fields of an operation', () => {
  test('creating a post shows text, targets and mode first, and makes a draft by default', () => {
    const fields = shown('createPost')
    expect(names(fields)).toEqual(['text', 'targets', 'mode', 'fields'])
    expect(fields[2]!.default).toBe('draft')
    const target = (fields[1]!.options as { values: Property[] }[])[0]!.values
    expect(target.find(({ name }) => name === 'account_id')).toMatchObject({
      type: 'resourceLocator',
      required: true,
    })
    expect(names(fields[3]!.options)).toEqual(
      expect.arrayContaining(['media', 'scheduled_at', 'tags', 'bodyJson', 'idempotencyKey']),
    )
  })

  test.each(['createPost', 'updatePost'])('%s has a thread of parts and its fallback', (name) => {
    const { options } = shown(name).at(-1)!
    const field = (one: string) => (options as Property[]).find((each) => each.name === one)!
    const [parts] = field('thread').options as { values: Property[] }[]
    expect(parts!.values.map(({ name, type }) => [name, type])).toEqual([
      ['text', 'string'],
      ['media', 'fixedCollection'],
    ])
    expect(field('thread_fallback')).toMatchObject({
      type: 'options',
      options: [{ value: 'first_comment' }, { value: 'join' }],
    })
  })

  test('a list has "return all", a limit and filters instead of a cursor', () => {
    const fields = shown('listComments')
    expect(names(fields)).toEqual(['returnAll', 'limit', 'filters'])
    expect(names(fields[2]!.options)).not.toContain('cursor')
    expect(fields[1]!.displayOptions).toMatchObject({ show: { returnAll: [false] } })
  })

  test('an upload takes a binary field, an import a URL', () => {
    expect(node.operations.createMediaFile).toMatchObject({ isForm: true, body: { file: 'file' } })
    expect(names(shown('createMediaFile'))).toEqual(['file', 'fields'])
    expect(names(shown('createMedia'))).toEqual(['url', 'fields'])
  })

  test('the IDs of a path are required, and accounts are chosen from a list', () => {
    expect(shown('retryTarget')).toMatchObject([
      { name: 'id', displayName: 'Post ID', type: 'string', required: true },
      { name: 'targetId', displayName: 'Target ID', type: 'string', required: true },
      { name: 'fields' },
    ])
    expect(shown('getAccount')).toMatchObject([{ name: 'id', type: 'resourceLocator' }])
  })
})

test('the trigger offers all events, then each event type with its description', () => {
  const events = describeEvents(document)
  expect(events.map(({ value }) => value)).toEqual(['*', ...Object.keys(document.webhooks)])
  expect(events.every(({ description }) => description.length > 10)).toBe(true)
})
