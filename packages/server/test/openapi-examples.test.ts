import { expect, test } from 'vitest'
import type { z } from 'zod'
import { routes } from '../src/app.ts'
import { type IdKind, isId } from '../src/core/ids.ts'
import { events } from '../src/schemas/event.ts'
import { exampleIds, exampleOf } from '../src/schemas/examples.ts'
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
  /** Not a value of the media: where it was imported from. */
  const differing = ['createMedia.url']
  for (const route of routes) {
    // 201 of an operation that can also answer 200.
    const success = Object.values(route.responses).at(-1)
    const response = responseExampleOf(success!)
    if (!route.body || !isObject(response)) continue
    for (const [name, value] of Object.entries(exampleOf(route.body) as object)) {
      const place = `${route.operationId}.${name}`
      if (!(name in response) || differing.includes(place)) continue
      expect(comparable({ [name]: response[name] }), place).toMatchObject(
        comparable({ [name]: value }),
      )
    }
  }
})

test('every webhook event has an example that its schema accepts without unknown fields', () => {
  for (const { type, schema } of events) {
    expect(schema.parse(exampleOf(schema)), type).toEqual(exampleOf(schema))
  }
})

test('every example ID has the shape of an ID of its kind', () => {
  for (const [kind, id] of Object.entries(exampleIds)) {
    expect(isId(kind as IdKind, id), id).toBe(true)
  }
})
