import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { exampleIds } from './examples.ts'
import { idOf, instant } from './fields.ts'

export const statisticsIntervals = ['hour', 'day'] as const
export type StatisticsInterval = (typeof statisticsIntervals)[number]

const counts = {
  deliveries: z
    .int()
    .meta({ description: 'Deliveries created in this time, without test events.' }),
  succeeded: z.int(),
  failed: z.int(),
  skipped: z.int(),
  pending: z.int(),
  attempts: z.int().meta({ description: 'Attempts of these deliveries until now.' }),
  failed_attempts: z.int(),
  success_rate: z.number().nullable().meta({
    description: 'The share of attempts that succeeded, 0 to 1. `null` without attempts.',
  }),
  latency_ms: z
    .object({ p50: z.int(), p95: z.int() })
    .nullable()
    .meta({
      description: `How long attempts took until the response headers arrived or the attempt failed: half took at most \`p50\` milliseconds, 95 % at most \`p95\`. A timeout counts ${limits.webhook.timeoutMs}.`,
    }),
}

const exampleCounts = {
  deliveries: 412,
  succeeded: 409,
  failed: 1,
  skipped: 0,
  pending: 2,
  attempts: 418,
  failed_attempts: 9,
  success_rate: 0.9785,
  latency_ms: { p50: 84, p95: 312 },
}

/** What happened to the deliveries that were created in one time. */
const statisticsCounts = z
  .object(counts)
  .meta({ id: 'DeliveryStatistics', examples: [exampleCounts] })
export type DeliveryCounts = z.infer<typeof statisticsCounts>

const bucket = z
  .object({
    start: instant.meta({ description: 'The start of the hour or day in UTC.' }),
    ...counts,
  })
  .meta({
    id: 'DeliveryStatisticsBucket',
    examples: [{ start: '2026-11-20T09:00:00.000Z', ...exampleCounts }],
  })

/** The deliveries of an endpoint over time. */
export const deliveryStatisticsShape = z
  .object({
    object: z.literal('webhook_statistics'),
    webhook_id: idOf('webhook'),
    since: instant,
    until: instant,
    interval: z.enum(statisticsIntervals),
    total: statisticsCounts,
    buckets: z
      .array(bucket)
      .meta({ description: 'Every hour or day of the range, oldest first, empty ones included.' }),
  })
  .meta({
    id: 'WebhookStatistics',
    examples: [
      {
        object: 'webhook_statistics',
        webhook_id: exampleIds.webhook,
        since: '2026-11-20T09:00:00.000Z',
        until: '2026-11-20T10:00:00.000Z',
        interval: 'hour',
        total: exampleCounts,
        buckets: [{ start: '2026-11-20T09:00:00.000Z', ...exampleCounts }],
      },
    ],
  })
export type DeliveryStatistics = z.infer<typeof deliveryStatisticsShape>
