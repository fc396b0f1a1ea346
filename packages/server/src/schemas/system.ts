import { z } from 'zod'
import { instant, platformValue } from './fields.ts'
import { warningShape } from './session.ts'

const bytes = z.int().min(0)
const role = z.enum(['all', 'api', 'worker'])

/** The processes, queued work and storage of the installation. */
export const systemShape = z
  .object({
    object: z.literal('system'),
    versions: z.object({ postern: z.string(), node: z.string(), postgres: z.string() }),
    public_url: z.string(),
    sandbox_url: z
      .string()
      .nullable()
      .meta({ description: 'The URL of the sandbox, if it is used.' }),
    role: role.meta({ description: 'The role of the process that sent the response.' }),
    started_at: instant.meta({ description: 'When that process started.' }),
    uptime_seconds: z.int(),
    ready: z.boolean(),
    reasons: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .meta({ description: 'Why the installation is not ready. Empty if it is ready.' }),
    processes: z.array(
      z.object({
        role,
        host: z.string(),
        pid: z.int(),
        version: z.string(),
        started_at: instant,
        silent_seconds: z.number().meta({ description: 'Seconds since its last heartbeat.' }),
        clock_offset_ms: z
          .number()
          .meta({ description: 'The difference between its clock and that of the database.' }),
      }),
    ),
    deliveries: z
      .object({ pending: z.int(), due: z.int(), oldest_due_seconds: z.number().nullable() })
      .meta({ description: 'Webhook deliveries. At most 10,000 are counted for each endpoint.' }),
    work: z
      .array(
        z.object({
          kind: z.string().meta({ examples: ['deliveries'] }),
          oldest_due_at: instant.nullable(),
          oldest_due_seconds: z.number().nullable(),
        }),
      )
      .meta({ description: 'The oldest due job of each kind.' }),
    storage: z
      .object({
        database_bytes: bytes,
        media_bytes: bytes,
        media_files: z.int(),
        media_store: z.enum(['disk', 's3']),
        measured_at: instant,
      })
      .meta({ description: 'Measured at most once a minute.' }),
    database: z
      .object({
        role: z.enum(['primary', 'replica', 'read_only']),
        replication: z.enum(['none', 'asynchronous', 'synchronous']).nullable(),
        replicas: z.array(
          z.object({
            name: z.string(),
            synchronous: z.boolean().nullable(),
            lag_bytes: z.int().nullable(),
            lag_seconds: z.number().nullable(),
          }),
        ),
        never_twice: z
          .object({
            holds: z.boolean(),
            code: z.enum(['nothing_lost', 'searched', 'unnoticed', 'not_durable']),
            message: z.string(),
          })
          .meta({ description: 'Whether no post is published twice when the server fails.' }),
        last_failover: z
          .object({
            noticed_at: instant,
            lost_since: instant.nullable(),
            lost_until: instant.nullable(),
          })
          .nullable()
          .meta({
            description:
              'When another server, or older data, were noticed, and the span whose commits may be missing.',
          }),
      })
      .meta({
        description:
          'The PostgreSQL server. What its role may not see is `null`; `pg_monitor` may see all.',
      }),
    partition_days_ahead: z.int().meta({
      description: 'The number of days for which the partitions of the history exist.',
    }),
    migrations: z.object({ applied: z.int(), known: z.int() }),
    platforms: z.array(
      z.object({
        platform: platformValue,
        configured: z.boolean(),
        sandbox: z.boolean(),
        problem: z.string().nullable().meta({
          description: 'Why the platform does not work with `public_url`. `null` if it does.',
        }),
      }),
    ),
    smtp_configured: z.boolean(),
    warnings: z.array(warningShape),
  })
  .meta({
    id: 'System',
    examples: [
      {
        object: 'system',
        versions: { postern: '0.1.0', node: 'v26.2.0', postgres: '18.1' },
        public_url: 'https://postern.example.com',
        sandbox_url: null,
        role: 'all',
        started_at: '2026-11-20T06:00:00.000Z',
        uptime_seconds: 11_640,
        ready: true,
        reasons: [],
        processes: [
          {
            role: 'all',
            host: 'postern-1',
            pid: 71,
            version: '0.1.0',
            started_at: '2026-11-20T06:00:00.000Z',
            silent_seconds: 1.2,
            clock_offset_ms: 3,
          },
        ],
        deliveries: { pending: 2, due: 0, oldest_due_seconds: null },
        work: [{ kind: 'deliveries', oldest_due_at: null, oldest_due_seconds: null }],
        storage: {
          database_bytes: 184_549_376,
          media_bytes: 912_261_120,
          media_files: 412,
          media_store: 'disk',
          measured_at: '2026-11-20T09:13:00.000Z',
        },
        database: {
          role: 'primary',
          replication: 'synchronous',
          replicas: [{ name: 'db2', synchronous: true, lag_bytes: 0, lag_seconds: 0 }],
          never_twice: {
            holds: true,
            code: 'nothing_lost',
            message:
              'A failover loses nothing and publishes nothing twice: commits wait for a replica.',
          },
          last_failover: {
            noticed_at: '2026-11-19T03:12:08.000Z',
            lost_since: null,
            lost_until: null,
          },
        },
        partition_days_ahead: 7,
        migrations: { applied: 1, known: 1 },
        platforms: [{ platform: 'instagram', configured: true, sandbox: false, problem: null }],
        smtp_configured: true,
        warnings: [],
      },
    ],
  })
export type System = z.infer<typeof systemShape>
