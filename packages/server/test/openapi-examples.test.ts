import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '../src/app.ts'
import { type IdKind, isId } from '../src/core/ids.ts'
import { events } from '../src/schemas/event.ts'
import { exampleIds, exampleOf, secondExampleIds } from '../src/schemas/examples.ts'
import { createdPostShape, postCreate } from '../src/schemas/post.ts'
import { operationOf } from './contract.ts'

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const responseExampleOf = ({ schema, example }: { schema: z.ZodType; example?: unknown }) =>
  example ?? (exampleOf(schema) as unknown)
/** With milliseconds in times, and the ID of the profile for its `external_id`. */
const comparable = (fields: Fields) =>
  JSON.parse(
    JSON.stringify(fields)
      .replaceAll(/(:\d\d)Z"/g, '$1.000Z"')
      .replaceAll('"profile_id":"cafe-aurora"', `"profile_id":"${exampleIds.profile}"`),
  ) as Fields
const nameOf = ({ method, path }: (typeof routes)[number]) => `${method.toUpperCase()} ${path}`

test('every operation with a body has a request example that its schema accepts', () => {
  for (const route of routes) {
    if (!route.body) continue
    const example = exampleOf(route.body)
    expect(example, nameOf(route)).toBeTypeOf('object')
    expect(route.body.safeParse(example).error, nameOf(route)).toBeUndefined()
    const { requestBody } = operationOf(nameOf(route))
    expect(requestBody!.content['application/json'], nameOf(route)).toMatchObject({ example })
  }
})

test('every success response has an example that its schema accepts without unknown fields', () => {
  for (const route of routes) {
    for (const [status, response] of Object.entries(route.responses)) {
      const name = `${nameOf(route)} ${status}`
      const example = responseExampleOf(response)
      expect(example, name).toBeDefined()
      expect(response.schema.parse(example), name).toEqual(example)
      const [shown] = Object.values(operationOf(nameOf(route)).responses[status]!.content)
      expect(shown, name).toMatchObject({ example })
    }
  }
})

test('a response example has the values of its request example', () => {
  /** Where the media was imported from, and the result of each target without its content. */
  const differing = ['createMedia.url', 'validatePost.targets']
  let compared = 0
  for (const route of routes) {
    // 201 of an operation that can also answer 200.
    const success = Object.values(route.responses).at(-1)
    const response = responseExampleOf(success!)
    if (!route.body || !isObject(response)) continue
    for (const [name, value] of Object.entries(exampleOf(route.body) as object)) {
      const place = `${route.operationId}.${name}`
      if (!(name in response) || differing.includes(place)) continue
      compared += 1
      expect(comparable({ [name]: response[name] }), place).toMatchObject(
        comparable({ [name]: value }),
      )
    }
  }
  expect(compared).toBeGreaterThan(30)
})

test('the example of a new post has two targets, the second with a text of its own', () => {
  const { targets } = exampleOf(postCreate)
  expect(targets?.map(({ text }) => typeof text)).toEqual(['undefined', 'string'])
  expect(exampleOf(createdPostShape).targets).toMatchObject(targets!)
})

/** Filters by time, which no field repeats. */
const timeFilters = ['from', 'to', 'after']

test('the example response of a list has what its example query selects, and nothing else', () => {
  let selected = 0
  for (const route of routes) {
    const response = responseExampleOf(route.responses[200] ?? { schema: z.never() })
    if (route.method !== 'get' || !isObject(response)) continue
    const items = Array.isArray(response.data) ? response.data : [response]
    for (const { name, in: location, schema } of operationOf(nameOf(route)).parameters) {
      const value = schema.examples?.[0]
      if (location !== 'query' || value === undefined || timeFilters.includes(name)) continue
      expect(items.length, nameOf(route)).toBeGreaterThan(0)
      for (const item of items) {
        selected += 1
        expect(isSelected(item, name, value), `${nameOf(route)} ${name}=${value}`).toBe(true)
      }
    }
  }
  expect(selected).toBeGreaterThan(15)
})

function isSelected(item: Fields, name: string, value: string | string[]): boolean {
  const textOf = (part: unknown) => JSON.stringify(part).toLowerCase()
  const values = [value].flat()
  if (name === 'metrics') {
    const [first] = (item.targets ?? [item]) as { metrics: Fields }[]
    return values.join() === Object.keys(first!.metrics).join()
  }
  if (name === 'search')
    return values
      .join(' ')
      .split(' ')
      .every((word) => textOf(item).includes(word))
  const isShown = (each: string) =>
    textOf(item[name] ?? item).includes(each === 'cafe-aurora' ? exampleIds.profile : each)
  return values.some(isShown)
}

test('every webhook event has an example that its schema accepts without unknown fields', () => {
  for (const { type, schema } of events) {
    expect(schema.parse(exampleOf(schema)), type).toEqual(exampleOf(schema))
  }
})

test('every example ID has the shape of an ID of its kind', () => {
  const ids = [...Object.entries(exampleIds), ...Object.entries(secondExampleIds)]
  for (const [kind, id] of ids) {
    expect(isId(kind as IdKind, id), id).toBe(true)
  }
})
