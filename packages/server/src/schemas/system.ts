import { z } from 'zod'
import { instant, platformValue } from './fields.ts'
import { warningShape } from './session.ts'

const bytes = z.int().min(0)
const role = z.enum(['all', 'api', 'worker'])

/** What runs, what waits and what is used. */
export const systemShape = z
  .object({
    object: z.literal('system'),
    versions: z.object({ postern: z.string(), node: z.string(), postgres: z.string() }),
    public_url: z.string(),
    sandbox_url: z.string().nullable().meta({ description: 'Of the local platforms, where used.' }),
    role: role.meta({ description: 'Of the process that answered.' }),
    started_at: instant.meta({ description: 'When the process that answered started.' }),
    uptime_seconds: z.int(),
    ready: z.boolean(),
    reasons: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .meta({ description: 'Why it is not ready; empty when it is.' }),
    processes: z.array(
      z.object({
        role,
        host: z.string(),
        pid: z.int(),
        version: z.string(),
        started_at: instant,
        silent_seconds: z.number().meta({ description: 'Since it was last heard from.' }),
        clock_offset_ms: z.number().meta({ description: 'How far its clock is off.' }),
      }),
    ),
    deliveries: z
      .object({ pending: z.int(), due: z.int(), oldest_due_seconds: z.number().nullable() })
      .meta({ description: 'Counted up to 10,000 for each webhook endpoint.' }),
    work: z
      .array(
        z.object({
          kind: z.string().meta({ examples: ['deliveries'] }),
          oldest_due_at: instant.nullable(),
          oldest_due_seconds: z.number().nullable(),
        }),
      )
      .meta({ description: 'Since when the longest waiting work of each kind is due.' }),
    storage: z
      .object({
        database_bytes: bytes,
        media_bytes: bytes,
        media_files: z.int(),
        media_store: z.enum(['disk', 's3']),
        measured_at: instant,
      })
      .meta({ description: 'Measured once a minute at most.' }),
    partition_days_ahead: z
      .int()
      .meta({ description: 'For how many days the history has its place already.' }),
    migrations: z.object({ applied: z.int(), known: z.int() }),
    platforms: z.array(
      z.object({ platform: platformValue, configured: z.boolean(), sandbox: z.boolean() }),
    ),
    smtp_configured: z.boolean(),
    warnings: z.array(warningShape),
  })
  .meta({ id: 'System' })
export type System = z.infer<typeof systemShape>
