import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { buildWebhook } from '../../../../test/build-webhook.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { newUuid } from '../../../core/ids.ts'
import { type AttemptResult, completeDeliveries } from './complete.ts'

const testApp = useTestApp()
let ids: string[]

beforeAll(async () => {
  const url = 'http://127.0.0.1:1/'
  ids = [(await buildWebhook(testApp, { url })).id, (await buildWebhook(testApp, { url })).id]
})

/** The result of an attempt whose lease passed to another process: only logged and counted. */
function result(endpointId: string, failed: boolean): AttemptResult {
  const now = testApp.clock.now()
  return {
    deliveryId: newUuid(),
    deliveryCreatedAt: now.toISOString(),
    endpointId,
    token: '0',
    number: 1,
    once: false,
    resend: false,
    counted: true,
    url: 'http://127.0.0.1:1/',
    startedAt: now,
    completedAt: now,
    durationMs: 1,
    statusCode: failed ? 500 : 200,
    error: failed ? 'http_status' : null,
    response: null,
    signature: Buffer.alloc(32),
    errorCode: null,
    responseHeaders: null,
    retryAt: null,
  }
}

test('any batches count the consecutive failures of every endpoint as writing one by one does', async () => {
  const { pool } = testApp.ctx.db
  // Mostly failures, so that 25 and 50 are often reached.
  const attempt = fc.record({ endpoint: fc.nat(1), failed: fc.nat(9).map((dice) => dice > 0) })
  const batches = fc.array(fc.array(attempt, { minLength: 1, maxLength: 40 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(batches, async (batchList) => {
      await pool.query(`update webhook_endpoint set active = true, inactive_reason = null,
        consecutive_failures = 0, attempt_after = null`)
      await pool.query('delete from mail_outbox')
      const model = ids.map(() => ({ failures: 0, active: true, emails: [] as string[] }))
      for (const batch of batchList) {
        await completeDeliveries(
          pool,
          batch.map(({ endpoint, failed }) => result(ids[endpoint]!, failed)),
        )
        for (const [index, state] of model.entries()) {
          if (!state.active) continue
          const before = state.failures
          let highest = before
          for (const { endpoint, failed } of batch) {
            if (endpoint !== index) continue
            state.failures = failed ? state.failures + 1 : 0
            highest = Math.max(highest, state.failures)
          }
          state.active = highest < 50
          if (!state.active) state.emails.push('webhook_disabled')
          else if (before < 25 && state.failures >= 25) state.emails.push('webhook_warning')
        }
      }
      for (const [index, state] of model.entries()) {
        const { rows } = await pool.query(
          `select active, consecutive_failures as failures, array(select kind from mail_outbox
            where endpoint_id = webhook_endpoint.id order by mail_outbox.id) as emails
          from webhook_endpoint where id = $1`,
          [ids[index]],
        )
        expect(rows[0]).toEqual(state)
      }
    }),
    { numRuns: 60 },
  )
})
