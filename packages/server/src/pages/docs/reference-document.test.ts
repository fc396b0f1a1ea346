import { expect, test } from 'vitest'
import { describeApi } from '../../app.ts'
import { referenceDocument } from './reference-document.ts'

const document = referenceDocument(
  describeApi(),
  'https://posts.example.com',
  new Date('2027-03-01T12:00:00Z'),
)

test.each([
  ['/v1/posts', 'post', '201'],
  ['/v1/posts/{id}', 'patch', '200'],
] as const)('the examples of %s, %s, schedule a post after today', (path, method, status) => {
  const { requestBody, responses, 'x-codeSamples': samples } = document.paths[path]![method]!
  const { example } = requestBody!.content['application/json']!
  expect(example).toMatchObject({ scheduled_at: '2027-08-28T09:00:00Z' })
  expect(samples![0]!.source).toContain('2027-08-28T09:00:00Z')
  expect(responses[status]!.content!['application/json']).toMatchObject({
    example: {
      scheduled_at: '2027-08-28T09:00:00.000Z',
      targets: [
        { scheduled_at: '2027-08-28T09:00:00.000Z' },
        { scheduled_at: '2027-08-28T09:00:00.000Z' },
      ],
    },
  })
})

test('no request example publishes immediately', () => {
  const examples = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ requestBody }) => requestBody?.content['application/json']?.example)
    .filter((example) => example !== undefined)
  expect(examples.length).toBeGreaterThan(10)
  for (const example of examples) expect(example).not.toMatchObject({ mode: 'now' })
})
