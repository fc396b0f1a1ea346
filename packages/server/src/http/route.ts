import type { z } from 'zod'
import type { Scope } from '../access/scope.ts'
import type { Context } from '../context.ts'
import type { ErrorCode } from '../core/error-catalogue.ts'
import { limits } from '../core/limits.ts'
import type { Permission } from '../schemas/api-key.ts'
import type { Caller, RecordAudit } from './request.ts'
import type { Tag } from './tags.ts'

/** A field of an answer that is shown once, and how a caller who missed it goes on. */
export type ShownOnce = { readonly field: 'secret' | 'url'; readonly advice: string }

export type RouteResponse<Body = unknown> = {
  status: 200 | 201 | 202
  body: Body
  headers?: Record<string, string>
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** The body of a form, not read yet: `chunks` reads it once, within the deadlines of an upload. */
export type Upload = {
  contentType: string
  /** Content-Length as it was sent: a claim, not a limit. */
  length: string | null
  chunks(): AsyncIterable<Uint8Array>
}

type Input<Params, Query, Body> = {
  params: Parsed<Params>
  query: Parsed<Query>
  /** Missing when there is an `upload`. */
  body: Parsed<Body>
  /** Only where the route has a `form` and one was sent. */
  upload: Upload | null
  caller: Caller
  /** Of a route that changes something and is not `atomic`: its verb is handed this. */
  recordAudit: RecordAudit
}

type ResponseDefinition = {
  schema: z.ZodType
  description: string
  /** Of a body that is text and sent as it is; JSON when not said. */
  contentType?: 'text/csv' | 'text/event-stream'
}

type Definition<Params, Query, Body> = {
  method: 'get' | 'post' | 'patch' | 'delete'
  /** OpenAPI form: `/v1/profiles/{id}`. */
  path: `/v1/${string}`
  operationId: string
  tag: Tag
  summary: string
  /** What it does and which events it emits; who may call is added in the document. */
  description: string
  /**
   * `key`: any valid key, or a member who signed in. `owner`: an owner key or an owner who signed in,
   * else 403 `owner_key_required`. `member`: only a member who signed in, else 403
   * `session_required`. `public`: anyone; see `publicRoute`.
   */
  access: 'key' | 'owner' | 'member' | 'public'
  /**
   * What a limited key must have been given; `all` refuses limited keys, `null` needs no scope.
   */
  permission: Permission | 'all' | null
  /**
   * What a success is called in the audit log; the operationId when not said. `null` on a route that
   * changes nothing, or whose verb writes its own entries.
   */
  action?: string | null | ((body: Parsed<Body>) => string)
  /**
   * A change that asks nobody but the database: all of it is one transaction with its audit entry,
   * and with the answer that is kept for its `Idempotency-Key`, so that a process that dies half-way
   * has done nothing. A change that asks somebody outside is not; its verb writes the entry with `recordAudit`
   * in the transaction in which it commits the first of its change.
   */
  atomic?: true
  /**
   * What a repeated request is answered with whose first process died after its entry was committed and
   * before its answer was kept; without it, it runs again. Only where doing it twice would be seen by
   * others.
   */
  unknownOutcomeCode?: ErrorCode
  /** A repeated request is answered with 409 `secret_already_shown` instead of the stored answer. */
  shownOnce?: ShownOnce
  params?: Params
  query?: Query
  body?: Body
  /** Whether a missing body counts as `{}`. */
  bodyOptional?: boolean
  /** Where the schema holds more than other routes take (`bodyBytesMaxOf`). */
  bodyBytesMax?: number
  /** The fields of a multipart/form-data that may be sent instead of the JSON body. */
  form?: z.ZodType
  /**
   * Whether an upload is the one to which this answer was given: an Idempotency-Key replays it for
   * no other. Reads the upload to its end.
   */
  isSameUpload?(ctx: Context, upload: Upload, answer: unknown): Promise<boolean>
  responses: Partial<Record<RouteResponse['status'], ResponseDefinition>>
  /** The codes beyond those that every route can answer (`commonErrors` in openapi.ts). */
  errors: readonly ErrorCode[]
}

type Run<Params, Query, Body> = {
  run(ctx: Context, scope: Scope, input: Input<Params, Query, Body>): Promise<RouteResponse>
}

export type Route = Definition<z.ZodType, z.ZodType, z.ZodType> &
  Run<z.ZodType, z.ZodType, z.ZodType>

/**
 * One endpoint: who may call, what goes in and out, which errors it answers, and the one call it
 * makes. Validation, access, errors and the OpenAPI document all come from this definition.
 */
export function route<
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(definition: Definition<Params, Query, Body> & Run<Params, Query, Body>): Route {
  return definition as unknown as Route
}

/** How many bytes of JSON the route reads; more is 413 `payload_too_large`. */
export function bodyBytesMaxOf(route: Pick<Route, 'access' | 'bodyBytesMax'>): number {
  const { publicBytesMax, keyedBytesMax } = limits.body
  return route.bodyBytesMax ?? (route.access === 'public' ? publicBytesMax : keyedBytesMax)
}

type PublicDefinition<Params, Query, Body> = Omit<
  Definition<Params, Query, Body>,
  'access' | 'permission' | 'action'
>

/**
 * An endpoint for callers who have no credentials yet, such as the sign-in. Its verb gets no scope
 * and writes its own audit entries; a request that is no GET must come from a page of the service.
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
