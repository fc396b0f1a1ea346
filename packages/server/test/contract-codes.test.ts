import { describe, expect, test } from 'vitest'
import { document, namesIn, operationOf } from './contract.ts'

/** The error codes and limits of the specification, repeated here like its tables in `contract.test.ts`. */

describe('an error code has the status and type of the contract', () => {
  test.each([
    [
      400,
      'invalid_request_error',
      `validation_failed invalid_json invalid_cursor invalid_range range_too_long invalid_metric
       redirect_origin_not_registered webhook_url_invalid profile_conflict mixed_profiles
       media_profile_mismatch`,
    ],
    [
      401,
      'authentication_error',
      'api_key_missing api_key_invalid api_key_expired api_key_revoked',
    ],
    [403, 'permission_error', 'owner_key_required profile_mismatch insufficient_scope'],
    [
      404,
      'not_found_error',
      `profile_not_found account_not_found post_not_found comment_not_found media_not_found
       webhook_not_found delivery_not_found connect_link_not_found route_not_found`,
    ],
    [405, 'invalid_request_error', 'method_not_allowed'],
    [413, 'invalid_request_error', 'payload_too_large'],
    [415, 'invalid_request_error', 'unsupported_media_type'],
    [
      409,
      'conflict_error',
      `account_has_scheduled_posts default_profile external_id_taken account_in_other_profile
       post_not_editable duplicate_content idempotency_in_progress webhook_limit_reached
       webhook_inactive connect_link_not_revocable`,
    ],
    [
      422,
      'unprocessable_error',
      `permission_missing reply_not_supported hide_not_supported insights_not_supported
       account_not_connected content_invalid idempotency_key_reused`,
    ],
    [429, 'rate_limit_error', 'rate_limited sync_too_soon platform_rate_limited'],
    [500, 'api_error', 'internal_error'],
    [502, 'platform_error', 'platform_error'],
    [504, 'platform_error', 'platform_timeout'],
  ])('%i %s', (status, type, codes) => {
    for (const code of namesIn(codes)) {
      expect([code, document['x-errors'][code]]).toMatchObject([code, { status, type }])
    }
  })

  test.each([
    ['POST /v1/posts', 'mixed_profiles media_profile_mismatch'],
    ['POST /v1/accounts/{id}/move', 'account_has_scheduled_posts profile_not_found'],
    ['DELETE /v1/profiles/{id}', 'default_profile profile_not_found'],
    ['PATCH /v1/profiles/{id}', 'external_id_taken'],
    ['POST /v1/comments/{id}/reply', 'permission_missing reply_not_supported'],
    ['POST /v1/comments/{id}/hide', 'permission_missing hide_not_supported'],
    ['GET /v1/accounts/{id}/insights', 'invalid_range range_too_long invalid_metric'],
    ['POST /v1/insights/sync', 'sync_too_soon'],
    ['POST /v1/profiles/{id}/connect-links', 'redirect_origin_not_registered profile_conflict'],
    ['DELETE /v1/connect-links/{id}', 'connect_link_not_revocable'],
    ['POST /v1/webhooks', 'webhook_url_invalid webhook_limit_reached profile_not_found'],
    [
      'POST /v1/webhooks/{id}/deliveries/{deliveryId}/resend',
      'webhook_inactive delivery_not_found',
    ],
  ])('%s declares the codes %s', (name, codes) => {
    const declared = Object.values(operationOf(name).responses).flatMap(
      (response) => response['x-codes'] ?? [],
    )
    expect(declared).toEqual(expect.arrayContaining(namesIn(codes)))
  })
})

test('every limit has the value of the contract', () => {
  expect(document['x-limits']).toMatchObject({
    page: { default: 50, max: 100 },
    rate: { requestsPerMinute: 600 },
    idempotency: { keptHours: 24 },
    profile: { externalIdCharsMax: 255 },
    connect: { linkLifetimeMs: 30 * 60_000 },
    insights: {
      rangeDaysDefault: 30,
      rangeDaysMax: 365,
      refreshMs: 6 * 3_600_000,
      syncPauseMs: 5 * 60_000,
    },
    comment: { eventAgeMsMax: 24 * 3_600_000 },
    post: { attemptsMax: 4, retryDelaysMs: [1, 5, 15].map((minutes) => minutes * 60_000) },
    webhook: {
      endpointsMax: 10,
      timeoutMs: 5_000,
      signatureToleranceSeconds: 300,
      attemptsMax: 8,
      retryDelaysMs: [1, 5, 30, 120, 300, 480, 480].map((minutes) => minutes * 60_000),
      jitterShare: 0.1,
      jitterMsMax: 60_000,
      failuresBeforeInactive: 50,
      failuresBeforeWarning: 25,
      historyDays: 30,
      responseBytesKept: 4_096,
      overlapSecondsDefault: 86_400,
    },
  })
})
