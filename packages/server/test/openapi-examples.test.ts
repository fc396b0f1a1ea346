import { expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { type IdKind, isId } from '../src/core/ids.ts'
import { events } from '../src/schemas/event.ts'
import { exampleIds, exampleOf } from '../src/schemas/examples.ts'
import { operationOf } from './contract.ts'

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
      const example: unknown = exampleOf(response.schema)
      expect(example, name).toBeDefined()
      expect(response.schema.parse(example), name).toEqual(example)
      const [shown] = Object.values(operationOf(nameOf(route)).responses[status]!.content)
      expect(shown, name).toMatchObject({ example })
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
