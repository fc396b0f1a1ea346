import { beforeAll, expect, test } from 'vitest'
import { describeApi } from '../src/app.ts'
import { referenceDocument } from '../src/pages/docs/reference-document.ts'
import { exampleIds, secondExampleIds } from '../src/schemas/examples.ts'
import { buildAccount } from './build.ts'
import { buildMedia } from './media-files.ts'
import { useTestApp } from './test-app.ts'

/** The examples with their times in the future, because the requests are sent today. */
const { paths } = referenceDocument(describeApi(), 'https://posts.example.com', new Date())

const testApp = useTestApp({ env: { ALLOW_PRIVATE_WEBHOOKS: 'false' } })
/** The IDs of this server in place of those of the examples. */
const ids: Record<string, string> = {}

beforeAll(async () => {
  await testApp.call('POST', '/v1/connect/redirect-origins', {
    origin: 'https://app.northlight.example',
  })
  const account = await buildAccount(testApp, {
    platform: 'instagram',
    granted: { granted: ['instagram_business_basic', 'instagram_business_content_publish'] },
  })
  ids[exampleIds.account] = account.id
  ids[secondExampleIds.account] = (
    await buildAccount(testApp, { profile_id: account.profile_id, platform: 'threads' })
  ).id
  ids[exampleIds.profile] = account.profile_id
  ids[exampleIds.media] = (await buildMedia(testApp, { profile: account.profile_id })).id
})

/** What differs from server to server: IDs, times and secrets. */
function withoutChance(body: unknown): unknown {
  const text = JSON.stringify(body)
    .replaceAll(/\b([a-z]+)_[0-9a-hjkmnp-tv-z]{26}\b/g, '$1_…')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/whsec_[\w-]+/g, 'whsec_…')
    .replaceAll(/https?:[^"]+\/connect\/[\w-]+/g, 'connect page')
  return JSON.parse(text)
}

test.each([
  ['POST /v1/profiles', 201],
  ['POST /v1/posts/validate', 200],
  ['POST /v1/posts', 201],
  ['POST /v1/webhooks', 201],
  ['POST /v1/profiles/{id}/connect-links', 201],
] as const)('the request example of %s returns the response example', async (name, success) => {
  const [method, path] = name.split(' ') as [string, string]
  const { requestBody, responses } = paths[path]![method.toLowerCase()]!
  const withIds = (text: string) =>
    Object.entries(ids).reduce((all, [from, to]) => all.replaceAll(from, to), text)
  const request = withIds(JSON.stringify(requestBody!.content['application/json']!.example))
  const { status, body } = await testApp.call(
    method,
    path.replace('{id}', ids[exampleIds.profile]!),
    JSON.parse(request),
  )
  expect(status, JSON.stringify(body)).toBe(success)
  const { example } = responses[status]!.content!['application/json'] as { example?: unknown }
  expect(withoutChance(body)).toEqual(withoutChance(example))
})
