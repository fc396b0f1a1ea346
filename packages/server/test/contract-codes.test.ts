import { describe, expect, test } from 'vitest'
import { document, namesIn, operationOf, readRows } from './contract.ts'

/** The table of contract.md §10, and the numbers of contract.md §11, repeated here. */

describe('an error code has the status and type of the contract', () => {
  const rows = readRows('10 Errors').map(
    ([status, type, codes = '']) => [status, type, codes] as const,
  )

  test.each(rows)('%s %s', (status, type, codes) => {
    for (const code of namesIn(codes)) {
      expect([code, document['x-errors'][code]]).toMatchObject([
        code,
        { status: Number(status), type },
      ])
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
