import type { Context as Call } from 'hono'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Config } from '../core/config.ts'
import { type ErrorCode, errorCatalog } from '../core/error-catalog.ts'
import { type ErrorDetail, ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { DatabaseUnavailable, isUnavailable } from '../database/unavailable.ts'
import { StorageUnavailable } from '../storage/file-store.ts'
import { isStorageFull, noteFullStorage } from '../storage/full.ts'
import { commonErrors } from './openapi.ts'
import type { Vars } from './vars.ts'

const { detailsMax, pathCharsMax, messageCharsMax } = limits.error

/** Converts zod issues to details with dotted paths; each unknown field gets its own detail. */
export function invalidInput(error: z.ZodError): ServiceError {
  const details = error.issues.slice(0, detailsMax).flatMap((issue): ErrorDetail[] => {
    const path = issue.path.join('.')
    if (issue.code !== 'unrecognized_keys') {
      return [{ path, code: issue.code, message: issue.message, ...boundOf(issue) }]
    }
    return issue.keys.slice(0, detailsMax).map((key) => ({
      path: path ? `${path}.${key}` : key,
      code: issue.code,
      message: 'It is not a field of this request.',
    }))
  })
  return new ServiceError('validation_failed', { details: details.slice(0, detailsMax) })
}

/** The limit or format of an issue, from which clients can build their own message. */
export function boundOf(issue: z.core.$ZodIssue): { limit?: number; format?: string } {
  if (issue.code === 'too_small') return { limit: Number(issue.minimum) }
  if (issue.code === 'too_big') return { limit: Number(issue.maximum) }
  return issue.code === 'invalid_format' ? { format: issue.format } : {}
}

/** The response for a thrown value: the body of its `ServiceError`, or 500 without internal details. */
export function errorResponse(
  ctx: Context,
  call: Call<{ Variables: Vars }>,
  thrown: unknown,
  options: { verifyResponses: boolean },
): Response {
  const requestId = call.get('requestId')
  const error = thrown instanceof ServiceError ? thrown : toOutage(ctx, thrown)
  const code: ErrorCode = error && isDeclared(call, error, options) ? error.code : 'internal_error'
  const { status } = errorCatalog[code]
  if (code === 'internal_error') {
    ctx.log.error({ err: thrown, request_id: requestId }, 'request.failed')
  }
  if (status === 401) call.header('www-authenticate', 'Bearer')
  if (error?.retryAfterSeconds) call.header('retry-after', String(error.retryAfterSeconds))
  const visible = code === 'internal_error' ? null : error
  call.set('failure', { code, error: visible })
  return call.json(errorBody(ctx.config, code, requestId, visible), status)
}

/** The body of every error response; its size is bounded. */
export function errorBody(
  config: Pick<Config, 'publicUrl'>,
  code: ErrorCode,
  requestId: string,
  error: ServiceError | null,
) {
  const { type, message, retryable } = errorCatalog[code]
  return {
    error: {
      type,
      code,
      message: clip(error?.message ?? message, messageCharsMax),
      param: error?.param == null ? null : clip(error.param, pathCharsMax),
      details: (error?.details ?? []).slice(0, detailsMax).map(clipDetail),
      platform: error?.platform ?? null,
      retryable,
      doc_url: `${config.publicUrl}/docs/errors#${code}`,
      request_id: requestId,
    },
  }
}

const storageFull =
  'The storage of this installation is full. Its operator must free space; then send the request again.'

const storageAway =
  'The media storage of this installation does not respond. Wait as long as Retry-After says, then send the request again.'

/** Maps full storage and outages of storage and database to retryable 503 errors. */
function toOutage(ctx: Context, thrown: unknown): ServiceError | null {
  if (isStorageFull(thrown)) {
    noteFullStorage(ctx)
    ctx.log.error({ err: thrown }, 'request.storage_full')
    const { retryAfterSeconds } = limits.traffic
    return new ServiceError('unavailable', { message: storageFull, retryAfterSeconds })
  }
  if (thrown instanceof StorageUnavailable) {
    ctx.log.error({ err: thrown }, 'request.storage_unavailable')
    const { retryAfterSeconds } = limits.traffic
    return new ServiceError('unavailable', { message: storageAway, retryAfterSeconds })
  }
  if (!isUnavailable(thrown)) return null
  ctx.log.warn({ err: thrown }, 'request.database_unavailable')
  const isBusy = thrown instanceof DatabaseUnavailable && thrown.kind === 'busy'
  const { retryAfterSeconds } = limits.traffic
  return new ServiceError(isBusy ? 'overloaded' : 'unavailable', { retryAfterSeconds })
}

/** Paths have field names from the caller, which can be as long as a body. */
function clipDetail(detail: ErrorDetail): ErrorDetail {
  const { path, message } = detail
  return { ...detail, path: clip(path, pathCharsMax), message: clip(message, messageCharsMax) }
}

function clip(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, charsMax - 1).toWellFormed()}…`
}

function isDeclared(
  call: Call<{ Variables: Vars }>,
  error: ServiceError,
  options: { verifyResponses: boolean },
): boolean {
  const route = call.get('route')
  if (!options.verifyResponses || !route) return true
  return commonErrors(route).includes(error.code) || route.errors.includes(error.code)
}
