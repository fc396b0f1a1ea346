import { expect, test } from 'vitest'
import { describeApi, routes } from '../app.ts'
import { type ErrorCode, errorCatalogue } from '../base/error-catalogue.ts'
import { documentOf } from './answer.ts'
import { errorListPage } from './error-list.ts'
import { operationsOf, referencePage } from './reference.ts'
import { curlOf, exampleOf } from './reference-example.ts'
import type { Schema } from './reference-schema.ts'

const document = describeApi()
const { schemas } = (document as { components: { schemas: Record<string, Schema> } }).components
const operations = operationsOf(document)
const publicUrl = 'https://posts.example.com'
const reference = await documentOf(referencePage(document, publicUrl))
const errors = await documentOf(errorListPage())

const anchorsOf = (text: string) =>
  new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
const linksOf = (text: string) => [...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!)

test('every endpoint stands in the reference', () => {
  for (const { operationId } of operations) {
    expect(anchorsOf(reference), operationId).toContain(operationId)
  }
  expect(operations).toHaveLength(routes.length)
})

test('every link of the documents leads to something', () => {
  const anchors = { '/docs': anchorsOf(reference), '/docs/errors': anchorsOf(errors) }
  const check = (page: keyof typeof anchors, text: string) => {
    for (const href of linksOf(text)) {
      const [path, hash] = href.split('#') as [string, string?]
      const target = (path || page) as keyof typeof anchors
      if (hash !== undefined) expect(anchors[target], `${page}: ${href}`).toContain(hash)
    }
  }
  check('/docs', reference)
  check('/docs/errors', errors)
})

test('no anchor is there twice', () => {
  for (const text of [reference, errors]) {
    const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  }
})

test.each(routes.filter((route) => route.body))(
  'the body in the command of $operationId is one the endpoint takes',
  (route) => {
    const operation = operations.find(({ operationId }) => operationId === route.operationId)!
    const body = exampleOf(operation.bodySchema!, schemas, false)
    expect(route.body!.safeParse(body).error?.issues ?? []).toEqual([])
  },
)

test('the command names the address, the key and what is not known as shell variables', () => {
  const move = operations.find(({ operationId }) => operationId === 'moveAccount')!
  expect(curlOf(move, publicUrl, schemas)).toEqual({
    command: [
      'curl -X POST "https://posts.example.com/v1/accounts/$ACCOUNT_ID/move" \\',
      '  -H "Authorization: Bearer $POSTERN_KEY" \\',
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{"profile_id":"client-42"}'`,
    ].join('\n'),
    variables: ['ACCOUNT_ID'],
  })
})

test('every error code has its anchor, status, meaning and what to do', () => {
  for (const code of Object.keys(errorCatalogue) as ErrorCode[]) {
    const [, card = ''] = errors.split(`id="${code}"`)
    expect(card, code).toContain(`<span class="status">${errorCatalogue[code].status}</span>`)
    expect(anchorsOf(errors)).toContain(code)
  }
})

test('the documents carry no script', () => {
  expect(reference + errors).not.toMatch(/<script|\son\w+="|style="/i)
})
