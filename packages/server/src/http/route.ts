import type { z } from 'zod'
import type { ReadAhead } from '../access/key-statement.ts'
import type { Scope } from '../access/scope.ts'
import type { Context } from '../context.ts'
import type { ErrorCode } from '../core/error-catalog.ts'
import { limits } from '../core/limits.ts'
import type { Permission } from '../schemas/api-key.ts'
import type { Caller, RecordAudit } from './request.ts'
import type { Tag } from './tags.ts'

/** A response field that is shown once, and advice for a caller who missed it. */
export type ShownOnce = {
  readonly field: 'secret' | 'url' | 'recovery_codes'
  readonly advice: string
}

export type RouteResponse<Body = unknown> = {
  status: 200 | 201 | 202
  body: Body
  headers?: Record<string, string>
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** An unread form body: `chunks` reads it once, within the deadlines of an upload. */
export type Upload = {
  contentType: string
  /** The Content-Length header; not verified. */
  length: string | null
  chunks(): AsyncIterable<Uint8Array>
}

type Input<Params, Query, Body> = {
  params: Parsed<Params>
  query: Parsed<Query>
  /** `undefined` when there is an `upload`. */
  body: Parsed<Body>
  /** Set when the route has a `form` and a multipart body was sent. */
  upload: Upload | null
  caller: Caller
  /** For operations that are not `atomic`, or that know more of the resource than they return. */
  recordAudit: RecordAudit
}

type ResponseDefinition = {
  schema: z.ZodType
  description: string
  /** For a body that is sent as text; JSON by default. */
  contentType?: 'text/csv' | 'text/event-stream'
  /** What the request of the example returns, if that is not the example of the schema. */
  example?: unknown
}

type Definition<Params, Query, Body> = {
  method: 'get' | 'post' | 'patch' | 'delete'
  /** OpenAPI form: `/v1/profiles/{id}`. */
  path: `/v1/${string}`
  operationId: string
  tag: Tag
  summary: string
  /** What it does and which events it emits; the document adds who may call it. */
  description: string
  /**
   * `key`: any valid key or signed-in member. `owner`: an owner key or signed-in owner, else 403
   * `owner_key_required`. `member`: a signed-in member, else 403 `session_required`. `public`: anyone;
   * see `publicRoute`.
   */
  access: 'key' | 'owner' | 'member' | 'public'
  /**
   * The scope that a limited key must have; `all` refuses limited keys, `null` needs no scope.
   */
  permission: Permission | 'all' | null
  /**
   * The action in the audit log; the operationId by default. `null` on a route that changes nothing or
   * whose operation writes its own entries.
   */
  action?: string | null | ((body: Parsed<Body>) => string)
  /**
   * For a change that uses the database only: the change, its audit entry and the response stored for
   * its `Idempotency-Key` are one transaction, so a crash leaves nothing half done. A change that calls
   * other services is not atomic; its operation calls `recordAudit` in its first transaction.
   */
  atomic?: true
  /**
   * The error for a repeated request whose first process died after its audit entry was committed and
   * before its response was stored. Without it the request runs again; set it when doing so twice
   * would be visible to others.
   */
  unknownOutcomeCode?: ErrorCode
  /** Repeated requests get 409 `secret_already_shown` instead of the stored response. */
  shownOnce?: ShownOnce
  params?: Params
  query?: Query
  body?: Body
  /** Whether a missing body counts as `{}`. */
  bodyOptional?: boolean
  /** Overrides the default of `bodyBytesMaxOf`. */
  bodyBytesMax?: number
  /** The fields of a multipart/form-data body, accepted instead of JSON. */
  form?: z.ZodType
  /**
   * Whether the upload is the one of the stored response, which an Idempotency-Key replays for no
   * other. Reads the upload to its end.
   */
  isSameUpload?(ctx: Context, upload: Upload, storedResponse: unknown): Promise<boolean>
  /**
   * For a frequent read: its first statement, which a request with a key runs together with the check
   * of the key. `run` gets the row from the same statement.
   */
  readAhead?(params: Parsed<Params>): ReadAhead
  responses: Partial<Record<RouteResponse['status'], ResponseDefinition>>
  /** The error codes in addition to those that follow from the definition (`commonErrors` in openapi.ts). */
  errors: readonly ErrorCode[]
}

type Run<Params, Query, Body> = {
  run(ctx: Context, scope: Scope, input: Input<Params, Query, Body>): Promise<RouteResponse>
}

export type Route = Definition<z.ZodType, z.ZodType, z.ZodType> &
  Run<z.ZodType, z.ZodType, z.ZodType>

/**
 * Defines an endpoint: access, schemas, errors, and the operation that it runs. Validation, access
 * checks, errors and the OpenAPI document follow from this definition.
 */
export function route<
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(definition: Definition<Params, Query, Body> & Run<Params, Query, Body>): Route {
  return definition as unknown as Route
}

/** The maximum JSON body of the route in bytes; more is 413 `payload_too_large`. */
export function bodyBytesMaxOf(route: Pick<Route, 'access' | 'bodyBytesMax'>): number {
  const { publicBytesMax, keyedBytesMax } = limits.body
  return route.bodyBytesMax ?? (route.access === 'public' ? publicBytesMax : keyedBytesMax)
}

type PublicDefinition<Params, Query, Body> = Omit<
  Definition<Params, Query, Body>,
  'access' | 'permission' | 'action'
>

/**
 * Defines an endpoint for callers without credentials, such as the sign-in. Its operation gets no scope
 * and writes its own audit entries; requests other than GET must come from a page of this service.
 */
export function publicRoute<
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  definition: PublicDefinition<Params, Query, Body> & {
    run(ctx: Context, input: Input<Params, Query, Body>): Promise<RouteResponse>
  },
): Route {
  const { run, ...rest } = definition
  return route<Params, Query, Body>({
    ...(rest as unknown as Omit<Definition<Params, Query, Body>, 'access' | 'permission'>),
    access: 'public',
    permission: null,
    action: null,
    run: (ctx, _scope, input) => run(ctx, input),
  })
}
