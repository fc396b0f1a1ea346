import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { describeApi } from '../../app.ts'
import { eventTypes } from '../../schemas/event.ts'
import { documentOf } from '../page.ts'
import { eventFields, eventIndexPage, eventPage } from './events.ts'
import type { SchemaDocument } from './fields.ts'

const document = JSON.parse(JSON.stringify(describeApi())) as SchemaDocument
const publicUrl = 'https://posts.example.com'
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ ...document, $id: 'openapi' })

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

test.each(eventTypes)(
  'the page of %s shows a sample that is valid for its schema',
  async (type) => {
    const text = await documentOf(eventPage(type, document, publicUrl, false)!)
    const [, sample] = /<pre[^>]*><code>(POST \/your[\s\S]*?)<\/code>/.exec(text)!
    const [head, body] = unescaped(sample!).split('\n\n')
    expect(head).toContain(`Service-Event: ${type}\n`)
    const name = type.replaceAll('/', '~1')
    const validate = ajv.compile({
      $ref: `openapi#/webhooks/${name}/post/requestBody/content/application~1json/schema`,
    })
    expect(validate(JSON.parse(body!)), JSON.stringify(validate.errors)).toBe(true)
    expect(JSON.parse(body!).type).toBe(type)
  },
)

test.each(eventTypes)('the page of %s lists every field of its data', async (type) => {
  const fields = eventFields(document, type)
  const inner = fields.find(({ name }) => name === 'data')!.fields.map(({ name }) => name)
  const schema = document.webhooks[type]!.post.requestBody.content['application/json'].schema
  const name = schema.$ref!.split('/').at(-1)!
  const { data } = document.components.schemas[name]!.properties!
  expect(inner).toEqual(Object.keys(data!.properties!))
  expect(fields.map(({ name }) => name)).toContain('profile_id')
  const text = await documentOf(eventPage(type, document, publicUrl, false)!)
  expect(text.match(/<h1/g)).toHaveLength(1)
  expect(text).toContain(`${publicUrl}/v1/webhooks/$WEBHOOK_ID/test`)
  expect(text).not.toMatch(/undefined|\[object|<dt><code><\/code>/)
})

test('the list of events links each page, and there is no page of another type', async () => {
  const text = await documentOf(eventIndexPage())
  for (const type of eventTypes) expect(text).toContain(`href="/docs/events/${type}"`)
  expect(eventPage('post.liked', document, publicUrl, false)).toBeUndefined()
})
