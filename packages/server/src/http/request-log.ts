import type { Context as Call } from 'hono'
import type pg from 'pg'
import type { Context } from '../context.ts'
import type { ServiceError } from '../core/errors.ts'
import { hasIdShape, newId } from '../core/ids.ts'
import { limits } from '../core/limits.ts'
import type { ApiRequestTable, RequestErrorDetail } from '../database/member-tables.ts'
import { report } from '../telemetry/events.ts'
import { withoutSecrets } from '../telemetry/log.ts'
import { callerOf } from './caller.ts'
import type { Vars } from './vars.ts'

export type RequestLog = {
  /** Keeps a finished request of an API key for the next write. Never waits and never throws. */
  add(call: Call<{ Variables: Vars }>, arrivedAt: Date, durationMs: number): void
  /** Writes what is waiting; what cannot be written is dropped. Never throws. */
  flush(): Promise<void>
  /** Writes once a second, unless requests wait for a connection to the database. */
  start(): void
  /** Stops the timer and writes what is waiting. */
  stop(): Promise<void>
}

const flushMs = 1_000
/** Small statements, so that neither this process nor a lock is busy with one for long. */
const rowsPerInsert = 500
const insertMsMax = 2_000
const { fieldCharsMax } = limits.requestLog
const { detailsMax } = limits.error

const insertSql = `
  insert into api_request (id, created_at, owner_id, profile_id, key_id, key_name, key_kind, method,
    path, operation, status, error_code, error_fields, error_details, duration_ms, sent_request_id, via)
  select id, created_at, owner_id, profile_id, key_id, key_name, key_kind, method,
    path, operation, status, error_code, error_fields, error_details, duration_ms, sent_request_id, via
  from json_to_recordset($1) as r (id text, created_at timestamptz, owner_id text, profile_id text,
    key_id text, key_name text, key_kind text, method text, path text, operation text, status int,
    error_code text, error_fields text[], error_details jsonb, duration_ms int, sent_request_id text, via text)
  where not exists (
    select 1 from profile where profile.id = r.profile_id and profile.deleting_at is not null)`

/**
 * The log of API requests. Requests wait in memory and are written together, so that logging adds
 * nothing to their latency; under load and during an outage they are dropped and counted in a metric.
 */
export function createRequestLog(
  ctx: Pick<Context, 'config' | 'db' | 'log'>,
  waitingMax: number = limits.requestLog.waitingMax,
): RequestLog {
  const { pool } = ctx.db
  const waiting: ApiRequestTable[] = []
  /** Keys with a waiting 429: a key that sends too many requests would fill the log with them. */
  const limitedKeyIds = new Set<string>()
  let writing: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null

  const write = async (isBusy: () => boolean): Promise<void> => {
    while (waiting.length > 0 && !isBusy()) {
      const rows = waiting.splice(0, rowsPerInsert)
      limitedKeyIds.clear()
      try {
        await pool.query(insertOf(rows))
      } catch (err) {
        report('request.unlogged', { reason: 'failed', count: rows.length })
        ctx.log.warn({ err, rows: rows.length }, 'request_log.not_written')
        return
      }
    }
  }
  /** One write at a time, so that a slow database gets one of its connections at most. */
  const writeAlone = async (isBusy: () => boolean): Promise<void> => {
    await writing
    writing = write(isBusy).finally(() => {
      writing = null
    })
    await writing
  }

  return {
    add: (call, arrivedAt, durationMs) => {
      const row = rowOf(ctx, call, arrivedAt, durationMs)
      if (!row) return
      if (row.error_code === 'rate_limited') {
        if (limitedKeyIds.has(row.key_id)) return
        limitedKeyIds.add(row.key_id)
      }
      if (waiting.length < waitingMax) waiting.push(row)
      else report('request.unlogged', { reason: 'full', count: 1 })
    },
    flush: () => writeAlone(() => false),
    start: () => {
      timer = setInterval(() => {
        if (!writing) void writeAlone(() => pool.waitingCount > 0)
      }, flushMs)
    },
    stop: async () => {
      if (timer) clearInterval(timer)
      await writeAlone(() => false)
    },
  }
}

/** pg's types lack `query_timeout`, after which the connection is discarded. */
function insertOf(rows: readonly ApiRequestTable[]): pg.QueryConfig & { query_timeout: number } {
  return { text: insertSql, values: [JSON.stringify(rows)], query_timeout: insertMsMax }
}

/** The row of a request; `null` without a known key or endpoint. */
function rowOf(
  { config }: Pick<Context, 'config'>,
  call: Call<{ Variables: Vars }>,
  arrivedAt: Date,
  durationMs: number,
): ApiRequestTable | null {
  const route = call.get('route')
  const key = call.get('usedKey')
  const { isUnlogged } = (call.env ?? {}) as { isUnlogged?: boolean }
  if (!route || !key || isUnlogged) return null
  const requestId = call.get('requestId')
  const isSent = call.req.header('x-request-id') === requestId
  const failure = call.get('failure')
  return {
    // Callers may repeat their own ids.
    id: isSent ? newId('request') : requestId,
    created_at: arrivedAt,
    owner_id: key.ownerId,
    profile_id: key.profileId,
    key_id: key.id,
    key_name: key.name,
    key_kind: key.kind,
    method: call.req.method,
    path: pathOf(route.path, call.req.path),
    operation: route.operationId,
    status: call.res.status,
    error_code: failure?.code ?? null,
    error_fields: failure?.error ? fieldsOf(failure.error) : [],
    error_details: failure?.error ? detailsOf(failure.error) : [],
    duration_ms: Math.round(durationMs),
    sent_request_id: isSent ? requestId : null,
    via: callerOf(config, call).via,
  }
}

/** The path with its ids. Other values, such as an `external_id`, could be personal or a secret. */
function pathOf(template: string, path: string): string {
  if (!template.includes('{')) return template
  const sent = path.split('/')
  return template
    .split('/')
    .map((part, place) => (part.startsWith('{') && hasIdShape(sent[place]!) ? sent[place] : part))
    .join('/')
}

const fieldShape = /^[\w-]+(?:\.[\w-]+)*$/
const measureShape = /^[\w.:/+-]+$/

/** The fields and parameters that an error names. */
function fieldsOf({ details, param }: ServiceError): string[] {
  const paths = details.length > 0 ? details.map(({ path }) => path) : [param ?? '']
  return [...new Set(paths.filter((path) => path !== '').map(fieldName))]
}

/** Why the fields were refused, without the messages, which can repeat what was sent. */
function detailsOf({ details }: ServiceError): RequestErrorDetail[] {
  return details.slice(0, detailsMax).map(({ path, code, limit, actual }) => ({
    path: path === '' ? path : fieldName(path),
    code,
    limit: measureOf(limit),
    actual: measureOf(actual),
  }))
}

/** `?` for a name that looks like a text or a secret, because callers choose names. */
function fieldName(path: string): string {
  return path.length <= fieldCharsMax && fieldShape.test(withoutSecrets(path)) ? path : '?'
}

/** A number, or words such as `image/jpeg, image/png`, `1920x1080` and `4:5 to 1.91:1`; never a text. */
function measureOf(value: unknown): number | string | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.length > fieldCharsMax) return null
  const words = value.replace(/ at most$/, '').split(/, | to /)
  return words.every((word) => measureShape.test(word)) ? value : null
}
