import { describe, expect, test } from 'vitest'
import {
  contract,
  document,
  fieldsOf,
  namesIn,
  operationOf,
  operations,
  readRows,
  resolveRef,
  type Schema,
} from './contract.ts'

/**
 * The endpoints, fields and events of contract.md §2 to §9. The document generated from the routes
 * must contain every name in them; it may contain more.
 */

describe('an endpoint of the contract exists with its fields and access', () => {
  test.each([
    ['GET /v1/profiles', 'external_id', 'owner'],
    ['POST /v1/profiles', 'name external_id', 'owner'],
    ['GET /v1/profiles/{id}', '', 'owner'],
    ['PATCH /v1/profiles/{id}', 'name external_id', 'owner'],
    ['DELETE /v1/profiles/{id}', '', 'owner'],
    ['POST /v1/accounts/{id}/move', 'profile_id', 'owner'],
    ['GET /v1/accounts', 'platform status', 'key'],
    ['GET /v1/accounts/{id}', '', 'key'],
    ['GET /v1/accounts/{id}/health', '', 'key'],
    ['DELETE /v1/accounts/{id}', 'force', 'key'],
    ['POST /v1/connect/redirect-origins', 'origin', 'owner'],
    ['GET /v1/connect/redirect-origins', '', 'owner'],
    ['DELETE /v1/connect/redirect-origins/{id}', '', 'owner'],
    [
      'PATCH /v1/connect/settings',
      'brand_name logo_url color language privacy_url support_email',
      'owner',
    ],
    ['GET /v1/connect/settings', '', 'owner'],
    [
      'POST /v1/profiles/{id}/connect-links',
      'redirect_url state platforms account_id language metadata',
      'key',
    ],
    ['GET /v1/connect-links/{id}', '', 'key'],
    ['DELETE /v1/connect-links/{id}', '', 'key'],
    ['GET /v1/comments', 'account_id post_id reply_status', 'key'],
    ['POST /v1/comments/{id}/reply', 'text', 'key'],
    ['POST /v1/comments/{id}/hide', 'hidden', 'key'],
    ['PATCH /v1/comments/{id}', 'reply_status', 'key'],
    ['GET /v1/accounts/{id}/insights', 'from to metrics', 'key'],
    ['GET /v1/posts/{id}/insights', 'metrics', 'key'],
    ['POST /v1/insights/sync', 'account_ids', 'key'],
    ['GET /v1/insights/syncs/{id}', '', 'key'],
    ['POST /v1/webhooks', 'url events profile_id', 'key'],
    ['GET /v1/webhooks', '', 'key'],
    ['GET /v1/webhooks/{id}', '', 'key'],
    ['PATCH /v1/webhooks/{id}', 'url events profile_id active', 'key'],
    ['DELETE /v1/webhooks/{id}', '', 'key'],
    ['GET /v1/webhooks/{id}/deliveries', '', 'key'],
    ['POST /v1/webhooks/{id}/deliveries/{deliveryId}/resend', '', 'key'],
    ['POST /v1/webhooks/{id}/test', 'type', 'key'],
    ['POST /v1/webhooks/{id}/rotate-secret', 'overlap_seconds', 'key'],
    ['POST /v1/webhooks/{id}/recover', 'since', 'key'],
    ['POST /v1/posts', 'text media targets scheduled_at mode external_id metadata tags', 'key'],
    ['GET /v1/posts', 'status account_id platform from to tag external_id', 'key'],
    ['GET /v1/posts/{id}', '', 'key'],
    ['PATCH /v1/posts/{id}', 'text media targets scheduled_at', 'key'],
    ['DELETE /v1/posts/{id}', '', 'key'],
    ['POST /v1/posts/{id}/retry', '', 'key'],
    ['POST /v1/posts/{id}/targets/{targetId}/resolve', 'platform_post_id', 'key'],
    ['POST /v1/posts/validate', 'text media targets', 'key'],
    ['POST /v1/media', 'url', 'key'],
    ['GET /v1/media', '', 'key'],
    ['GET /v1/media/{id}', '', 'key'],
    ['DELETE /v1/media/{id}', '', 'key'],
    ['POST /v1/api-keys', 'name profile_id scopes expires_at', 'owner'],
    ['GET /v1/api-keys', '', 'owner'],
    ['DELETE /v1/api-keys/{id}', '', 'owner'],
    ['POST /v1/api-keys/{id}/rotate', 'overlap_seconds', 'owner'],
    ['GET /v1/me', '', 'key'],
  ])('%s accepts %j, access %s', (name, fields, access) => {
    const operation = operationOf(name)
    const body = operation.requestBody?.content['application/json']?.schema
    const query = operation.parameters.filter((parameter) => parameter.in === 'query')
    const accepted = [
      ...query.map((parameter) => parameter.name),
      ...Object.keys(body ? fieldsOf(body) : {}),
    ]
    expect(accepted).toEqual(expect.arrayContaining(fields ? namesIn(fields) : []))
    expect(operation['x-access']).toBe(access)
  })
})

describe('a schema of the contract requires all of its fields', () => {
  test.each([
    [
      'Profile',
      'id object name external_id is_default metadata account_count created_at updated_at',
    ],
    ['ProfileDeleting', 'id object status'],
    ['ErasedProfile', 'id name external_id metadata deleted_at counts'],
    [
      'Account',
      `id object platform profile_id profile_external_id platform_account_id username display_name
       avatar_url profile_url account_type status status_reason access_expires_at permissions
       capabilities limits connected_at created_at updated_at`,
    ],
    [
      'ConnectLinkCreated',
      'url profile_id expires_at id object status platforms account_id created_at',
    ],
    ['ConnectLink', 'id object status profile_id expires_at attempts'],
    [
      'Post',
      `id object profile_id status mode text media scheduled_at published_at external_id metadata
       tags targets created_at updated_at`,
    ],
    [
      'Target',
      `id account_id platform status text scheduled_at attempts next_attempt_at platform_post_id
       permalink published_at error`,
    ],
    [
      'Media',
      `id object profile_id type mime_type size width height duration_ms alt_text status url
       checksum_sha256 created_at`,
    ],
    [
      'Comment',
      `id object account_id profile_id post_id platform platform_comment_id parent_comment_id
       author_username author_name text untrusted_fields permalink like_count hidden can_reply
       can_hide reply_status replies commented_at created_at`,
    ],
    ['CommentReply', 'id object comment_id text platform_reply_id permalink created_at'],
    [
      'AccountInsights',
      `object account_id platform from to metrics missing_permission unavailable_metrics
       data_through synced_at next_sync_at`,
    ],
    ['PostInsights', 'object post_id targets totals'],
    ['InsightsSync', 'id object status next_allowed_at'],
    [
      'WebhookEndpoint',
      `id object url events profile_id active description inactive_reason consecutive_failures
       last_success_at last_failure_at created_at updated_at`,
    ],
    [
      'WebhookDelivery',
      `id object webhook_id event_id event_type profile_id url status attempt_count max_attempts
       next_attempt_at last_status_code last_error test created_at completed_at attempts request`,
    ],
    ['WebhookAttempt', 'number started_at duration_ms status_code error response_body'],
  ])('%s', (name, fields) => {
    const schema = document.components.schemas[name]!
    expect(Object.keys(schema.properties!)).toEqual(expect.arrayContaining(namesIn(fields)))
    expect(schema.required).toEqual(expect.arrayContaining(namesIn(fields)))
  })
})

describe('an event of the contract has its envelope, headers and data', () => {
  const rows = readRows('9 Webhooks').map(([type = '', , data = '']) => [type, data] as const)

  test.each(rows)('%s', (type, data) => {
    const { parameters, requestBody } = document.webhooks[type]!.post
    const envelope = resolveRef(requestBody.content['application/json'].schema)
    const required = namesIn('id type created_at profile_id profile_external_id data')
    expect(envelope.required).toEqual(expect.arrayContaining(required))
    expect(envelope.properties!.type!.const).toBe(type)
    expect(envelope.properties!.data!.required).toEqual(expect.arrayContaining(namesIn(data)))
    expect(parameters.filter((header) => header.required).map((header) => header.name)).toEqual([
      'Service-Signature',
      'Service-Event',
      'Service-Delivery',
    ])
  })
})

test('every endpoint that the contract names exists', () => {
  const named = [...contract.matchAll(/`((?:GET|POST|PATCH|DELETE) \/v1\/[^`?]+)`/g)]
  const names = operations.map(({ name }) => name)
  expect(named.length).toBeGreaterThan(10)
  for (const [, name] of named) expect(names).toContain(name)
})

test('every path begins with /v1', () => {
  for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/v1\//)
})

test('every list accepts limit and cursor and returns data, has_more and next_cursor', () => {
  const lists = operations.filter(({ operation }) => {
    const schema = operation.responses['200']?.content['application/json']?.schema
    return schema && fieldsOf(schema).object?.const === 'list'
  })
  expect(lists.length).toBeGreaterThan(10)
  for (const { name, operation } of lists) {
    const { schema } = operation.responses['200']!.content['application/json']!
    const query = operation.parameters
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => parameter.name)
    expect([name, query]).toEqual([name, expect.arrayContaining(['limit', 'cursor'])])
    expect([name, schema.required]).toEqual([name, ['object', 'data', 'has_more', 'next_cursor']])
  }
})

test('every returned object has the field object', () => {
  for (const { name, operation } of operations) {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const schema = content['application/json']?.schema
      if (Number(status) >= 300 || !schema) continue
      expect([name, typeof fieldsOf(schema).object?.const]).toEqual([name, 'string'])
      const item = fieldsOf(schema).data?.items
      if (item) expect([name, typeof fieldsOf(item).object?.const]).toEqual([name, 'string'])
    }
  }
})

test('every returned instant is ISO 8601 in UTC with Z', () => {
  let checkedFields = 0
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      if (!field.endsWith('_at')) continue
      const variants = property.anyOf ?? [property]
      const text = variants.find((variant) => variant.type === 'string') as Schema & {
        pattern: string
      }
      expect([name, field, text.format]).toEqual([name, field, 'date-time'])
      expect('2026-11-21T09:00:00.000Z').toMatch(new RegExp(text.pattern))
      expect('2026-11-21T09:00:00.000+01:00').not.toMatch(new RegExp(text.pattern))
      checkedFields += 1
    }
  }
  expect(checkedFields).toBeGreaterThan(40)
})
